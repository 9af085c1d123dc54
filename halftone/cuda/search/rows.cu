// Between plates and the words of pixels.
#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"
#include "halftone/cuda/search/kernels.h"

namespace platerip::halftone::cuda {
namespace {

constexpr int row_threads = 128;
constexpr int at_a_time = 8;  // pixels of a thread: 16 bytes of words, 1, 2 or 4 bytes of a plate

struct Rows {
  DeviceStrip strip;
  PlaneWords words;
  std::int64_t row;
  std::int64_t width;
  std::int64_t row_bytes;  // of a plate
  unsigned levels;
  int bits;  // bits of a plate's pixel

  __device__ uint4* group(std::int64_t y, std::int64_t x) const {
    const PixelWord* from = words.words + blockIdx.z * words.plane + (row + y) % words.capacity * words.stride + x;
    return reinterpret_cast<uint4*>(const_cast<PixelWord*>(from));
  }
  __device__ const std::byte* samples(std::int64_t y) const {
    return strip.samples + blockIdx.z * strip.samples_plane + y * strip.samples_row;
  }
  __device__ std::byte* pixels(std::int64_t y) const {
    return strip.pixels + blockIdx.z * strip.pixels_plane + y * strip.pixels_row;
  }
};

__device__ std::int64_t first_pixel() {
  return (blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x) * at_a_time;
}

template <typename Sample>
__global__ void load_rows(const __grid_constant__ Rows rows) {
  constexpr unsigned solid = sizeof(Sample) == 1 ? 255 : 65535;
  const std::int64_t x = first_pixel();
  if (x >= rows.width) return;
  for (std::int64_t y = blockIdx.y; y < rows.strip.rows; y += gridDim.y) {
    const auto* samples = reinterpret_cast<const Sample*>(rows.samples(y));
    const std::byte* pixels = rows.pixels(y);
    std::uint32_t packed[at_a_time / 2] = {};
#pragma unroll
    for (int i = 0; i < at_a_time; ++i) {
      if (x + i >= rows.width) break;
      const std::int64_t bit = (x + i) * rows.bits;
      const unsigned level =
          static_cast<unsigned>(pixels[bit / 8]) >> (8 - rows.bits - bit % 8) & ((1U << rows.bits) - 1);
      packed[i / 2] |= std::uint32_t{pixel_word(samples[x + i], solid, rows.levels, level)} << i % 2 * 16;
    }
    *rows.group(y, x) = {packed[0], packed[1], packed[2], packed[3]};
  }
}

__global__ void write_rows(const __grid_constant__ Rows rows) {
  const std::int64_t x = first_pixel();
  if (x >= rows.width) return;
  for (std::int64_t y = blockIdx.y; y < rows.strip.rows; y += gridDim.y) {
    const uint4 words = *rows.group(y, x);
    const std::uint32_t pairs[at_a_time / 2] = {words.x, words.y, words.z, words.w};
    std::uint32_t packed = 0;
#pragma unroll
    for (int i = 0; i < at_a_time; ++i)
      packed = packed << rows.bits | printed_level(static_cast<PixelWord>(pairs[i / 2] >> i % 2 * 16));
    const std::int64_t first = x * rows.bits / 8;
    for (int i = 0; i < rows.bits && first + i < rows.row_bytes; ++i)
      rows.pixels(y)[first + i] = static_cast<std::byte>(packed >> 8 * (rows.bits - 1 - i));
  }
}

Status start(const char* doing, void (*kernel)(Rows), const Settings& settings, const PlaneWords& words,
             const DeviceStrip& strip, std::int64_t row, Stream stream) {
  const Rows rows{.strip = strip,
                  .words = words,
                  .row = row,
                  .width = settings.width,
                  .row_bytes = plate_row_bytes(settings.width, settings.levels),
                  .levels = static_cast<unsigned>(settings.levels),
                  .bits = plate_bits(settings.levels)};
  constexpr int in_block = row_threads * at_a_time;
  const dim3 grid(static_cast<unsigned>((settings.width + in_block - 1) / in_block),
                  static_cast<unsigned>(std::min<std::int64_t>(strip.rows, 65535)),
                  static_cast<unsigned>(settings.planes.size()));
  return start_kernel(doing, kernel, grid, row_threads, stream, rows);
}

}  // namespace

Status enqueue_load(const Settings& settings, const PlaneWords& words, const DeviceStrip& strip, std::int64_t row,
                    Stream stream) {
  return start("cannot begin the search", settings.bits == 8 ? load_rows<std::uint8_t> : load_rows<std::uint16_t>,
               settings, words, strip, row, stream);
}

Status enqueue_write(const Settings& settings, const PlaneWords& words, const DeviceStrip& strip, std::int64_t row,
                     Stream stream) {
  return start("cannot finish the search", write_rows, settings, words, strip, row, stream);
}

}  // namespace platerip::halftone::cuda
