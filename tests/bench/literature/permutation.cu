#include "tests/bench/literature/permutation.h"

#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

constexpr int tile = 32;

// Shifts each row by delay·i columns, or back.
__global__ void shift(const std::uint8_t* from, std::uint8_t* to, int width, int height, int delay, bool back) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = static_cast<int>(blockIdx.y); y < height; y += static_cast<int>(gridDim.y)) {
    const std::int64_t row = std::int64_t{y} * width;
    const std::int64_t shifted = row + (x + std::int64_t{delay} * y) % width;
    if (back) {
      to[row + x] = from[shifted];
    } else {
      to[shifted] = from[row + x];
    }
  }
}

__global__ void transpose(const std::uint8_t* from, std::uint8_t* to, int width, int height) {
  __shared__ std::uint8_t pixels[tile][tile + 4];
  const int left = static_cast<int>(blockIdx.x) * tile, top = static_cast<int>(blockIdx.y) * tile;
  const int column = static_cast<int>(threadIdx.x);
  for (int row = static_cast<int>(threadIdx.y); row < tile; row += static_cast<int>(blockDim.y)) {
    if (left + column < width && top + row < height)
      pixels[row][column] = from[std::int64_t{top + row} * width + left + column];
  }
  __syncthreads();
  for (int row = static_cast<int>(threadIdx.y); row < tile; row += static_cast<int>(blockDim.y)) {
    if (left + row < width && top + column < height)
      to[std::int64_t{left + row} * height + top + column] = pixels[column][row];
  }
}

dim3 grid(int width, int height, int block_width, int block_height) {
  return {static_cast<unsigned>((width + block_width - 1) / block_width),
          static_cast<unsigned>((height + block_height - 1) / block_height)};
}

}  // namespace

void permute(const std::uint8_t* page, std::uint8_t* permuted, std::uint8_t* between, int width, int height, int delay,
             cudaStream_t stream) {
  shift<<<grid(width, height, 256, 8), 256, 0, stream>>>(page, between, width, height, delay, false);
  transpose<<<grid(width, height, tile, tile), dim3(tile, 8), 0, stream>>>(between, permuted, width, height);
}

void permute_back(const std::uint8_t* permuted, std::uint8_t* page, std::uint8_t* between, int width, int height,
                  int delay, cudaStream_t stream) {
  transpose<<<grid(height, width, tile, tile), dim3(tile, 8), 0, stream>>>(permuted, between, height, width);
  shift<<<grid(width, height, 256, 8), 256, 0, stream>>>(between, page, width, height, delay, true);
}

std::unique_ptr<Session> begin_permutation(const Page& page) {
  const auto permuted = std::make_shared<Buffer<std::uint8_t>>(page.pixels());
  const auto between = std::make_shared<Buffer<std::uint8_t>>(page.pixels());
  return std::make_unique<DeviceSession>(
      page, Scratch{permuted, between}, [=](const DevicePage& p, cudaStream_t stream) {
        permute(p.samples, permuted->data(), between->data(), p.width, p.height, 2, stream);
        permute_back(permuted->data(), p.levels, between->data(), p.width, p.height, 2, stream);
      });
}

}  // namespace platerip::literature
