#include "separation/cuda/kernels.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <limits>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "separation/cuda/strip_grid.cuh"

namespace platerip::separation::cuda {
namespace {

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
      store_quad(reinterpret_cast<Sample*>(work.planes[i] + row * work.planes_row) + x, pixels, ink);
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

Status enqueue_strip(const Recipe* recipe, const DeviceSpots& spots, const DeviceStrip& strip, DeviceTotalInk* total,
                     Stream stream) {
  const auto grid = grid_for(strip);
  if (!grid.ok()) return grid.error();
  const Work work = work_of(spots, strip, recipe != nullptr, total);
  return spots.format.bits == 8 ? start<std::uint8_t>(recipe, *grid, work, stream)
                                : start<std::uint16_t>(recipe, *grid, work, stream);
}

}  // namespace platerip::separation::cuda
