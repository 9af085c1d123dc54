// Crisp text on NVIDIA GPUs.
#pragma once

#include "base/status.h"
#include "separation/cuda/device_strip.h"
#include "separation/edges/crisp.h"

namespace platerip::separation::cuda {

/// Enqueues make_crisp() for rows in device memory, with the same result. Neither waits for the device nor allocates
/// memory there. Thread-safe. Errors: a CUDA error.
Status enqueue_crisp(Crisp crisp, const PixelFormat& format, const CrispStrip& strip, Stream stream);

}  // namespace platerip::separation::cuda
