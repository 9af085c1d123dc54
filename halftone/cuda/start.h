// Kernels that take what they are given. Private to halftone/cuda/, for .cu files.
#pragma once

#include <cuda_runtime.h>

#include "base/cuda_errors.h"

namespace platerip::halftone::cuda {

/// Enqueues a kernel; `doing` is for the message. It returns the kernel's own error. After <<<>>> one can only ask for
/// the last error, which may be another's.
template <typename... Parameters, typename... Arguments>
Status start(const char* doing, void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
             Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = stream;
  return status_of(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), doing);
}

}  // namespace platerip::halftone::cuda
