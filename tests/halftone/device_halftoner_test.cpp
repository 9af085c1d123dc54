// Pages on the device, in strips of which many are in flight.
#include "halftone/cuda/device_halftoner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "halftone/halftone.h"
#include "tests/device_bytes.h"
#include "tests/seed.h"

namespace platerip::halftone::cuda {
namespace {

struct Page {
  Settings settings;
  std::int64_t height = 1;
  DeviceStrip layout;  // as if the page were one strip
  std::size_t sample_bytes = 0;
  std::size_t pixel_bytes = 0;
};

Page random_page(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Page page;
  page.settings = {.method = methods()[static_cast<std::size_t>(below(6))],
                   .levels = std::vector{2, 2, 3, 4, 16}[static_cast<std::size_t>(below(5))],
                   .bits = below(3) == 0 ? 16 : 8,
                   .width = below(2) == 0 ? std::max(1, 32 * below(12) + below(5) - 2) : 1 + below(5000),
                   .planes = 1 + below(8)};
  page.height = 1 + below(below(4) == 0 ? 1000 : 150);
  const std::ptrdiff_t sample = page.settings.bits / 8;
  const bool padded = below(2) == 0;
  DeviceStrip& layout = page.layout;
  layout.rows = page.height;
  layout.samples_row = (page.settings.width + below(70)) * sample;
  layout.pixels_row = plate_row_bytes(page.settings.width, page.settings.levels) + below(70);
  if (padded) layout.samples_row = (layout.samples_row + 3) / 4 * 4;
  if (padded) layout.pixels_row = (layout.pixels_row + 3) / 4 * 4;
  layout.samples_plane = layout.samples_row * page.height;
  layout.pixels_plane = layout.pixels_row * page.height;
  page.sample_bytes = static_cast<std::size_t>(layout.samples_plane * page.settings.planes);
  page.pixel_bytes = static_cast<std::size_t>(layout.pixels_plane * page.settings.planes);
  return page;
}

// What the reference makes of the page, and the boundary errors after it.
Boundary expected_pixels(const Page& page, const std::byte* samples, std::byte* pixels) {
  const Backend* reference = *find_backend("reference");
  std::vector<std::byte> workspace(reference->workspace_bytes(page.settings));
  const auto halftoner = reference->make(page.settings, workspace);
  std::vector<Plane> planes;
  std::vector<Plate> plates;
  for (int i = 0; i < page.settings.planes; ++i) {
    planes.push_back({samples + i * page.layout.samples_plane, page.layout.samples_row});
    plates.push_back({pixels + i * page.layout.pixels_plane, page.layout.pixels_row});
  }
  EXPECT_TRUE((*halftoner)->run({page.height, planes, plates}).ok());
  return *(*halftoner)->save();
}

class DevicePage : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess)
      GTEST_SKIP() << "no GPU to run on: " << cudaGetErrorString(error);
    cudaStreamCreate(&stream_);
  }
  void TearDown() override {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  Stream stream_ = nullptr;
  std::mt19937 random_{test_seed()};
};

TEST_F(DevicePage, InStripsHasTheBitsOfTheReference) {
  for (int i = 0; i < 500; ++i) {
    const Page page = random_page(random_);
    const std::int64_t most_rows = std::vector{1, 5, 40, 64, 300}[random_() % 5];
    SCOPED_TRACE(std::string(method_name(page.settings.method)) + ", " + std::to_string(page.settings.levels) +
                 " levels, " + std::to_string(page.settings.bits) + " bits, " + std::to_string(page.settings.width) +
                 " by " + std::to_string(page.height) + " pixels, " + std::to_string(page.settings.planes) +
                 " planes, strips of up to " + std::to_string(most_rows));
    DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes);
    for (std::byte& sample : samples.host) sample = static_cast<std::byte>(i % 4 == 0 ? i : random_());
    samples.upload();
    std::vector<std::byte> expected(page.pixel_bytes, untouched);
    const Boundary boundary = expected_pixels(page, samples.host.data(), expected.data());

    DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, most_rows));
    auto halftoner = DeviceHalftoner::make(page.settings, most_rows, workspace.device, stream_);
    ASSERT_TRUE(halftoner.ok()) << halftoner.error().message;
    for (std::int64_t row = 0; row < page.height;) {
      DeviceStrip strip = page.layout;
      strip.rows = std::min<std::int64_t>(1 + static_cast<std::int64_t>(random_() % most_rows), page.height - row);
      strip.samples = samples.device + row * strip.samples_row;
      strip.pixels = pixels.device + row * strip.pixels_row;
      ASSERT_TRUE(halftoner->enqueue(strip, stream_).ok());
      row += strip.rows;
      if (random_() % 20 == 0) {
        ASSERT_TRUE(halftoner->finish(stream_).ok());
      }
      ASSERT_LE(halftoner->rows_done(), row);
    }
    // The rows that it counts as done are, before the rest is.
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    pixels.download();
    for (int plane = 0; plane < page.settings.planes; ++plane) {
      const auto begin = plane * page.layout.pixels_plane;
      const auto bytes = halftoner->rows_done() * page.layout.pixels_row;
      ASSERT_TRUE(std::equal(expected.begin() + begin, expected.begin() + begin + bytes, pixels.host.begin() + begin));
    }
    ASSERT_TRUE(halftoner->finish(stream_).ok());
    DeviceBytes errors(sizeof(std::int16_t) * boundary.c.size());
    ASSERT_TRUE(halftoner->save(reinterpret_cast<std::int16_t*>(errors.device), stream_).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    ASSERT_EQ(halftoner->rows_done(), page.height);
    pixels.download();
    const auto first = std::ranges::mismatch(expected, pixels.host).in1 - expected.begin();
    ASSERT_EQ(expected, pixels.host) << "first in row " << first / page.layout.pixels_row << ", byte "
                                     << first % page.layout.pixels_row;
    errors.download();
    ASSERT_EQ(std::memcmp(errors.host.data(), boundary.c.data(), errors.host.size()), 0);
  }
}

TEST_F(DevicePage, RefusesStripsThatItHasNoRoomFor) {
  const Settings settings{.width = 100};
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(settings, 32));
  auto halftoner = DeviceHalftoner::make(settings, 32, workspace.device, stream_);
  ASSERT_TRUE(halftoner.ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 33}, stream_).ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 0}, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 0, workspace.device, stream_).ok());
}

}  // namespace
}  // namespace platerip::halftone::cuda
