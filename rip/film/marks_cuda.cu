// Blocks travel as parameters of the kernel, so that they need no memory on the device.
#include "rip/film/marks_cuda.h"

#include <cuda_runtime.h>

#include <utility>

#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int mark_threads = 128;
constexpr int most_placed = 120;  // parameters take at most 4 KiB

struct PlacedBlock {
  std::int64_t offset;  // in bytes from the first sample of the plane's rows
  std::int32_t width;
  std::int32_t height;
  int sample;
};

struct PlacedBlocks {
  PlacedBlock blocks[most_placed];
};

// A thread block for each block.
template <typename Sample>
__global__ void draw(std::byte* samples, std::int64_t stride, PlacedBlocks list) {
  const PlacedBlock& block = list.blocks[blockIdx.x];
  for (std::int32_t y = 0; y < block.height; ++y) {
    auto* const row = reinterpret_cast<Sample*>(samples + block.offset + y * stride);
    for (std::int32_t x = static_cast<std::int32_t>(threadIdx.x); x < block.width; x += mark_threads)
      row[x] = static_cast<Sample>(block.sample);
  }
}

}  // namespace

Status draw_marks(const StagedPage& page, const StageRows& rows, std::span<const Block> blocks,
                  const separation::Plane& ink, separation::cuda::Stream stream) {
  const int bits = page.format.bits;
  PlacedBlocks list;
  unsigned count = 0;
  const auto kernel = bits == 8 ? draw<std::uint8_t> : draw<std::uint16_t>;
  const auto start = [&] {
    const unsigned placed = std::exchange(count, 0);
    return start_kernel("cannot draw marks", kernel, placed, mark_threads, stream, ink.samples, ink.stride, list);
  };
  for (const Block& block : blocks) {
    const Block part = part_of(block, rows.first, rows.rows);
    if (part.height <= 0 || part.width <= 0) continue;
    list.blocks[count++] = {part.y * ink.stride + part.x * bits / 8, static_cast<std::int32_t>(part.width),
                            static_cast<std::int32_t>(part.height), sample_of(block, bits)};
    if (count < most_placed) continue;
    if (const Status status = start(); !status.ok()) return status;
  }
  return count > 0 ? start() : Status();
}

}  // namespace platerip::rip::cuda
