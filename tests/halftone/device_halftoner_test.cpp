// Pages on the device, in strips of which many are in flight.
#include "halftone/cuda/device_halftoner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
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

// What the reference makes of the page, from the errors of a page above it if there are any, and the boundary errors
// after it.
Boundary expected_pixels(const Page& page, const std::byte* samples, std::byte* pixels,
                         const Boundary* above = nullptr) {
  const Backend* reference = *find_backend("reference");
  std::vector<std::byte> workspace(reference->workspace_bytes(page.settings));
  const auto halftoner = reference->make(page.settings, workspace);
  if (above != nullptr) {
    EXPECT_TRUE((*halftoner)->restore(*above).ok());
  }
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
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
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

// A page of which nothing but its size is random, one plane below the other.
Page plain_page(const Settings& settings, std::int64_t height) {
  Page page;
  page.settings = settings;
  page.height = height;
  page.layout.rows = height;
  page.layout.samples_row = settings.width * settings.bits / 8;
  page.layout.pixels_row = plate_row_bytes(settings.width, settings.levels);
  page.layout.samples_plane = page.layout.samples_row * height;
  page.layout.pixels_plane = page.layout.pixels_row * height;
  page.sample_bytes = static_cast<std::size_t>(page.layout.samples_plane * settings.planes);
  page.pixel_bytes = static_cast<std::size_t>(page.layout.pixels_plane * settings.planes);
  return page;
}

// As one strip of noise, whose first row begins so many bytes into the samples and the pixels. Where errors are given
// it goes on below a page that left them.
void expect_the_reference(const Page& page, std::ptrdiff_t first_sample, std::ptrdiff_t first_pixel,
                          std::byte* workspace, std::mt19937& random, Stream stream,
                          const std::vector<std::int16_t>& errors = {}) {
  DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes), above(sizeof(std::int16_t) * errors.size());
  for (std::byte& sample : samples.host) sample = static_cast<std::byte>(random());
  samples.upload();
  Boundary boundary{7, errors};
  for (std::int16_t& error : boundary.c) error = std::clamp<std::int16_t>(error, -2039, 2040);
  std::vector<std::byte> expected(page.pixel_bytes, untouched);
  expected_pixels(page, samples.host.data() + first_sample, expected.data() + first_pixel,
                  errors.empty() ? nullptr : &boundary);

  auto halftoner = DeviceHalftoner::make(page.settings, page.height, workspace, stream);
  ASSERT_TRUE(halftoner.ok()) << halftoner.error().message;
  if (!errors.empty()) {
    std::memcpy(above.host.data(), errors.data(), above.host.size());
    above.upload();
    ASSERT_TRUE(halftoner->restore(reinterpret_cast<const std::int16_t*>(above.device), boundary.rows, stream).ok());
  }
  DeviceStrip strip = page.layout;
  strip.samples = samples.device + first_sample;
  strip.pixels = pixels.device + first_pixel;
  ASSERT_TRUE(halftoner->enqueue(strip, stream).ok());
  ASSERT_TRUE(halftoner->finish(stream).ok());
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  pixels.download();
  ASSERT_EQ(expected, pixels.host);
}

TEST_F(DevicePage, MayLieUpsideDown) {
  for (const Method method : methods()) {
    Page page = plain_page({.method = method, .width = 500, .planes = 2}, 100);
    DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height));
    const std::ptrdiff_t last_samples = 99 * page.layout.samples_row, last_pixels = 99 * page.layout.pixels_row;
    page.layout.samples_row *= -1;
    page.layout.pixels_row *= -1;
    expect_the_reference(page, last_samples, last_pixels, workspace.device, random_, stream_);
  }
}

TEST_F(DevicePage, MayBeOneStripOfManyRows) {
  const Page page = plain_page({.width = 130}, 10000);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// No bit past the width is set, however large the errors, and errors that no page leaves do no harm.
TEST_F(DevicePage, GoesOnFromAnyErrors) {
  for (const Method method : {Method::floyd_steinberg, Method::fan, Method::jarvis, Method::stucki}) {
    for (const int levels : {2, 3, 4, 16}) {
      // 348 has bits past the width in a word that is whole.
      for (const auto& [width, bits] : {std::pair{331, 8}, std::pair{348, 8}, std::pair{348, 16}}) {
        const Page page =
            plain_page({.method = method, .levels = levels, .bits = bits, .width = width, .planes = 2}, 70);
        std::vector<std::int16_t> errors(static_cast<std::size_t>(2 * boundary_rows(method) * page.settings.width));
        for (std::int16_t& error : errors) error = static_cast<std::int16_t>(static_cast<int>(random_() % 6000) - 3000);
        DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height));
        expect_the_reference(page, 0, 0, workspace.device, random_, stream_, errors);
      }
    }
  }
}

TEST_F(DevicePage, IsNotSpoiltByAnAbandonedOne) {
  const Page page = plain_page({.method = Method::jarvis, .width = 3000}, 200);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height));
  {
    DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes);
    auto abandoned = DeviceHalftoner::make(page.settings, page.height, workspace.device, stream_);
    ASSERT_TRUE(abandoned.ok());
    DeviceStrip strip = page.layout;
    strip.samples = samples.device;
    strip.pixels = pixels.device;
    strip.rows = 40;
    ASSERT_TRUE(abandoned->enqueue(strip, stream_).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  }
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
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
