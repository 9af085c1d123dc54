// A backend on an NVIDIA GPU for planes and plates in the memory of the host, so that tests of backends run it too. The
// product has none: the way there and back takes longer than halftoning on the cores.
#pragma once

#include "halftone/backends/backends.h"

namespace platerip::halftone {

/// "cuda": strips go to cuda::DeviceHalftoner one at a time.
Backend gpu_backend();

}  // namespace platerip::halftone
