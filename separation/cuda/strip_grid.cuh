// How the threads of kernels share the pixels of a strip. Private to separation/cuda/.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/cuda_errors.h"
#include "separation/cuda/device_strip.h"
#include "separation/cuda/strip_work.cuh"

namespace platerip::separation::cuda {

// Threads of a block, and blocks for each multiprocessor. These are several times the blocks that run at a time, so
// that few multiprocessors are idle when the last ones run. Registers allow 4 blocks at a time. If they allowed more,
// the threads would share the cache with more others. Times on an H100 for 16384² RGB pixels of 8 bits, in ms:
//
//                            noise  photograph
//     as here                 4.24        1.40
//     16 blocks               4.38        1.43
//     128 threads             4.26        1.37
//     5 blocks at a time      4.74
//     6 blocks at a time      5.14
constexpr int block_threads = 256;
constexpr int multiprocessor_blocks = 64;

/// Blocks next to each other cover the width; blocks below each other share the rows.
inline Result<dim3> grid_for(const DeviceStrip& strip) {
  int device = 0, multiprocessors = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return status_of(error, "no NVIDIA GPU can be used").error();
  constexpr std::int64_t block_pixels = block_threads * thread_pixels, most_blocks = 65535;
  const std::int64_t across = (strip.width + block_pixels - 1) / block_pixels;
  const std::int64_t down = multiprocessors * multiprocessor_blocks / across;
  return dim3(static_cast<unsigned>(across),
              static_cast<unsigned>(std::clamp<std::int64_t>(down, 1, std::min(strip.rows, most_blocks))));
}

}  // namespace platerip::separation::cuda
