// Marks on NVIDIA GPUs. Blocks travel as parameters of the kernel, so that they need no memory on the device.
#include <utility>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"
#include "rip/film/marks_on_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"

namespace platerip::rip {
namespace {

constexpr int block_threads = 128;
constexpr int most_blocks = 120;  // parameters take at most 4 KiB

struct PlacedBlock {
  std::int64_t offset;  // in bytes from the first sample of the plane's rows
  std::int32_t width;
  std::int32_t height;
  int sample;
};

struct PlacedBlocks {
  PlacedBlock blocks[most_blocks];
};

// A thread block for each block.
template <typename Sample>
__global__ void draw(std::byte* samples, std::int64_t stride, PlacedBlocks list) {
  const PlacedBlock& block = list.blocks[blockIdx.x];
  for (std::int32_t y = 0; y < block.height; ++y) {
    auto* const row = reinterpret_cast<Sample*>(samples + block.offset + y * stride);
    for (std::int32_t x = static_cast<std::int32_t>(threadIdx.x); x < block.width; x += block_threads)
      row[x] = static_cast<Sample>(block.sample);
  }
}

class MarksOnCuda : public MarksStage, public cuda::PlaneStageOnCuda {
 public:
  using MarksStage::MarksStage;

  Status enqueue(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                 std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/,
                 cuda::Stream stream) const override {
    const std::int64_t row_bytes = page.width * page.format.bits / 8;
    for (std::size_t ink = 0; ink < out.size(); ++ink) {
      const separation::Plane& from = in[inks()[ink]];
      const cudaError_t error =
          cudaMemcpy2DAsync(out[ink].samples, static_cast<std::size_t>(out[ink].stride), from.samples,
                            static_cast<std::size_t>(from.stride), static_cast<std::size_t>(row_bytes),
                            static_cast<std::size_t>(rows.rows), cudaMemcpyDeviceToDevice, stream);
      if (error != cudaSuccess) return status_of(error, "cannot copy an ink");
      if (const Status status = draw_on(out[ink], page.format.bits, ink, rows, stream); !status.ok()) return status;
    }
    return {};
  }

 private:
  // Blocks may overlap only if they have the same ink, so their order does not matter.
  Status draw_on(const separation::Plane& plane, int bits, std::size_t ink, const StageRows& rows,
                 cuda::Stream stream) const {
    PlacedBlocks list;
    unsigned count = 0;
    const auto kernel = bits == 8 ? draw<std::uint8_t> : draw<std::uint16_t>;
    const auto start = [&] {
      const unsigned blocks = std::exchange(count, 0);
      return start_kernel("cannot draw marks", kernel, blocks, block_threads, stream, plane.samples, plane.stride,
                          list);
    };
    for (const Block& block : blocks_of(ink)) {
      const Block part = part_of(block, rows);
      if (part.height <= 0 || part.width <= 0) continue;
      list.blocks[count++] = {part.y * plane.stride + part.x * bits / 8, static_cast<std::int32_t>(part.width),
                              static_cast<std::int32_t>(part.height), sample_of(block, bits)};
      if (count < most_blocks) continue;
      if (const Status status = start(); !status.ok()) return status;
    }
    return count > 0 ? start() : Status();
  }
};

}  // namespace

std::shared_ptr<const PlaneStage> marks_for_makers(std::vector<std::size_t> inks,
                                                   std::vector<std::vector<Block>> blocks) {
  return std::make_shared<MarksOnCuda>(std::move(inks), std::move(blocks));
}

}  // namespace platerip::rip
