// What the kernels that separate a strip have in common. Private to separation/cuda/.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/cuda_quads.cuh"
#include "separation/alpha.h"
#include "separation/cuda/device_strip.h"
#include "separation/cuda/kernels.h"
#include "separation/cuda/node.h"
#include "separation/plan.h"

namespace platerip::separation::cuda {

// A thread's adjacent pixels: as many as make a word of a plane.
constexpr int thread_pixels = 4;

// The spot inks in each pixel.
struct SpotSamples {
  int count;
  int first;           // index of the first one's sample in a pixel
  bool covered;        // by alpha, which is the pixel's first sample
  const void* curves;  // null: none
  std::byte* planes[most_inks];
};

// The parameters of a kernel that separates a strip.
struct Work {
  std::int64_t width, rows;
  const std::byte* pixels;
  std::int64_t pixels_row;
  int pixel_samples;
  std::byte* planes[max_inks];  // null: this ink is not written
  std::int64_t planes_row;
  Alpha alpha;
  SpotSamples spots;
  DeviceTotalInk* total;  // null: not wanted
};

// `has_colors`: the page has other inks than spot inks.
inline Work work_of(const DeviceSpots& spots, const DeviceStrip& strip, bool has_colors, DeviceTotalInk* total) {
  const PixelFormat& format = spots.format;
  const int sample_bytes = format.bits / 8;
  Work work{.width = strip.width,
            .rows = strip.rows,
            .pixels = strip.pixels,
            .pixels_row = strip.pixels_row,
            .pixel_samples = format.bytes() / sample_bytes,
            .planes = {},
            .planes_row = strip.planes_row,
            .alpha = format.alpha,
            .spots = {.count = format.spots,
                      .first = format.color_bytes() / sample_bytes,
                      .covered = !has_colors && format.alpha != Alpha::none,
                      .curves = spots.curves,
                      .planes = {}},
            .total = total};
  const std::size_t colors = strip.planes.size() - static_cast<std::size_t>(format.spots);
  std::ranges::copy(strip.planes.first(colors), work.planes);
  std::ranges::copy(strip.planes.subspan(colors), work.spots.planes);
  return work;
}

// Separates the spot inks of a thread's pixels, and adds them to the total of each pixel.
template <typename Sample>
__device__ void separate_spots(const Work& work, std::int64_t row, std::int64_t x, int pixels,
                               std::uint32_t (&totals)[thread_pixels]) {
  constexpr std::size_t curve_samples = std::size_t{std::numeric_limits<Sample>::max()} + 1;
  const SpotSamples& spots = work.spots;
  const Sample* const first =
      reinterpret_cast<const Sample*>(work.pixels + row * work.pixels_row) + x * work.pixel_samples;
  for (int spot = 0; spot < spots.count; ++spot) {
    const Sample* const curve =
        spots.curves == nullptr ? nullptr : static_cast<const Sample*>(spots.curves) + spot * curve_samples;
    Quad<Sample> ink{};
    for (int p = 0; p < pixels && p < thread_pixels; ++p) {
      const Sample* const pixel = first + p * work.pixel_samples;
      Sample amount = pixel[spots.first + spot];
      if (spots.covered) amount = over_paper<Sample>(work.alpha, amount, pixel[0], 0);
      if (curve != nullptr) amount = curve[amount];
      ink.samples[p] = amount;
      totals[p] += amount;
    }
    if (spots.planes[spot] != nullptr)
      store_quad(reinterpret_cast<Sample*>(spots.planes[spot] + row * work.planes_row) + x, pixels, ink);
  }
}

// All threads of a warp must take part.
__device__ inline void add_to(DeviceTotalInk* total, std::uint64_t sum, std::uint32_t most) {
  for (int lanes = warpSize / 2; lanes > 0; lanes /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
    most = max(most, __shfl_down_sync(0xFFFFFFFF, most, lanes));
  }
  if (threadIdx.x % warpSize != 0) return;
  atomicAdd(reinterpret_cast<unsigned long long*>(&total->sum), sum);
  atomicMax(&total->max, most);
}

}  // namespace platerip::separation::cuda
