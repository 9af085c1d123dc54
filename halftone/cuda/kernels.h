// The kernels, compiled in one file for each error filter. Private to halftone/cuda/.
#pragma once

#include <cstddef>

namespace platerip::halftone::cuda {

/// A kernel that takes a Launch, for cudaLaunchKernel().
using Kernel = const void*;

/// That of the error filter at a place in error_filters. CMake makes a file for each (filter.cu.in).
template <std::size_t filter>
Kernel kernel_of(int levels, int bits);

}  // namespace platerip::halftone::cuda
