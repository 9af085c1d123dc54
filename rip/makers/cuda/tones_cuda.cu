// A thread makes the tones of one box of one ink. Neighbouring threads read neighbouring boxes, so that the first-level
// cache has most samples of a row.
#include "rip/makers/cuda/tones_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "halftone/halftone.h"

namespace platerip::rip::cuda {
namespace {

constexpr int box_threads = 64;
constexpr int histogram_threads = 256;
constexpr std::int64_t histogram_samples = 4096;  // of a row, for a thread block
constexpr unsigned most_tone_blocks = 65535;      // of the second and third dimension

using Count = unsigned long long;  // what atomicAdd() takes
static_assert(sizeof(Count) == sizeof(std::uint64_t));

// Travels as a parameter of the kernels.
struct Inks {
  const std::byte* planes[halftone::max_planes];
  std::ptrdiff_t stride;
  std::int64_t first;
  std::int64_t end;

  template <typename Sample>
  __device__ const Sample* row(unsigned ink, std::int64_t y) const {
    return reinterpret_cast<const Sample*>(planes[ink] + (y - first) * stride);
  }
};

template <typename Sample>
__global__ void __launch_bounds__(box_threads)
    sum_boxes(const Inks inks, const ToneSettings settings, const std::int64_t box_rows, const StripTones tones) {
  const Grid& grid = settings.grid;
  const std::int64_t column = blockIdx.x * std::int64_t{box_threads} + threadIdx.x;
  const unsigned ink = blockIdx.z;
  if (column >= grid.columns()) return;
  const std::int64_t left = column * grid.box;
  const std::int64_t right = min(grid.width, left + grid.box);
  for (std::int64_t row = blockIdx.y; row < box_rows; row += gridDim.y) {
    const std::int64_t border = (tones.first / grid.box + row) * grid.box;
    const std::int64_t top = max(tones.first, border);
    const std::int64_t bottom = min(inks.end, border + grid.box);
    const Sample first = inks.row<Sample>(ink, top)[left];
    Count sum = 0;
    bool is_flat = true;
    for (std::int64_t y = top; y < bottom; ++y) {
      const Sample* const samples = inks.row<Sample>(ink, y);
      for (std::int64_t x = left; x < right; ++x) {
        sum += samples[x];
        is_flat = is_flat && samples[x] == first;
      }
    }
    const std::int64_t at = row * settings.ink_boxes() + ink * grid.columns() + column;
    tones.firsts[at] = first;
    tones.is_flat[at] = is_flat ? 1 : 0;
    if (ink < settings.counted) atomicAdd(reinterpret_cast<Count*>(&tones.sums[row * grid.columns() + column]), sum);
  }
}

// A thread block counts a part of a row of one ink in its own memory first.
template <typename Sample>
__global__ void __launch_bounds__(histogram_threads)
    count_tones(const Inks inks, const ToneSettings settings, const std::int64_t first, const std::int64_t rows,
                const StripTones tones) {
  constexpr int shift = 8 * (sizeof(Sample) - 1);
  __shared__ unsigned counts[histogram_threads];
  const unsigned ink = blockIdx.z;
  const std::int64_t left = blockIdx.x * histogram_samples;
  const std::int64_t right = min(settings.grid.width, left + histogram_samples);
  for (std::int64_t row = blockIdx.y; row < rows; row += gridDim.y) {
    const Sample* const samples = inks.row<Sample>(ink, first + row * settings.histogram_step());
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (std::int64_t x = left + threadIdx.x; x < right; x += histogram_threads)
      atomicAdd(&counts[samples[x] >> shift], 1u);
    __syncthreads();
    if (counts[threadIdx.x] > 0)
      atomicAdd(reinterpret_cast<Count*>(tones.histograms) + ink * histogram_threads + threadIdx.x,
                Count{counts[threadIdx.x]});
  }
}

unsigned blocks(std::int64_t count) {
  return static_cast<unsigned>(std::min<std::int64_t>(count, most_tone_blocks));
}

unsigned parts(std::int64_t length, std::int64_t part) {
  return static_cast<unsigned>((length + part - 1) / part);
}

}  // namespace

Status enqueue_tones(const ToneSettings& settings, const DeviceInks& inks, const StripTones& tones,
                     std::int64_t most_rows, separation::cuda::Stream stream) {
  constexpr const char* doing = "cannot sum the inks";
  const Grid& grid = settings.grid;
  Inks given{.planes = {}, .stride = inks.stride, .first = inks.first, .end = inks.first + inks.rows};
  if (tones.first >= given.end) return {};
  std::copy_n(inks.planes.begin(), settings.inks, given.planes);
  const cudaError_t error =
      cudaMemsetAsync(tones.histograms, 0, static_cast<std::size_t>(tone_sums_bytes(settings, most_rows)), stream);
  if (error != cudaSuccess) return status_of(error, doing);
  const auto ink_count = static_cast<unsigned>(settings.inks);
  const std::int64_t box_rows = (given.end - 1) / grid.box - tones.first / grid.box + 1;
  const auto sum = settings.bits == 8 ? sum_boxes<std::uint8_t> : sum_boxes<std::uint16_t>;
  const Status summed = start_kernel(doing, sum, {parts(grid.columns(), box_threads), blocks(box_rows), ink_count},
                                     box_threads, stream, given, settings, box_rows, tones);
  const std::int64_t step = settings.histogram_step();
  const std::int64_t first = (tones.first + step - 1) / step * step;
  if (!summed.ok() || first >= given.end) return summed;
  const std::int64_t rows = (given.end - 1 - first) / step + 1;
  const auto count = settings.bits == 8 ? count_tones<std::uint8_t> : count_tones<std::uint16_t>;
  return start_kernel(doing, count, {parts(grid.width, histogram_samples), blocks(rows), ink_count}, histogram_threads,
                      stream, given, settings, first, rows, tones);
}

}  // namespace platerip::rip::cuda
