#include "halftone/cuda/thresholds.h"

#include <cuda_runtime.h>

#include <array>

#include "base/cuda_start.h"

namespace platerip::halftone::cuda {
namespace {

struct Points {
  DeviceStrip strip;
  std::int64_t width;
  std::int64_t row_bytes;
  int bits;                                // bits of a plate's pixel
  int levels;                              // of the inks
  std::array<int, max_levels> value;       // of the levels
  std::array<RowThresholds, 8> threshold;  // [row][column], both repeated
};

template <typename Sample>
__device__ int amount(const std::byte* samples, std::int64_t x) {
  const std::uint32_t a = reinterpret_cast<const Sample*>(samples)[x];
  return static_cast<int>(sizeof(Sample) == 1 ? 16 * a : (a * solid + 32767) / 65535);
}

// Each thread makes one byte of its rows of the plate.
template <typename Sample>
__global__ void compare_points(const __grid_constant__ Points points) {
  const std::int64_t byte = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (byte >= points.row_bytes) return;
  const DeviceStrip& strip = points.strip;
  for (std::int64_t row = blockIdx.y; row < strip.rows; row += gridDim.y) {
    const std::byte* samples = strip.samples + blockIdx.z * strip.samples_plane + row * strip.samples_row;
    unsigned packed = 0;
    for (int i = 0; i < 8 / points.bits; ++i) {
      const std::int64_t x = byte * (8 / points.bits) + i;
      unsigned level = 0;
      if (x < points.width) {
        const int above_paper = amount<Sample>(samples, x);
        const int threshold = points.threshold[row % 8][x % 8];
        for (int k = 1; k < points.levels; ++k)
          level += 128 * (above_paper - points.value[k - 1]) > threshold * (points.value[k] - points.value[k - 1]);
      }
      packed = packed << points.bits | level;
    }
    strip.pixels[blockIdx.z * strip.pixels_plane + row * strip.pixels_row + byte] = static_cast<std::byte>(packed);
  }
}

}  // namespace

Status enqueue_points(const Settings& settings, const DeviceStrip& strip, std::int64_t first_row, Stream stream) {
  const LevelAmounts levels(settings.planes[0].drops, settings.levels, solid);
  Points points{.strip = strip,
                .width = settings.width,
                .row_bytes = plate_row_bytes(settings.width, settings.levels),
                .bits = plate_bits(settings.levels),
                .levels = levels.levels,
                .value = levels.value,
                .threshold = {}};
  for (int row = 0; row < 8; ++row)
    points.threshold[static_cast<std::size_t>(row)] =
        settings.planes[0].method.info().points->row_thresholds(first_row + row);
  constexpr int threads = 128;
  const dim3 grid(static_cast<unsigned>((points.row_bytes + threads - 1) / threads),
                  static_cast<unsigned>(std::min<std::int64_t>(strip.rows, 65535)),
                  static_cast<unsigned>(settings.planes.size()));
  const auto kernel = settings.bits == 8 ? compare_points<std::uint8_t> : compare_points<std::uint16_t>;
  return start_kernel("cannot start the halftone", kernel, grid, threads, stream, points);
}

}  // namespace platerip::halftone::cuda
