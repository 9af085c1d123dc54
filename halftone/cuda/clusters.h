// Clusters of thread blocks: how many of a kernel's the device runs at a time. Private to halftone/cuda/, for .cu
// files.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "halftone/cuda/kernels.h"

namespace platerip::halftone::cuda {

/// Clusters of a kernel's thread blocks.
struct Clusters {
  std::size_t reserved = 0;  ///< shared memory that a thread block keeps from others
  int size = 1;              ///< thread blocks of one
  std::int64_t count = 0;    ///< that the device runs at a time

  /// A launch of so many of them; `attribute` belongs to it.
  [[nodiscard]] cudaLaunchConfig_t launch(std::int64_t number, cudaStream_t stream,
                                          cudaLaunchAttribute& attribute) const;
};

/// As the current device runs them: of one thread block each where it has no clusters, or its code was made for one
/// that has none. Errors: what CUDA reports.
Result<Clusters> clusters_for(Kernel kernel);

}  // namespace platerip::halftone::cuda
