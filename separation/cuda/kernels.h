// Starts the kernels. Private to separation/cuda/.
#pragma once

#include "base/status.h"
#include "separation/cuda/device_strip.h"
#include "separation/cuda/recipe.h"

namespace platerip::separation::cuda {

/// Whether this build has code for the current device.
Status kernels_supported();

Status enqueue_strip(const Recipe& recipe, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream);

/// Adds the inks of strip.planes, whose samples have `bits` bits, to `total`.
Status enqueue_count(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream);

}  // namespace platerip::separation::cuda
