// The kernels, compiled in one file for each error filter. Private to halftone/cuda/.
#pragma once

#include <cstddef>

namespace platerip::halftone::cuda {

/// A kernel that takes a Launch, for cudaLaunchKernel().
using Kernel = const void*;

/// The kernel of the error filter at this index of error_filters. CMake makes a source file for each (filter.cu.in).
template <std::size_t filter>
Kernel kernel_of(int levels, int bits);

}  // namespace platerip::halftone::cuda
