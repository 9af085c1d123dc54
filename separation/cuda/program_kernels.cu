// This file is compiled without fused multiplications and additions, as LittleCMS is.
#include "separation/cuda/program_kernels.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "separation/cuda/strip_work.cuh"

namespace platerip::separation::cuda {
namespace {

// A pixel takes some 20 reads of tables and nodes that are far apart. A thread has one pixel at a time, and many
// threads hide the time for the reads.
constexpr int block_threads = 512;
constexpr int multiprocessor_blocks = 2;

// Nodes of at most so many bytes are copied to shared memory, where reads of single nodes are several times as fast.
// Two blocks of a Hopper GPU's multiprocessor have twice this.
constexpr int most_shared_bytes = 100 << 10;

// Writes a pixel's inks, and returns their sum.
template <typename Sample, std::size_t count>
__device__ std::uint32_t write(const Work& work, std::int64_t row, std::int64_t x,
                               const std::array<Sample, count>& inks) {
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < static_cast<int>(count); ++i) {
    sum += inks[i];
    if (work.planes[i] != nullptr) reinterpret_cast<Sample*>(work.planes[i] + row * work.planes_row)[x] = inks[i];
  }
  return sum;
}

template <typename Sample>
__device__ bool are_equal(const Sample* pixel, const Sample* other, int samples) {
  for (int i = 0; i < samples; ++i)
    if (pixel[i] != other[i]) return false;
  return true;
}

// Adds a thread's pixel and the equal ones of the next threads, unless the thread before does that.
template <typename Sample, std::size_t colors>
__device__ void add_doubt(DoubtList* list, const Work& work, std::int64_t row, std::int64_t x, const Sample* pixel,
                          const std::array<Sample, colors>& color, std::uint32_t spot_ink) {
  const int samples = work.pixel_samples;
  if (threadIdx.x > 0 && are_equal(pixel, pixel - samples, samples)) return;
  const auto most = static_cast<int>(min(std::int64_t{block_threads} - threadIdx.x, work.width - x));
  int count = 1;
  while (count < most && are_equal(pixel, pixel + count * samples, samples)) ++count;

  const std::uint32_t at = atomicAdd(&list->found, 1U);
  if (at >= DoubtList::most) return;
  Doubt& doubt = list->doubts[at];
  doubt.row = static_cast<std::uint32_t>(row);
  doubt.x = static_cast<std::uint32_t>(x);
  doubt.count = static_cast<std::uint32_t>(count);
  doubt.spot_ink = spot_ink;
  for (int c = 0; c < static_cast<int>(colors); ++c) doubt.color[c] = color[c];
}

// Copies the first `count` nodes to shared memory. Returns the copies; if there are none, the nodes themselves. All
// threads of a block must take part.
__device__ const Node* near_nodes(const Node* nodes, int count) {
  extern __shared__ Node copies[];
  for (int i = threadIdx.x; i < count; i += block_threads) copies[i] = nodes[i];
  __syncthreads();
  return count > 0 ? copies : nodes;
}

// Returns the pixel's ink, which is 0 for now if LittleCMS itself must convert it.
template <typename From>
__device__ std::uint32_t separate_pixel(const Work& work, const From& from, const Node* nodes,
                                        const Finish<typename From::Sample>& finish, std::int64_t row, std::int64_t x,
                                        DoubtList* doubts) {
  using Sample = typename From::Sample;
  const Sample* const samples =
      reinterpret_cast<const Sample*>(work.pixels + row * work.pixels_row) + x * work.pixel_samples;
  const auto color = work.alpha == Alpha::none ? color_of<Sample, From::colors, false>(samples, work.alpha)
                                               : color_of<Sample, From::colors, true>(samples, work.alpha);
  bool is_doubtful = false;
  auto inks = from(color, nodes, is_doubtful);
  if (finish.changes_inks()) finish(inks);

  std::uint32_t spot_ink[thread_pixels] = {};
  if (work.spots.count > 0) separate_spots<Sample>(work, row, x, 1, spot_ink);
  if (!is_doubtful) return write(work, row, x, inks) + spot_ink[0];
  add_doubt(doubts, work, row, x, samples, color, spot_ink[0]);
  return 0;
}

template <typename From>
__global__ void __launch_bounds__(block_threads, multiprocessor_blocks)
    separate_by_program(const __grid_constant__ Work work, const __grid_constant__ From from,
                        const __grid_constant__ Finish<typename From::Sample> finish, DoubtList* doubts,
                        int shared_nodes) {
  const Node* const nodes = near_nodes(from.program.nodes, shared_nodes);

  // Device memory has less than 2^32 times the pixels of a block.
  const auto across = static_cast<std::uint32_t>((work.width + block_threads - 1) / block_threads);
  const auto pieces = static_cast<std::uint32_t>(across * work.rows);
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (std::uint32_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const std::int64_t row = piece / across, x = std::int64_t{piece % across} * block_threads + threadIdx.x;
    if (x >= work.width) continue;
    const std::uint32_t ink = separate_pixel(work, from, nodes, finish, row, x, doubts);
    sum += ink;
    most = max(most, ink);
  }
  if (work.total != nullptr) add_to(work.total, sum, most);
}

// One block, each of whose warps writes some of the doubts.
template <typename Sample>
__global__ void __launch_bounds__(block_threads)
    write_decided(const __grid_constant__ Work work, const __grid_constant__ Finish<Sample> finish,
                  const DoubtList* doubts) {
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  const std::uint32_t decided = doubts->decided;
  for (std::uint32_t i = threadIdx.x / warpSize; i < decided; i += block_threads / warpSize) {
    const Doubt doubt = doubts->doubts[i];
    std::array<Sample, max_inks> inks{};
#pragma unroll
    for (int ink = 0; ink < max_inks; ++ink) inks[ink] = static_cast<Sample>(doubt.inks[ink]);
    finish(inks);
    for (std::uint32_t p = threadIdx.x % warpSize; p < doubt.count; p += warpSize) {
      const std::uint32_t ink = write(work, doubt.row, doubt.x + p, inks) + doubt.spot_ink;
      sum += ink;
      most = max(most, ink);
    }
  }
  if (work.total != nullptr) add_to(work.total, sum, most);
}

void decide(void* doubts) {
  static_cast<Doubts*>(doubts)->decide();
}

// What the current device can do.
struct Limits {
  int multiprocessors = 0, shared_bytes = 0;
};
Result<Limits> limits_here() {
  int device = 0;
  Limits limits;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&limits.multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&limits.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error != cudaSuccess) return status_of(error, "no NVIDIA GPU can be used").error();
  limits.shared_bytes = std::min(limits.shared_bytes, most_shared_bytes);
  return limits;
}

constexpr const char* cannot_start = "cannot start the separation";

template <typename From>
Status start(const From& from, const Limits& limits, const Work& work, const Finish<typename From::Sample>& finish,
             DoubtList* doubts, Stream stream) {
  const int most_nodes = limits.shared_bytes / static_cast<int>(sizeof(Node));
  const int shared_nodes = from.program.nodes_count <= most_nodes ? from.program.nodes_count : 0;
  const auto kernel = separate_by_program<From>;
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(limits.multiprocessors * multiprocessor_blocks);
  config.blockDim = block_threads;
  config.dynamicSmemBytes = static_cast<std::size_t>(shared_nodes) * sizeof(Node);
  config.stream = stream;
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, limits.shared_bytes);
  if (error == cudaSuccess) error = cudaLaunchKernelEx(&config, kernel, work, from, finish, doubts, shared_nodes);
  return status_of(error, cannot_start);
}

// Lets `stream` go on when the event has happened.
Status wait(Stream stream, const Event& event) {
  return status_of(cudaStreamWaitEvent(stream, event.get(), 0), cannot_start);
}

Status record(const Event& event, Stream stream) {
  return status_of(cudaEventRecord(event.get(), stream), cannot_start);
}

// Writes the pixels of which the first kernel on `work` is in doubt.
template <typename Sample>
Status start_decisions(const Recipe& recipe, Doubts& doubts, const Work& work, const StripStreams& streams) {
  if (const Status status = record(doubts.found(), streams.work); !status.ok()) return status;
  if (const Status status = wait(streams.decisions, doubts.found()); !status.ok()) return status;
  if (const cudaError_t error = cudaLaunchHostFunc(streams.decisions, decide, &doubts); error != cudaSuccess)
    return status_of(error, cannot_start);
  const Finish<Sample> finish(recipe);
  const Status started = start_kernel(cannot_start, write_decided<Sample>, 1, block_threads, streams.decisions, work,
                                      finish, doubts.list());
  return started.ok() ? record(doubts.written(), streams.decisions) : started;
}

template <typename Sample>
Status start(const Recipe& recipe, Doubts& doubts, const Work& work, const StripStreams& streams) {
  const auto limits = limits_here();
  if (!limits.ok()) return limits.error();
  if (const Status status = wait(streams.work, doubts.written()); !status.ok()) return status;
  const Finish<Sample> finish(recipe);
  const Status started = with_program<Sample>(
      recipe, [&](const auto& from) { return start(from, *limits, work, finish, doubts.list(), streams.work); });
  if (!started.ok() || !recipe.program.may_doubt()) return started;
  return start_decisions<Sample>(recipe, doubts, work, streams);
}

}  // namespace

Status enqueue_program(const Recipe& recipe, Doubts& doubts, const DeviceSpots& spots, const DeviceStrip& strip,
                       DeviceTotalInk* total, const StripStreams& streams) {
  const Work work = work_of(spots, strip, true, total);
  return recipe.format.bits == 8 ? start<std::uint8_t>(recipe, doubts, work, streams)
                                 : start<std::uint16_t>(recipe, doubts, work, streams);
}

}  // namespace platerip::separation::cuda
