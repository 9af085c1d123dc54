// Made inks, the knock-out, and the total ink of planes that are there.
#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"
#include "separation/cuda/kernels.h"
#include "separation/cuda/strip_grid.cuh"

namespace platerip::separation::cuda {
namespace {

struct MadeStrip {
  std::int64_t width, rows;
  const std::byte* pixels;
  std::int64_t pixels_row;
  int pixel_samples;
  std::int64_t planes_row;
  DeviceTotalInk* total;         // null: not wanted
  std::byte* planes[most_inks];  // null: a made ink that is not written
};

// A thread's adjacent pixels of a row, `pixels` of which the row has.
template <typename Sample>
struct ThreadPixels {
  const MadeStrip& strip;
  std::int64_t row, x;
  int pixels;

  // Says whether a pixel is knocked out.
  __device__ bool read(const MadeRecipe<Sample>& recipe, MadePixel<Sample> (&read)[thread_pixels]) const {
    const auto* const first =
        reinterpret_cast<const Sample*>(strip.pixels + row * strip.pixels_row) + x * strip.pixel_samples;
    bool is_any_out = false;
#pragma unroll
    for (int p = 0; p < thread_pixels; ++p) {
      if (p < pixels) read[p] = recipe.pixel_of(first + p * strip.pixel_samples);
      is_any_out = is_any_out || read[p].is_out;
    }
    return is_any_out;
  }

  __device__ Sample* at(int ink) const {
    return reinterpret_cast<Sample*>(strip.planes[ink] + row * strip.planes_row) + x;
  }
  __device__ Quad<Sample> load(int ink) const {
    return load_quad(at(ink), pixels);
  }

  // The bitwise or of these inks.
  __device__ Quad<Sample> joined(std::uint64_t inks) const {
    Quad<Sample> all{};
    for (; inks != 0; inks &= inks - 1) {
      const Quad<Sample> ink = load(__ffsll(static_cast<long long>(inks)) - 1);
      for (int p = 0; p < thread_pixels; ++p) all.samples[p] |= ink.samples[p];
    }
    return all;
  }
};

// The total ink of each of a thread's pixels.
struct PixelTotals {
  int pixels;
  std::uint32_t totals[thread_pixels] = {};

  template <typename Sample>
  __device__ void add(const Quad<Sample>& ink) {
#pragma unroll
    for (int p = 0; p < thread_pixels; ++p) totals[p] += p < pixels ? ink.samples[p] : 0;
  }
};

template <typename Sample>
__device__ void make_added(const ThreadPixels<Sample>& thread, const MadeRecipe<Sample>& recipe,
                           const MadePixel<Sample> (&pixel)[thread_pixels], PixelTotals& totals) {
  for (int i = 0; i < recipe.count; ++i) {
    const MadeSource& source = recipe.inks[i];
    Quad<Sample> ink = thread.joined(source.inks);
#pragma unroll
    for (int p = 0; p < thread_pixels; ++p) ink.samples[p] = source.amount(pixel[p], ink.samples[p]);
    const int plane = recipe.before + i;
    if (thread.strip.planes[plane] != nullptr) store_quad(thread.at(plane), thread.pixels, ink);
    if (source.from != MadeFrom::knocked_out) totals.add(ink);
  }
}

// Takes the other inks from pixels that are knocked out.
template <typename Sample>
__device__ void knock_out(const ThreadPixels<Sample>& thread, int inks, bool is_any_out,
                          const MadePixel<Sample> (&pixel)[thread_pixels], PixelTotals& totals) {
  for (int i = 0; i < inks; ++i) {
    Quad<Sample> ink = thread.load(i);
#pragma unroll
    for (int p = 0; p < thread_pixels; ++p) ink.samples[p] = pixel[p].is_out ? Sample{0} : ink.samples[p];
    if (is_any_out) store_quad(thread.at(i), thread.pixels, ink);
    totals.add(ink);
  }
}

template <typename Sample>
__global__ void __launch_bounds__(block_threads)
    make_inks(const __grid_constant__ MadeStrip strip, const __grid_constant__ MadeRecipe<Sample> recipe) {
  const std::int64_t x = (blockIdx.x * std::int64_t{block_threads} + threadIdx.x) * thread_pixels;
  const int pixels = static_cast<int>(min(std::int64_t{thread_pixels}, strip.width - x));
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  for (std::int64_t row = blockIdx.y; row < strip.rows && pixels > 0; row += gridDim.y) {
    const ThreadPixels<Sample> thread{strip, row, x, pixels};
    MadePixel<Sample> pixel[thread_pixels];
    const bool is_any_out = recipe.reads_pixels && thread.read(recipe, pixel);
    PixelTotals totals{pixels};
    make_added(thread, recipe, pixel, totals);
    if (strip.total == nullptr && !is_any_out) continue;
    knock_out(thread, recipe.before, is_any_out, pixel, totals);
    for (const std::uint32_t total : totals.totals) {
      sum += total;
      most = max(most, total);
    }
  }
  if (strip.total != nullptr) add_to(strip.total, sum, most);
}

}  // namespace

template <typename Sample>
Status enqueue_made(const MadeRecipe<Sample>& recipe, const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) {
  const auto grid = grid_for(strip);
  if (!grid.ok()) return grid.error();
  MadeStrip made{.width = strip.width,
                 .rows = strip.rows,
                 .pixels = strip.pixels,
                 .pixels_row = strip.pixels_row,
                 .pixel_samples = recipe.format.bytes() / static_cast<int>(sizeof(Sample)),
                 .planes_row = strip.planes_row,
                 .total = total,
                 .planes = {}};
  std::ranges::copy(strip.planes, made.planes);
  return start_kernel("cannot make inks", make_inks<Sample>, *grid, block_threads, stream, made, recipe);
}

template Status enqueue_made(const MadeRecipe<std::uint8_t>&, const DeviceStrip&, DeviceTotalInk*, Stream);
template Status enqueue_made(const MadeRecipe<std::uint16_t>&, const DeviceStrip&, DeviceTotalInk*, Stream);

}  // namespace platerip::separation::cuda
