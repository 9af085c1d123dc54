// Clusters of thread blocks, and how many of them the device runs at a time. Private to halftone/cuda/, for .cu files.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "halftone/cuda/wavefront/kernels.h"

namespace platerip::halftone::cuda {

/// How the thread blocks of a kernel form clusters.
struct Clusters {
  std::size_t reserved = 0;  ///< dynamic shared memory of each thread block: more than it needs, to keep others away
  int size = 1;              ///< thread blocks of a cluster
  std::int64_t count = 0;    ///< clusters that the device runs at a time

  /// The configuration of a launch of `number` clusters. It points to `attribute`.
  [[nodiscard]] cudaLaunchConfig_t launch(std::int64_t number, cudaStream_t stream,
                                          cudaLaunchAttribute& attribute) const;
};

/// Whether the current device has the shared memory that a thread block of a kernel needs. True if there is no device.
bool has_room(const Kernel& kernel);

/// The clusters of a kernel on the current device. They have one thread block each if the device has no clusters, or if
/// the kernel was compiled for devices that have none. Errors: what CUDA reports.
Result<Clusters> clusters_for(const Kernel& kernel);

}  // namespace platerip::halftone::cuda
