#include "tests/bench/literature/knight_order.h"

#include <algorithm>

#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {
namespace {

std::vector<int> bases_of(int width, int height) {
  std::vector<int> bases;
  int stored = 0;
  for (int t = 0; t < steps_of(KnightOrder::delay, width, height); ++t) {
    const Step step = step_at(t, KnightOrder::delay, width, height);
    bases.push_back(stored - step.first);
    stored += std::max(0, step.count());
  }
  return bases;
}

__global__ void move(const std::uint8_t* from, std::uint8_t* to, const int* bases, int width, int height, bool back) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = static_cast<int>(blockIdx.y); y < height; y += static_cast<int>(gridDim.y)) {
    const std::int64_t row_by_row = std::int64_t{y} * width + x;
    const int knight = bases[x + KnightOrder::delay * y] + y;
    if (back) {
      to[row_by_row] = from[knight];
    } else {
      to[knight] = from[row_by_row];
    }
  }
}

}  // namespace

KnightOrder::KnightOrder(int width, int height)
    : width_(width), height_(height), bases_(bases_of(width, height)), on_device_(bases_.size()) {
  must(cudaMemcpy(on_device_.data(), bases_.data(), on_device_.bytes(), cudaMemcpyHostToDevice), "knight's order");
}

void KnightOrder::there(const std::uint8_t* page, std::uint8_t* knight, cudaStream_t stream) const {
  reorder(page, knight, false, stream);
}

void KnightOrder::back(const std::uint8_t* knight, std::uint8_t* page, cudaStream_t stream) const {
  reorder(knight, page, true, stream);
}

void KnightOrder::reorder(const std::uint8_t* from, std::uint8_t* to, bool back, cudaStream_t stream) const {
  const dim3 grid(static_cast<unsigned>((width_ + 255) / 256), static_cast<unsigned>((height_ + 7) / 8));
  move<<<grid, 256, 0, stream>>>(from, to, on_device_.data(), width_, height_, back);
}

std::unique_ptr<Session> begin_knight_order(const Page& page) {
  const auto order = std::make_shared<KnightOrder>(page.width, page.height);
  const auto knight = std::make_shared<Buffer<std::uint8_t>>(page.pixels());
  return std::make_unique<DeviceSession>(page, Scratch{knight}, [=](const DevicePage& p, cudaStream_t stream) {
    order->there(p.samples, knight->data(), stream);
    order->back(knight->data(), p.levels, stream);
  });
}

}  // namespace platerip::literature
