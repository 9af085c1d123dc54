// Starts a CUDA kernel with typed arguments. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include "base/cuda_errors.h"

namespace platerip {

/// Enqueues a kernel and returns the error of this launch; `doing` is for its message. After <<<>>>, one could only ask
/// for the last error, which may be that of another call.
template <typename... Parameters, typename... Arguments>
Status start_kernel(const char* doing, void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                    Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = stream;
  return status_of(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), doing);
}

}  // namespace platerip
