// The kernels, one file for each error filter. Private to halftone/cuda/.
#pragma once

#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// A kernel that takes a Launch, for cudaLaunchKernel().
using Kernel = const void*;

Kernel floyd_steinberg_kernel(int levels, int bits);
Kernel fan_kernel(int levels, int bits);
Kernel jarvis_kernel(int levels, int bits);
Kernel stucki_kernel(int levels, int bits);

}  // namespace platerip::halftone::cuda
