#include "halftone/cuda/thresholds.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"

namespace platerip::halftone::cuda {
namespace {

constexpr int chunk_bytes = 16;  // samples that a thread loads at a time
constexpr int chunk_words = chunk_bytes / 4;
constexpr int rows_of_thread = 16;  // so that it divides by the tile's size once
constexpr int threads = 128;

// The tile on the device: thresholds in samples, as on the CPU. Each row goes on beyond the end of the tile as if it
// began again, so that a chunk of thresholds can be read from any column on, in words.
struct Tile {
  const std::byte* thresholds;
  int width;
  int height;
  int shift;
  int row_bytes;  // from row to row
};

int padded_row_bytes(const Settings& settings) {
  const int sample = settings.bits / 8;
  return (settings.planes[0].screen->width * sample + chunk_bytes + 4 + 3) / 4 * 4;
}

// A row of the page and where it lies on the tile.
struct Place {
  int tile_row;
  int first;  // the tile's column of the page's column 0

  __device__ Place(const Tile& tile, std::int64_t y)
      : tile_row(static_cast<int>(y % tile.height)),
        first(static_cast<int>(y / tile.height % tile.width * tile.shift % tile.width)) {}

  __device__ void next(const Tile& tile) {
    if (++tile_row < tile.height) return;
    tile_row = 0;
    first += tile.shift;
    if (first >= tile.width) first -= tile.width;
  }
};

struct Screening {
  DeviceStrip strip;
  Tile tile;
  std::int64_t first_row;  // of the page
  std::int64_t width;
  std::int64_t begin;  // the first byte of a row of the plate to be made, and the one after the last
  std::int64_t end;
  int levels;
  int bits;  // bits of a plate's pixel
};

template <typename Sample>
__device__ unsigned level_of(unsigned sample, unsigned threshold, int steps) {
  constexpr unsigned solid = sizeof(Sample) == 1 ? 255 : 65535;
  const unsigned amount = sample * static_cast<unsigned>(steps);
  return amount / solid + (amount % solid > threshold);
}

// Each thread makes one byte of its rows of the plate.
template <typename Sample>
__global__ void compare_pixels(const __grid_constant__ Screening screening) {
  const std::int64_t byte = screening.begin + blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (byte >= screening.end) return;
  const DeviceStrip& strip = screening.strip;
  const Tile& tile = screening.tile;
  const int per_byte = 8 / screening.bits;
  for (std::int64_t row = blockIdx.y; row < strip.rows; row += gridDim.y) {
    const auto* samples =
        reinterpret_cast<const Sample*>(strip.samples + blockIdx.z * strip.samples_plane + row * strip.samples_row);
    const Place place(tile, screening.first_row + row);
    const auto* thresholds =
        reinterpret_cast<const Sample*>(tile.thresholds + std::int64_t{place.tile_row} * tile.row_bytes);
    unsigned packed = 0;
    for (int i = 0; i < per_byte; ++i) {
      const std::int64_t x = byte * per_byte + i;
      unsigned level = 0;
      if (x < screening.width)
        level = level_of<Sample>(samples[x], thresholds[(x + place.first) % tile.width], screening.levels - 1);
      packed = packed << screening.bits | level;
    }
    strip.pixels[blockIdx.z * strip.pixels_plane + row * strip.pixels_row + byte] = static_cast<std::byte>(packed);
  }
}

// The bits of a word of samples, the first one highest, where they are above the thresholds.
template <typename Sample>
__device__ unsigned bits_of(std::uint32_t samples, std::uint32_t thresholds) {
  if constexpr (sizeof(Sample) == 1) {
    return __dp4a(__vcmpgtu4(samples, thresholds) & 0x01020408u, 0x01010101u, 0u);
  } else {
    const std::uint32_t above = __vcmpgtu2(samples, thresholds) & 0x00010002u;
    return (above | above >> 16) & 3;
  }
}

// Two levels: each thread makes the bits of a chunk of samples in some rows. Precondition: chunks are aligned.
template <typename Sample>
__global__ void compare_chunks(const __grid_constant__ Screening screening) {
  constexpr int pixels = chunk_bytes / sizeof(Sample);
  constexpr int plate_bytes = pixels / 8;
  const std::int64_t byte = screening.begin + (blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x) * plate_bytes;
  if (byte >= screening.end) return;
  const DeviceStrip& strip = screening.strip;
  const Tile tile = screening.tile;
  const auto column = static_cast<int>(byte * 8 % tile.width);
  for (std::int64_t begin = blockIdx.y * std::int64_t{rows_of_thread}; begin < strip.rows;
       begin += gridDim.y * std::int64_t{rows_of_thread}) {
    const std::byte* samples =
        strip.samples + blockIdx.z * strip.samples_plane + begin * strip.samples_row + byte * 8 * sizeof(Sample);
    std::byte* to = strip.pixels + blockIdx.z * strip.pixels_plane + begin * strip.pixels_row + byte;
    Place place(tile, screening.first_row + begin);
    const int rows = static_cast<int>(min(std::int64_t{rows_of_thread}, strip.rows - begin));
#pragma unroll 4
    for (int row = 0; row < rows; ++row) {
      const uint4 chunk = *reinterpret_cast<const uint4*>(samples);
      int from = column + place.first;
      if (from >= tile.width) from -= tile.width;
      const int from_byte = from * static_cast<int>(sizeof(Sample));
      const auto* words = reinterpret_cast<const std::uint32_t*>(
          tile.thresholds + std::int64_t{place.tile_row} * tile.row_bytes + (from_byte & ~3));
      const std::uint32_t sample_words[chunk_words] = {chunk.x, chunk.y, chunk.z, chunk.w};
      const unsigned shift = 8 * (from_byte & 3);
      unsigned bits = 0;
      std::uint32_t low = words[0];
#pragma unroll
      for (int i = 0; i < chunk_words; ++i) {
        const std::uint32_t high = words[i + 1];
        bits = bits << (4 / sizeof(Sample)) | bits_of<Sample>(sample_words[i], __funnelshift_r(low, high, shift));
        low = high;
      }
      if constexpr (plate_bytes == 2) {
        *reinterpret_cast<std::uint16_t*>(to) = static_cast<std::uint16_t>(__byte_perm(bits, 0, 0x4401));
      } else {
        *to = static_cast<std::byte>(bits);
      }
      samples += strip.samples_row;
      to += strip.pixels_row;
      place.next(tile);
    }
  }
}

bool chunks_are_aligned(const DeviceStrip& strip) {
  const auto samples = reinterpret_cast<std::uintptr_t>(strip.samples) |
                       static_cast<std::uintptr_t>(strip.samples_row | strip.samples_plane);
  const auto pixels = reinterpret_cast<std::uintptr_t>(strip.pixels) |
                      static_cast<std::uintptr_t>(strip.pixels_row | strip.pixels_plane);
  return samples % chunk_bytes == 0 && pixels % 2 == 0;
}

dim3 grid_of(const Settings& settings, std::int64_t across, std::int64_t down) {
  return {static_cast<unsigned>((across + threads - 1) / threads),
          static_cast<unsigned>(std::min<std::int64_t>(down, 65535)), static_cast<unsigned>(settings.planes.size())};
}

template <typename Sample>
Status enqueue(const Settings& settings, Screening screening, Stream stream) {
  constexpr const char* doing = "cannot start the halftone";
  constexpr std::int64_t pixels = chunk_bytes / sizeof(Sample);
  const std::int64_t chunks = settings.levels == 2 && chunks_are_aligned(screening.strip) ? settings.width / pixels : 0;
  if (chunks > 0) {
    screening.end = chunks * pixels / 8;
    const dim3 grid = grid_of(settings, chunks, (screening.strip.rows + rows_of_thread - 1) / rows_of_thread);
    const Status status = start_kernel(doing, compare_chunks<Sample>, grid, threads, stream, screening);
    if (!status.ok()) return status;
  }
  screening.begin = chunks * pixels / 8;
  screening.end = plate_row_bytes(settings.width, settings.levels);
  if (screening.begin == screening.end) return {};
  const dim3 grid = grid_of(settings, screening.end - screening.begin, screening.strip.rows);
  return start_kernel(doing, compare_pixels<Sample>, grid, threads, stream, screening);
}

template <typename Sample>
Status send(const Settings& settings, std::byte* tile, Stream stream) {
  const Screen& screen = *settings.planes[0].screen;
  const auto row = static_cast<std::int64_t>(padded_row_bytes(settings) / sizeof(Sample));
  constexpr int unit = sizeof(Sample) == 1 ? 257 : 1;
  std::vector<Sample> thresholds(screen_bytes(settings) / sizeof(Sample));
  for (std::int64_t y = 0; y < screen.height; ++y) {
    for (std::int64_t x = 0; x < row; ++x) {
      const int threshold = screen.thresholds[static_cast<std::size_t>(y * screen.width + x % screen.width)];
      thresholds[static_cast<std::size_t>(y * row + x)] = static_cast<Sample>(std::min(threshold, 65534) / unit);
    }
  }
  // CUDA has copied pageable memory when this returns.
  return status_of(cudaMemcpyAsync(tile, thresholds.data(), screen_bytes(settings), cudaMemcpyHostToDevice, stream),
                   "cannot copy the screen to the device");
}

}  // namespace

std::size_t screen_bytes(const Settings& settings) {
  return static_cast<std::size_t>(padded_row_bytes(settings)) *
         static_cast<std::size_t>(settings.planes[0].screen->height);
}

Status send_screen(const Settings& settings, std::byte* tile, Stream stream) {
  return settings.bits == 8 ? send<std::uint8_t>(settings, tile, stream) : send<std::uint16_t>(settings, tile, stream);
}

Status enqueue_screen(const Settings& settings, const std::byte* tile, const DeviceStrip& strip, std::int64_t first_row,
                      Stream stream) {
  const Screen& screen = *settings.planes[0].screen;
  const Screening screening{.strip = strip,
                            .tile = {.thresholds = tile,
                                     .width = screen.width,
                                     .height = screen.height,
                                     .shift = screen.shift,
                                     .row_bytes = padded_row_bytes(settings)},
                            .first_row = first_row,
                            .width = settings.width,
                            .begin = 0,
                            .end = 0,
                            .levels = settings.levels,
                            .bits = plate_bits(settings.levels)};
  return settings.bits == 8 ? enqueue<std::uint8_t>(settings, screening, stream)
                            : enqueue<std::uint16_t>(settings, screening, stream);
}

}  // namespace platerip::halftone::cuda
