#include "halftone/cuda/clusters.h"

#include <algorithm>
#include <utility>

#include "base/cuda_errors.h"
#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {
namespace {

// Returns how much dynamic shared memory to reserve for each thread block of a kernel, so that at most `shared_by`
// thread blocks fit on a multiprocessor. `fixed` bytes are not dynamic. Shares are rounded down to KiB, because devices
// allocate shared memory in units of some hundred bytes.
Result<std::size_t> reserve_shared_memory(const Kernel& kernel, std::size_t fixed, int device) {
  int all = 0, most = 0, system = 0;
  cudaError_t error = cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&system, cudaDevAttrReservedSharedMemoryPerBlock, device);
  const int share = std::min((all / shared_by - system) / 1024 * 1024, most);
  const int reserved = std::max(static_cast<int>(kernel.shared_bytes), share - static_cast<int>(fixed));
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(kernel.code, cudaFuncAttributeMaxDynamicSharedMemorySize, reserved);
  if (error != cudaSuccess) return status_of(error, "cannot set up the halftone").error();
  return static_cast<std::size_t>(reserved);
}

}  // namespace

bool has_room(const Kernel& kernel) {
  int device = 0, most = 0;
  cudaFuncAttributes code{};
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, kernel.code);
  if (error == cudaSuccess) return std::cmp_less_equal(kernel.shared_bytes + code.sharedSizeBytes, most);
  cudaGetLastError();  // clears it
  return true;
}

cudaLaunchConfig_t Clusters::launch(std::int64_t number, cudaStream_t stream, cudaLaunchAttribute& attribute) const {
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(number * size);
  config.blockDim = block_threads;
  config.dynamicSmemBytes = reserved;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = size > 1 ? 1 : 0;
  return config;
}

Result<Clusters> clusters_for(const Kernel& kernel) {
  int device = 0, processors = 0, blocks = 0;
  cudaFuncAttributes code{};
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, kernel.code);
  if (error != cudaSuccess) return status_of(error, "cannot ask the device").error();
  const auto reserved = reserve_shared_memory(kernel, code.sharedSizeBytes, device);
  if (!reserved.ok()) return reserved.error();
  Clusters clusters{.reserved = *reserved, .size = cluster_blocks};
  int count = 0;
  if (code.ptxVersion >= 90) {
    cudaLaunchAttribute attribute{};
    const cudaLaunchConfig_t config = clusters.launch(processors, nullptr, attribute);
    error = cudaOccupancyMaxActiveClusters(&count, kernel.code, &config);
  }
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.code, block_threads, *reserved);
  if (error != cudaSuccess) return status_of(error, "cannot ask the device").error();
  clusters.count = count;
  if (count == 0) clusters = {.reserved = *reserved, .size = 1, .count = std::int64_t{processors} * blocks};
  return clusters;
}

}  // namespace platerip::halftone::cuda
