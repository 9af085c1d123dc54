#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "separation/edges/crisp_cuda.h"
#include "separation/edges/crisp_pixels.h"
#include "separation/edges/crisp_words.cuh"

namespace platerip::separation::cuda {
namespace {

// A thread block makes a tile of the page: each thread some rows of a word. Vector instructions find the pixels whose
// surroundings are flat, which are most pixels of most pages. The others go through the rule one by one.
constexpr int tile_words = 32, tile_rows = 32, thread_rows = 4;
constexpr int crisp_threads = tile_words * tile_rows / thread_rows;
constexpr int window = crisp_window;
constexpr std::int64_t most_blocks = 65535;  // along y

// The amounts of a tile and of what is around it.
struct Tile {
  static constexpr int rows = tile_rows + 2 * window, words = tile_words + 2;
  std::uint32_t least[rows][words];
  std::uint32_t most[rows][words];
};

// Whether rows are words, and pixels are rgb or cmyk and nothing else. As many pixels as have their amounts in a word
// take as many words as a pixel has samples.
__device__ bool are_plain(const CrispPixels& pixels, const CrispStrip& strip) {
  const auto places = reinterpret_cast<std::uintptr_t>(strip.in) | reinterpret_cast<std::uintptr_t>(strip.out) |
                      static_cast<std::uintptr_t>(strip.stride | strip.out_stride);
  const bool is_rgb = pixels.model == profiles::ColorModel::rgb && pixels.samples == 3;
  const bool is_cmyk = pixels.is_cmyk() && pixels.samples == 4;
  return (is_rgb || is_cmyk) && pixels.alpha == Alpha::none && places % sizeof(std::uint32_t) == 0;
}

// Both copy a word's pixels to `out`, unless that is null, and return their amounts.
template <typename Sample>
__device__ WordAmounts copy_plain_pixels(const CrispPixels& pixels, const Sample* in, Sample* out) {
  const auto* const from = reinterpret_cast<const std::uint32_t*>(in);
  const bool is_cmyk = pixels.is_cmyk();
  const std::uint32_t a = from[0], b = from[1], c = from[2], d = is_cmyk ? from[3] : 0;
  if (out != nullptr) {
    auto* const to = reinterpret_cast<std::uint32_t*>(out);
    to[0] = a;
    to[1] = b;
    to[2] = c;
    if (is_cmyk) to[3] = d;
  }
  return is_cmyk ? Words<Sample>::amounts_of_cmyk(a, b, c, d) : Words<Sample>::amounts_of_rgb(a, b, c);
}

template <typename Sample>
__device__ WordAmounts copy_pixels(const CrispPixels& pixels, const Sample* in, Sample* out, std::int64_t x,
                                   std::int64_t width) {
  WordAmounts all;
  for (int p = 0; p < Words<Sample>::pixels; ++p) {
    const std::int64_t column = std::clamp<std::int64_t>(x + p, 0, width - 1);
    const Sample* const pixel = in + column * pixels.samples;
    const CrispAmounts<Sample> amounts = amounts_of(pixels, pixel);
    all.least |= Words<Sample>::at(p, amounts.least);
    all.most |= Words<Sample>::at(p, amounts.most);
    if (out == nullptr || column != x + p) continue;
    for (int i = 0; i < pixels.samples; ++i) out[column * pixels.samples + i] = pixel[i];
  }
  return all;
}

// Copies the tile's pixels, and fills `tile`. Returns whether this thread saw a tone.
template <typename Sample>
__device__ bool copy_tile(const CrispPixels& pixels, const CrispStrip& strip, std::int64_t left, std::int64_t top,
                          Tile& tile) {
  const bool is_plain = are_plain(pixels, strip);
  bool has_tones = false;
  for (int i = static_cast<int>(threadIdx.x); i < Tile::rows * Tile::words; i += crisp_threads) {
    const int y = i / Tile::words, word = i % Tile::words;
    const std::int64_t x = left + (word - 1) * Words<Sample>::pixels, own_row = top + y - window;
    const std::int64_t row = std::clamp(own_row, -strip.above, strip.rows + strip.below - 1);
    const auto* const in = reinterpret_cast<const Sample*>(strip.in + row * strip.stride);
    const bool is_own = y >= window && y < window + tile_rows && own_row < strip.rows && word >= 1 &&
                        word <= tile_words && x < strip.width;
    auto* const out = is_own ? reinterpret_cast<Sample*>(strip.out + row * strip.out_stride) : nullptr;
    const bool is_whole = x >= 0 && x + Words<Sample>::pixels <= strip.width;
    const WordAmounts amounts =
        is_plain && is_whole
            ? copy_plain_pixels(pixels, in + x * pixels.samples, out == nullptr ? nullptr : out + x * pixels.samples)
            : copy_pixels(pixels, in, out, x, strip.width);
    tile.least[y][word] = amounts.least;
    tile.most[y][word] = amounts.most;
    has_tones |= Words<Sample>::tones(amounts) != 0;
  }
  return has_tones;
}

// The least and the most of each pixel of a word and the pixels beside it.
template <typename Sample>
__device__ WordAmounts beside(const std::uint32_t* word) {
  using W = Words<Sample>;
  const std::uint32_t left = W::shifted_right(word[-1], word[0]), right = W::shifted_left(word[0], word[1]);
  return {W::min(word[0], W::min(left, right)), W::max(word[0], W::max(left, right))};
}

// Makes the pixels crisp that `chosen` has, of the word at (x, y) of the tile.
template <typename Sample>
__device__ void make_crisp_pixels(const CrispPixels& pixels, const CrispScale& scale, const Tile& tile, int word, int y,
                                  std::uint32_t chosen, Sample* out, int count) {
  const auto amount = [&](const auto& words, int x, int row) {
    return int{reinterpret_cast<const Sample*>(words[row])[x]};
  };
  for (int p = 0; p < count; ++p, out += pixels.samples) {
    if ((chosen & Words<Sample>::at(p, 1)) == 0) continue;
    const int x = word * Words<Sample>::pixels + p;
    make_crisp_pixel(
        pixels, scale, [&](int dx, int dy) { return amount(tile.least, x + dx, y + dy); },
        [&](int dx, int dy) { return amount(tile.most, x + dx, y + dy); }, out);
  }
}

// The rows of this thread in a tile whose pixels are copied.
template <typename Sample>
__device__ void make_tile_crisp(const CrispPixels& pixels, const CrispScale& scale, const CrispStrip& strip,
                                std::int64_t left, std::int64_t top, const Tile& tile) {
  using W = Words<Sample>;
  const int word = 1 + static_cast<int>(threadIdx.x) % tile_words;
  const int first = window + static_cast<int>(threadIdx.x) / tile_words * thread_rows;
  const std::int64_t x = left + (word - 1) * W::pixels;
  const auto count = static_cast<int>(std::min<std::int64_t>(W::pixels, strip.width - x));
  WordAmounts above = beside<Sample>(&tile.least[first - 1][word]), here = beside<Sample>(&tile.least[first][word]);
#pragma unroll 1
  for (int y = first; y < first + thread_rows; ++y) {
    const WordAmounts below = beside<Sample>(&tile.least[y + 1][word]);
    const std::uint32_t least = W::min(here.least, W::min(above.least, below.least));
    const std::uint32_t most = W::max(here.most, W::max(above.most, below.most));
    const std::uint32_t chosen = W::are_at_least(W::minus(most, least), W::all(static_cast<Sample>(scale.flat()))) &
                                 W::tones({tile.least[y][word], tile.most[y][word]});
    const std::int64_t row = top + y - window;
    if (chosen != 0 && row < strip.rows) {
      auto* const out = reinterpret_cast<Sample*>(strip.out + row * strip.out_stride) + x * pixels.samples;
      make_crisp_pixels(pixels, scale, tile, word, y, chosen, out, count);
    }
    above = here;
    here = below;
  }
}

template <typename Sample>
__global__ void __launch_bounds__(crisp_threads)
    make_tiles_crisp(const __grid_constant__ CrispPixels pixels, const __grid_constant__ CrispScale scale,
                     const __grid_constant__ CrispStrip strip) {
  __shared__ Tile tile;
  const std::int64_t left = std::int64_t{blockIdx.x} * tile_words * Words<Sample>::pixels;
  for (std::int64_t top = std::int64_t{blockIdx.y} * tile_rows; top < strip.rows;
       top += std::int64_t{gridDim.y} * tile_rows) {
    const bool has_tones = copy_tile<Sample>(pixels, strip, left, top, tile);
    if (__syncthreads_or(has_tones)) make_tile_crisp<Sample>(pixels, scale, strip, left, top, tile);
    __syncthreads();
  }
}

}  // namespace

Status enqueue_crisp(Crisp crisp, const PixelFormat& format, const CrispStrip& strip, Stream stream) {
  if (strip.width == 0 || strip.rows == 0) return {};
  if (crisp == Crisp::off || !can_be_crisp(format)) {
    return status_of(cudaMemcpy2DAsync(strip.out, strip.out_stride, strip.in, strip.stride,
                                       strip.width * format.bytes(), strip.rows, cudaMemcpyDeviceToDevice, stream),
                     "cannot copy rows");
  }
  const std::int64_t tile_columns = tile_words * static_cast<std::int64_t>(sizeof(std::uint32_t)) * 8 / format.bits;
  const std::int64_t across = (strip.width + tile_columns - 1) / tile_columns;
  const std::int64_t down = std::min((strip.rows + tile_rows - 1) / tile_rows, most_blocks);
  const dim3 grid(static_cast<unsigned>(across), static_cast<unsigned>(down));
  const auto kernel = format.bits == 8 ? make_tiles_crisp<std::uint8_t> : make_tiles_crisp<std::uint16_t>;
  return start_kernel("cannot make text crisp", kernel, grid, dim3(crisp_threads), stream, crisp_pixels(format),
                      crisp_scale(crisp, format.bits), strip);
}

}  // namespace platerip::separation::cuda
