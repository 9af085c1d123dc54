#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "separation/edges/crisp_cuda.h"
#include "separation/edges/crisp_pixels.h"

namespace platerip::separation::cuda {
namespace {

// A thread block makes a tile of the page. Its threads are as wide as the tile.
constexpr int columns = 32, rows = 32, thread_rows = 8;
constexpr int window = crisp_window;
constexpr std::int64_t most_blocks = 65535;  // along y

template <typename Sample>
using Tile = Sample[rows + 2 * window][columns + 2 * window];

template <typename Sample>
__global__ void make_tiles_crisp(CrispPixels pixels, CrispScale scale, CrispStrip strip) {
  __shared__ Tile<Sample> least, most;
  const std::int64_t left = std::int64_t{blockIdx.x} * columns;
  for (std::int64_t top = std::int64_t{blockIdx.y} * rows; top < strip.rows; top += std::int64_t{gridDim.y} * rows) {
    bool has_tones = false;
    for (int y = threadIdx.y; y < rows + 2 * window; y += thread_rows) {
      const std::int64_t row = std::clamp(top + y - window, -strip.above, strip.rows + strip.below - 1);
      const auto* const in = reinterpret_cast<const Sample*>(strip.in + row * strip.stride);
      for (int x = threadIdx.x; x < columns + 2 * window; x += columns) {
        const std::int64_t column = std::clamp<std::int64_t>(left + x - window, 0, strip.width - 1);
        const CrispAmounts<Sample> amounts = amounts_of(pixels, in + column * pixels.samples);
        least[y][x] = amounts.least;
        most[y][x] = amounts.most;
        has_tones |= is_tone(amounts);
      }
    }
    const bool may_change = __syncthreads_or(has_tones);

    const std::int64_t column = left + threadIdx.x;
    for (int y = threadIdx.y; y < rows && top + y < strip.rows && column < strip.width; y += thread_rows) {
      const auto* const in = reinterpret_cast<const Sample*>(strip.in + (top + y) * strip.stride);
      auto* const out = reinterpret_cast<Sample*>(strip.out + (top + y) * strip.out_stride) + column * pixels.samples;
      for (int i = 0; i < pixels.samples; ++i) out[i] = in[column * pixels.samples + i];
      const int x = static_cast<int>(threadIdx.x) + window;
      if (!may_change || !is_tone(CrispAmounts<Sample>{least[y + window][x], most[y + window][x]})) continue;
      make_crisp_pixel(
          pixels, scale, [&](int dx, int dy) { return int{least[y + window + dy][x + dx]}; },
          [&](int dx, int dy) { return int{most[y + window + dy][x + dx]}; }, out);
    }
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
  const std::int64_t across = (strip.width + columns - 1) / columns, down = (strip.rows + rows - 1) / rows;
  const dim3 grid(static_cast<unsigned>(across), static_cast<unsigned>(std::min(down, most_blocks)));
  const dim3 threads(columns, thread_rows);
  const auto kernel = format.bits == 8 ? make_tiles_crisp<std::uint8_t> : make_tiles_crisp<std::uint16_t>;
  return start_kernel("cannot make text crisp", kernel, grid, threads, stream, crisp_pixels(format),
                      crisp_scale(crisp, format.bits), strip);
}

}  // namespace platerip::separation::cuda
