// Spread and choke have the same bits on the device.
#include "separation/edges/disc_cuda.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/device_bytes.h"
#include "tests/seed.h"

namespace platerip::separation::cuda {
namespace {

class DiscOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess)
      GTEST_SKIP() << "NOT TESTED: no GPU to run on: " << cudaGetErrorString(error);
  }
};

// Strokes, dots and noise: samples of `bits` bits.
std::vector<std::byte> made_rows(std::mt19937& random, int bits, std::int64_t width, std::int64_t rows) {
  std::vector<std::byte> samples(width * rows * bits / 8);
  const std::int64_t size = 2 + random() % 60;
  for (std::int64_t i = 0; i < width * rows; ++i) {
    const std::int64_t x = i % width % (3 * size), y = i / width % (2 * size);
    const bool inked = x < size || y < size / 4 || random() % 400 == 0;
    const auto ink = static_cast<std::uint16_t>(inked ? 60000 - random() % 9000 : random() % 3000);
    if (bits == 8)
      samples[i] = static_cast<std::byte>(ink >> 8);
    else
      std::memcpy(&samples[2 * i], &ink, 2);
  }
  return samples;
}

TEST_F(DiscOnGpu, HasTheBitsOfTheCores) {
  std::mt19937 random(test_seed());
  const auto below = [&](std::int64_t end) { return static_cast<std::int64_t>(random() % end); };
  for (int round = 0; round < 60; ++round) {
    const std::int64_t most = round % 4 == 0 ? 25600 : 6 * 256;
    const DiscRadius r{below(most + 1), below(most + 1)};
    const int bits = round % 2 == 0 ? 8 : 16;
    for (const EdgeMove move : {EdgeMove::spread, EdgeMove::choke}) {
      const DiscEdges edges(move, r);
      const std::int64_t around = edges.rows_around();
      const EdgeRows rows{1 + below(900), 1 + below(200), below(2) * around, below(around + 1)};
      SCOPED_TRACE(testing::Message() << "round " << round << ", " << (move == EdgeMove::spread ? "spread" : "choke")
                                      << ' ' << r.x << " x " << r.y << ", " << rows.width << " x " << rows.above
                                      << " + " << rows.rows << " + " << rows.below << ", " << bits << " bits");
      const std::ptrdiff_t stride = rows.width * bits / 8;
      DeviceBytes out(rows.rows * stride), workspace(disc_workspace_bytes(edges, bits, rows));
      std::vector<std::byte> page = made_rows(random, bits, rows.width, rows.above + rows.rows + rows.below);
      DeviceBytes ink(page.size());
      ink.host = page;
      ink.upload();
      const Status status =
          enqueue_disc(edges, bits, rows, {ink.device + rows.above * stride, stride}, {out.device, stride},
                       std::span(workspace.device, workspace.host.size()), nullptr);
      ASSERT_TRUE(status.ok()) << status.error().message;
      out.download();

      std::vector<std::byte> expected(out.host.size()), memory(edges.workspace_bytes(bits, rows));
      edges.run(bits, rows, {page.data() + rows.above * stride, stride}, {expected.data(), stride}, memory);
      ASSERT_TRUE(out.host == expected);
    }
  }
}

}  // namespace
}  // namespace platerip::separation::cuda
