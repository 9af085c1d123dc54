#include "separation/cuda/kernels.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <limits>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "separation/cuda/strip_work.cuh"

namespace platerip::separation::cuda {
namespace {

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

// Loads the colours and the alpha of a thread's first `pixels` pixels. Those of its other pixels become 0.
template <typename Sample, int count>
__device__ void load(const Sample* from, int pixels, int pixel_samples, Sample (&samples)[count]) {
  constexpr int words = count * sizeof(Sample) / sizeof(std::uint32_t), own = count / thread_pixels;
  std::uint32_t word[words];
  if (pixels == thread_pixels && pixel_samples == own && is_aligned(from, sizeof *word)) {
    for (int i = 0; i < words; ++i) word[i] = __ldcs(reinterpret_cast<const std::uint32_t*>(from) + i);
    memcpy(samples, word, sizeof word);
  } else {
    for (int i = 0; i < count; ++i)
      samples[i] = i / own < pixels ? __ldcs(from + i / own * pixel_samples + i % own) : Sample{0};
  }
}

template <typename Sample>
__global__ void __launch_bounds__(block_threads) count(const __grid_constant__ Work work, int inks) {
  const std::int64_t x = (blockIdx.x * std::int64_t{block_threads} + threadIdx.x) * thread_pixels;
  const int pixels = static_cast<int>(min(std::int64_t{thread_pixels}, work.width - x));
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (std::int64_t row = blockIdx.y; row < work.rows; row += gridDim.y) {
    for (int p = 0; p < pixels; ++p) {
      std::uint32_t ink = 0;
      for (int i = 0; i < inks; ++i)
        ink += reinterpret_cast<const Sample*>(work.planes[i] + row * work.planes_row)[x + p];
      sum += ink;
      most = max(most, ink);
    }
  }
  add_to(work.total, sum, most);
}

// Each step processes all pixels of a thread before the next step begins, so that their reads of the tables overlap.
template <typename From, bool has_alpha>
__global__ void __launch_bounds__(block_threads)
    separate(const __grid_constant__ Work work, const __grid_constant__ From from,
             const __grid_constant__ Finish<typename From::Sample> finish) {
  using Sample = typename From::Sample;
  constexpr int inks = From::groups * group_inks, samples = From::colors + has_alpha;
  const std::int64_t x = (blockIdx.x * std::int64_t{block_threads} + threadIdx.x) * thread_pixels;
  const int pixels = static_cast<int>(min(std::int64_t{thread_pixels}, work.width - x));
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (std::int64_t row = blockIdx.y; row < work.rows && pixels > 0; row += gridDim.y) {
    Sample page[thread_pixels * samples];
    load(reinterpret_cast<const Sample*>(work.pixels + row * work.pixels_row) + x * work.pixel_samples, pixels,
         work.pixel_samples, page);

    Inks<Sample, From::groups> pixel[thread_pixels];
    for (int p = 0; p < thread_pixels; ++p)
      pixel[p] = from(color_of<Sample, From::colors, has_alpha>(page + p * samples, work.alpha));
    if (finish.changes_inks()) {
#pragma unroll
      for (int p = 0; p < thread_pixels; ++p) finish(pixel[p]);
    }

    for (int i = 0; i < inks; ++i) {
      if (work.planes[i] == nullptr) continue;
      Quad<Sample> ink;
      for (int p = 0; p < thread_pixels; ++p) ink.samples[p] = pixel[p][i];
      store(reinterpret_cast<Sample*>(work.planes[i] + row * work.planes_row) + x, pixels, ink);
    }

    std::uint32_t totals[thread_pixels] = {};
    if (work.spots.count > 0) separate_spots<Sample>(work, row, x, pixels, totals);
    if (work.total == nullptr) continue;
#pragma unroll
    for (int p = 0; p < thread_pixels; ++p) {
      std::uint32_t total = totals[p];
      for (int i = 0; i < inks; ++i) total += p < pixels ? pixel[p][i] : 0;
      sum += total;
      most = max(most, total);
    }
  }
  if (work.total != nullptr) add_to(work.total, sum, most);
}

// Pages without colours.
template <typename Sample>
__global__ void __launch_bounds__(block_threads) separate_spots_alone(const __grid_constant__ Work work) {
  const std::int64_t x = (blockIdx.x * std::int64_t{block_threads} + threadIdx.x) * thread_pixels;
  const int pixels = static_cast<int>(min(std::int64_t{thread_pixels}, work.width - x));
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (std::int64_t row = blockIdx.y; row < work.rows && pixels > 0; row += gridDim.y) {
    std::uint32_t totals[thread_pixels] = {};
    separate_spots<Sample>(work, row, x, pixels, totals);
    for (const std::uint32_t total : totals) {
      sum += total;
      most = max(most, total);
    }
  }
  if (work.total != nullptr) add_to(work.total, sum, most);
}

// Blocks next to each other cover the width; blocks below each other share the rows.
Result<dim3> grid_for(const DeviceStrip& strip) {
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

constexpr const char* cannot_start = "cannot start the separation";

template <typename Sample>
Status start(const Recipe* recipe, const dim3& grid, const Work& work, Stream stream) {
  if (recipe == nullptr)
    return start_kernel(cannot_start, separate_spots_alone<Sample>, grid, block_threads, stream, work);
  const Finish<Sample> finish(*recipe);
  return with_source<Sample>(*recipe, [&](const auto& from) {
    using From = std::remove_cvref_t<decltype(from)>;
    const auto kernel = work.alpha == Alpha::none ? separate<From, false> : separate<From, true>;
    return start_kernel(cannot_start, kernel, grid, block_threads, stream, work, from, finish);
  });
}

}  // namespace

Status kernels_supported() {
  cudaFuncAttributes attributes{};
  const cudaError_t error = cudaFuncGetAttributes(&attributes, separate<FromGrid<std::uint8_t, 1>, false>);
  cudaGetLastError();
  return status_of(error, "this build cannot run on the GPU");
}

Status enqueue_count(int bits, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  const auto grid = grid_for(strip);
  if (!grid.ok()) return grid.error();
  Work work{.width = strip.width, .rows = strip.rows, .planes = {}, .planes_row = strip.planes_row, .total = total};
  std::ranges::copy(strip.planes, work.planes);
  const int inks = static_cast<int>(strip.planes.size());
  const auto kernel = bits == 8 ? count<std::uint8_t> : count<std::uint16_t>;
  return start_kernel("cannot count the ink", kernel, *grid, block_threads, stream, work, inks);
}

Status enqueue_strip(const Recipe* recipe, const DeviceSpots& spots, const DeviceStrip& strip, DeviceTotalInk* total,
                     Stream stream) {
  const auto grid = grid_for(strip);
  if (!grid.ok()) return grid.error();
  const Work work = work_of(spots, strip, recipe != nullptr, total);
  return spots.format.bits == 8 ? start<std::uint8_t>(recipe, *grid, work, stream)
                                : start<std::uint16_t>(recipe, *grid, work, stream);
}

}  // namespace platerip::separation::cuda
