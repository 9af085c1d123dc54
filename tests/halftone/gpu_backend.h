// A backend on an NVIDIA GPU for planes and plates in host memory, so that tests of backends also run on a GPU. The
// product has no such backend, because copying to the GPU and back takes longer than halftoning on the cores.
#pragma once

#include "halftone/backends/backends.h"

namespace platerip::halftone {

/// "cuda": gives strips to cuda::DeviceHalftoner, one at a time.
Backend gpu_backend();

}  // namespace platerip::halftone
