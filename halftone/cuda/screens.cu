#include "halftone/cuda/thresholds.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "halftone/screens/screen_tones.h"

namespace platerip::halftone::cuda {
namespace {

constexpr int chunk_bytes = 16;  // samples that a thread loads at a time
constexpr int chunk_words = chunk_bytes / 4;
constexpr int threads = 128;

// The rows that a thread compares, and how many of them at a time, so that enough loads are on their way.
constexpr int rows_of_thread = 16;
constexpr int rows_at_a_time = 4;

// A tile on the device: thresholds in samples, as on the CPU. Each row goes on beyond the end of the tile as if it
// began again, so that a chunk of thresholds can be read from any column on, in words.
struct Tile {
  const std::byte* thresholds;
  int width;
  int height;
  int shift;
  int row_bytes;            // from row to row
  int tile_row;             // of the strip's first row
  int first;                // the tile's column of the page's column 0 in that row
  const ScreenTone* tones;  // how each sample prints, if drops are mixed or uneven
};

// A row of a strip, and where it lies on the tile.
struct Place {
  int tile_row;
  int first;

  __device__ Place(const Tile& tile, int row) {
    const int below = tile.tile_row + row;
    const int tiles = below / tile.height;
    tile_row = below - tiles * tile.height;
    first = static_cast<int>((tile.first + std::int64_t{tiles} * tile.shift) % tile.width);
  }

  __device__ void next(const Tile& tile) {
    if (++tile_row < tile.height) return;
    tile_row = 0;
    first += tile.shift;
    if (first >= tile.width) first -= tile.width;
  }
};

struct Screening {
  DeviceStrip strip;
  std::int64_t width;
  std::int64_t begin;  // the first byte of a row of the plate to be made, and the one after the last
  std::int64_t end;
  int levels;
  int bits;  // bits of a plate's pixel
  std::array<Tile, max_planes> tiles;
};

// How pixels print whose levels are evenly spaced, and not mixed.
template <typename Sample>
struct ByRemainder {
  using Threshold = Sample;
  static __device__ unsigned level(const Screening& screening, const Tile&, Sample sample, Sample threshold) {
    constexpr unsigned solid = sizeof(Sample) == 1 ? 255 : 65535;
    const unsigned amount = sample * static_cast<unsigned>(screening.levels - 1);
    return amount / solid + (amount % solid > threshold);
  }
};

// How pixels of any drops print.
template <typename Sample>
struct ByTones {
  using Threshold = std::uint16_t;
  static __device__ unsigned level(const Screening&, const Tile& tile, Sample sample, std::uint16_t threshold) {
    return static_cast<unsigned>(level_of(tile.tones[sample], threshold));
  }
};

// Each thread makes one byte of its rows of the plate.
template <typename Sample, class Levels>
__global__ void compare_pixels(const __grid_constant__ Screening screening) {
  const std::int64_t byte = screening.begin + blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (byte >= screening.end) return;
  const DeviceStrip& strip = screening.strip;
  const Tile& tile = screening.tiles[blockIdx.z];
  const int per_byte = 8 / screening.bits;
  for (std::int64_t row = blockIdx.y; row < strip.rows; row += gridDim.y) {
    const auto* samples =
        reinterpret_cast<const Sample*>(strip.samples + blockIdx.z * strip.samples_plane + row * strip.samples_row);
    const Place place(tile, static_cast<int>(row));
    const auto* thresholds = reinterpret_cast<const typename Levels::Threshold*>(
        tile.thresholds + std::int64_t{place.tile_row} * tile.row_bytes);
    unsigned packed = 0;
    for (int i = 0; i < per_byte; ++i) {
      const std::int64_t x = byte * per_byte + i;
      unsigned level = 0;
      if (x < screening.width)
        level = Levels::level(screening, tile, samples[x], thresholds[(x + place.first) % tile.width]);
      packed = packed << screening.bits | level;
    }
    strip.pixels[blockIdx.z * strip.pixels_plane + row * strip.pixels_row + byte] = static_cast<std::byte>(packed);
  }
}

// The highest bit of each sample of a word: 1 where the sample is above its threshold t. With n = the greatest sample −
// t, this is where the mean of s and n, rounded down, has that bit.
template <typename Sample>
__device__ std::uint32_t above(std::uint32_t samples, std::uint32_t thresholds) {
  constexpr std::uint32_t highest = sizeof(Sample) == 1 ? 0x80808080u : 0x80008000u;
  const std::uint32_t n = ~thresholds;
  return ((samples & n) + ((samples ^ n) >> 1 & ~highest)) & highest;
}

// A chunk of samples and its thresholds, which begin `shift` bits into the first word.
struct Chunk {
  uint4 samples;
  std::array<std::uint32_t, chunk_words + 1> thresholds;
  unsigned shift;

  __device__ std::uint32_t threshold(int word) const {
    return __funnelshift_r(thresholds[word], thresholds[word + 1], shift);
  }
};

// The bits of a chunk in the order of the plate's bytes, the first byte lowest. Products of 128, the highest bit of a
// sample's byte, put the bits in their places.
template <typename Sample>
__device__ std::uint32_t bits_of(const Chunk& chunk) {
  const std::uint32_t words[chunk_words] = {
      above<Sample>(chunk.samples.x, chunk.threshold(0)), above<Sample>(chunk.samples.y, chunk.threshold(1)),
      above<Sample>(chunk.samples.z, chunk.threshold(2)), above<Sample>(chunk.samples.w, chunk.threshold(3))};
  if constexpr (sizeof(Sample) == 1) {
    const std::uint32_t first = __dp4a(words[0], 0x10204080u, __dp4a(words[1], 0x01020408u, 0u));
    const std::uint32_t second = __dp4a(words[2], 0x10204080u, __dp4a(words[3], 0x01020408u, 0u));
    return first >> 7 | second << 1;
  } else {
    const std::uint32_t left = __dp4a(words[0], 0x40008000u, __dp4a(words[1], 0x10002000u, 0u));
    return __dp4a(words[2], 0x04000800u, __dp4a(words[3], 0x01000200u, left)) >> 7;
  }
}

// The chunks of a thread, from row to row.
struct Column {
  const std::byte* samples;
  std::byte* pixels;
  int column;  // of the tile, where the tile's column 0 is that of the page
  Place place;
};

template <typename Sample, int rows>
__device__ void compare_rows(const DeviceStrip& strip, const Tile& tile, Column& at) {
  Chunk chunks[rows];
#pragma unroll
  for (Chunk& chunk : chunks) {
    chunk.samples = __ldcs(reinterpret_cast<const uint4*>(at.samples));
    int from = at.column + at.place.first;
    if (from >= tile.width) from -= tile.width;
    from *= static_cast<int>(sizeof(Sample));
    const auto* words = reinterpret_cast<const std::uint32_t*>(
        tile.thresholds + std::int64_t{at.place.tile_row} * tile.row_bytes + (from & ~3));
#pragma unroll
    for (int i = 0; i <= chunk_words; ++i) chunk.thresholds[i] = __ldg(words + i);
    chunk.shift = 8 * (from & 3);
    at.samples += strip.samples_row;
    at.place.next(tile);
  }
#pragma unroll
  for (const Chunk& chunk : chunks) {
    const std::uint32_t bits = bits_of<Sample>(chunk);
    if constexpr (sizeof(Sample) == 1) {
      __stcs(reinterpret_cast<std::uint16_t*>(at.pixels), static_cast<std::uint16_t>(bits));
    } else {
      *at.pixels = static_cast<std::byte>(bits);
    }
    at.pixels += strip.pixels_row;
  }
}

// Two levels: each thread makes the bits of a chunk of samples in some rows. Precondition: chunks are aligned.
template <typename Sample>
__global__ void compare_chunks(const __grid_constant__ Screening screening) {
  constexpr int plate_bytes = chunk_bytes / sizeof(Sample) / 8;
  const std::int64_t byte = (blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x) * plate_bytes;
  if (byte >= screening.end) return;
  const DeviceStrip& strip = screening.strip;
  const Tile tile = screening.tiles[blockIdx.z];
  for (std::int64_t begin = blockIdx.y * std::int64_t{rows_of_thread}; begin < strip.rows;
       begin += gridDim.y * std::int64_t{rows_of_thread}) {
    Column at{.samples = strip.samples + blockIdx.z * strip.samples_plane + begin * strip.samples_row +
                         byte * 8 * static_cast<std::int64_t>(sizeof(Sample)),
              .pixels = strip.pixels + blockIdx.z * strip.pixels_plane + begin * strip.pixels_row + byte,
              .column = static_cast<int>(static_cast<std::uint32_t>(byte * 8) % tile.width),
              .place = Place(tile, static_cast<int>(begin))};
    int rows = static_cast<int>(min(std::int64_t{rows_of_thread}, strip.rows - begin));
    for (; rows >= rows_at_a_time; rows -= rows_at_a_time) compare_rows<Sample, rows_at_a_time>(strip, tile, at);
    for (; rows > 0; --rows) compare_rows<Sample, 1>(strip, tile, at);
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
  const bool even = screening.tiles[0].tones == nullptr;
  const auto kernel = even ? compare_pixels<Sample, ByRemainder<Sample>> : compare_pixels<Sample, ByTones<Sample>>;
  return start_kernel(doing, kernel, grid, threads, stream, screening);
}

// Whether all planes print all levels, evenly spaced, and do not mix.
bool are_even_planes(const Settings& settings) {
  return std::ranges::all_of(settings.planes, [&](const PlaneSettings& plane) {
    const std::size_t levels = amounts_of(plane.drops, settings.levels).size();
    return std::cmp_equal(levels, settings.levels) && are_even(plane.drops) && (levels == 2 || plane.drops.mix == 0);
  });
}

// Bits of a tile's threshold.
int threshold_bits(const Settings& settings) {
  return are_even_planes(settings) ? settings.bits : 16;
}

int padded_row_bytes(const Screen& screen, int bits) {
  return (screen.width * (bits / 8) + chunk_bytes + 4 + 3) / 4 * 4;
}

std::size_t tile_bytes(const Screen& screen, int bits) {
  return static_cast<std::size_t>(padded_row_bytes(screen, bits)) * static_cast<std::size_t>(screen.height);
}

std::size_t tones_bytes(const Settings& settings) {
  static_assert(sizeof(ScreenTone) == 6);
  return are_even_planes(settings) ? 0 : sizeof(ScreenTone) << settings.bits;
}

// Writes what the thresholds of a screen become.
template <typename Threshold, typename Become>
void write_tile(const Screen& screen, Threshold* to, Become become) {
  const auto row = static_cast<std::ptrdiff_t>(padded_row_bytes(screen, 8 * sizeof(Threshold)) / sizeof(Threshold));
  const std::uint16_t* from = screen.thresholds.data();
  for (int y = 0; y < screen.height; ++y, from += screen.width, to += row) {
    for (int x = 0; x < screen.width; ++x) to[x] = static_cast<Threshold>(become(from[x]));
    for (std::ptrdiff_t x = screen.width; x < row; ++x) to[x] = to[x - screen.width];
  }
}

// Evenly spaced levels compare samples with thresholds. Solid is above all of them.
void write_tile(const Settings& settings, const Screen& screen, std::byte* to) {
  const auto limited = [](std::uint16_t threshold) { return std::min<int>(threshold, 65534); };
  if (!are_even_planes(settings)) {
    write_tile(screen, reinterpret_cast<std::uint16_t*>(to), std::identity());
  } else if (settings.bits == 16) {
    write_tile(screen, reinterpret_cast<std::uint16_t*>(to), limited);
  } else {
    write_tile(screen, reinterpret_cast<std::uint8_t*>(to),
               [&](std::uint16_t threshold) { return limited(threshold) / 257; });
  }
}

}  // namespace

std::size_t screens_bytes(const Settings& settings) {
  std::size_t bytes = 0;
  for (const PlaneSettings& plane : settings.planes)
    bytes += tile_bytes(*plane.screen, threshold_bits(settings)) + tones_bytes(settings);
  return bytes;
}

Status send_screens(const Settings& settings, std::byte* memory, Stream stream) {
  std::vector<std::byte> all(screens_bytes(settings));
  std::byte* to = all.data();
  for (const PlaneSettings& plane : settings.planes) {
    write_tile(settings, *plane.screen, to);
    to += tile_bytes(*plane.screen, threshold_bits(settings));
    if (tones_bytes(settings) == 0) continue;
    std::memcpy(to, screen_tones(plane.drops, settings.levels, settings.bits).data(), tones_bytes(settings));
    to += tones_bytes(settings);
  }
  // CUDA has copied pageable memory when this returns.
  return status_of(cudaMemcpyAsync(memory, all.data(), all.size(), cudaMemcpyHostToDevice, stream),
                   "cannot copy the screens to the device");
}

Status enqueue_screens(const Settings& settings, const std::byte* memory, const DeviceStrip& strip,
                       std::int64_t first_row, Stream stream) {
  Screening screening{.strip = strip,
                      .width = settings.width,
                      .begin = 0,
                      .end = 0,
                      .levels = settings.levels,
                      .bits = plate_bits(settings.levels),
                      .tiles = {}};
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const Screen& screen = *settings.planes[i].screen;
    const std::size_t bytes = tile_bytes(screen, threshold_bits(settings));
    const bool has_tones = tones_bytes(settings) > 0;
    screening.tiles[i] = {.thresholds = memory,
                          .width = screen.width,
                          .height = screen.height,
                          .shift = screen.shift,
                          .row_bytes = padded_row_bytes(screen, threshold_bits(settings)),
                          .tile_row = static_cast<int>(first_row % screen.height),
                          .first = first_column(screen, first_row),
                          .tones = has_tones ? reinterpret_cast<const ScreenTone*>(memory + bytes) : nullptr};
    memory += bytes + tones_bytes(settings);
  }
  return settings.bits == 8 ? enqueue<std::uint8_t>(settings, screening, stream)
                            : enqueue<std::uint16_t>(settings, screening, stream);
}

}  // namespace platerip::halftone::cuda
