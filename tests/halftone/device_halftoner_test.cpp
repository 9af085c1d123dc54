// Pages on the device, in strips of which many are in flight.
#include "halftone/cuda/device_halftoner.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "halftone/cuda/wavefront/launch.h"
#include "halftone/page_boundary.h"
#include "tests/device_bytes.h"
#include "tests/halftone/device_page.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/test_screens.h"

namespace platerip::halftone::cuda {
namespace {

TEST_F(DevicePage, InStripsHasTheBitsOfTheReference) {
  for (int i = 0; i < 500; ++i) {
    const Page page = random_page(random_);
    const std::int64_t most_rows = std::vector{1, 5, 40, 64, 300}[random_() % 5];
    const int in_flight = std::vector{0, 1, 2, 3, DeviceHalftoner::max_strips_in_flight}[random_() % 5];
    SCOPED_TRACE(described(page) + ", strips of up to " + std::to_string(most_rows) + ", " + std::to_string(in_flight) +
                 " in flight");
    ASSERT_NO_FATAL_FAILURE(StripsOnDevice(page, most_rows, in_flight, random_, stream_).run());
  }
}

TEST_F(DevicePage, MayLieUpsideDown) {
  for (const Method method : quick_methods_with_kernels()) {
    Page page = plain_page({.planes = std::vector(2, plane_of(method)), .width = 500}, 100);
    DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
    const std::ptrdiff_t last_samples = 99 * page.layout.samples_row, last_pixels = 99 * page.layout.pixels_row;
    page.layout.samples_row *= -1;
    page.layout.pixels_row *= -1;
    expect_the_reference(page, last_samples, last_pixels, workspace.device, random_, stream_);
  }
}

TEST_F(DevicePage, MayBeOneStripOfManyRows) {
  const Page page = plain_page({.width = 130}, 10000);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// No bit past the width is set, however large the errors are, and errors that no page can leave do no harm.
TEST_F(DevicePage, GoesOnFromAnyErrors) {
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::error_filter && info.family != Family::tone_filter) continue;
    const int range = info.family == Family::error_filter ? 3000 : 32767;
    const Method method(info);
    std::vector<std::vector<PlaneSettings>> pages{planes_of(2, method)};
    if (info.tone != nullptr) {
      pages.push_back(planes_of(3, method));
      pages[1][0].beside = {2};
      pages[1][1].beside = {2, 0};
    }
    for (const auto& [levels, planes] : {std::pair{2, 0}, {3, 0}, {4, 0}, {7, 0}, {16, 0}, {2, 1}}) {
      if (planes == std::ssize(pages)) continue;
      // With 348 columns, a complete word has bits past the width.
      for (const auto& [width, bits] : {std::pair{331, 8}, std::pair{348, 8}, std::pair{348, 16}}) {
        Page page = plain_page(
            {.planes = pages[static_cast<std::size_t>(planes)], .levels = levels, .bits = bits, .width = width}, 70);
        for (PlaneSettings& plane : page.settings.planes) plane.drops = random_drops(random_, levels);
        SCOPED_TRACE(described(page));
        std::vector<std::int16_t> errors(static_cast<std::size_t>(boundary_errors(page.settings)));
        const auto few = random_() % 2 == 0;  // different values, so that many are the largest
        for (std::int16_t& error : errors) {
          const auto value = static_cast<int>(random_() % static_cast<unsigned>(2 * range)) - range;
          error = static_cast<std::int16_t>(few ? (value < 0 ? -range : range) : value);
        }
        DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
        expect_the_reference(page, 0, 0, workspace.device, random_, stream_, errors);
      }
    }
  }
}

TEST_F(DevicePage, IsNotSpoiltByAnAbandonedOne) {
  const Page page = plain_page({.planes = {{"jarvis"}}, .width = 3000}, 200);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 3));
  {
    DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes);
    auto abandoned = DeviceHalftoner::make(page.settings, page.height, 3, workspace.device, stream_);
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
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(settings, 32, 3));
  auto halftoner = DeviceHalftoner::make(settings, 32, 3, workspace.device, stream_);
  ASSERT_TRUE(halftoner.ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 33}, stream_).ok());
  EXPECT_FALSE(halftoner->enqueue({.rows = 0}, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 0, 3, workspace.device, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 32, -1, workspace.device, stream_).ok());
  EXPECT_FALSE(DeviceHalftoner::make(settings, 32, max_strips, workspace.device, stream_).ok());
}

// After a launch, only the errors of the strips that it completed can be saved: the next launch may overwrite the
// others.
TEST_F(DevicePage, HasTheBoundaryErrorsOfWhatTheLastLaunchCompleted) {
  const Page page = plain_page({.width = 100}, 96);
  DeviceBytes samples(page.sample_bytes), pixels(page.pixel_bytes), errors(200);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, 32, 0));
  auto halftoner = DeviceHalftoner::make(page.settings, 32, 0, workspace.device, stream_);
  ASSERT_TRUE(halftoner.ok());
  auto* const to = reinterpret_cast<std::int16_t*>(errors.device);
  EXPECT_TRUE(halftoner->save(to, 0, stream_).ok());
  for (const std::int64_t row : {0, 32, 64}) {
    DeviceStrip strip = page.layout;
    strip.rows = 32;
    strip.samples = samples.device + row * strip.samples_row;
    strip.pixels = pixels.device + row * strip.pixels_row;
    ASSERT_TRUE(halftoner->enqueue(strip, stream_).ok());
    EXPECT_EQ(halftoner->rows_done(), row + 32);
    EXPECT_FALSE(halftoner->save(to, row, stream_).ok());
    EXPECT_TRUE(halftoner->save(to, row + 32, stream_).ok());
    EXPECT_TRUE(halftoner->finish(stream_).ok());
    EXPECT_TRUE(halftoner->save(to, row + 32, stream_).ok());
  }
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
}

// Needs no GPU.
TEST(Drops, HaveKernels) {
  for (const MethodInfo& info : methods()) {
    if (info.search != nullptr) continue;
    for (const int levels : {3, 4, 7, 16}) {
      for (const int bits : {8, 16}) {
        PlaneSettings plane = plane_of(Method(info));
        plane.drops = {.amounts = {0, 28, 55}, .mix = 70};
        EXPECT_TRUE(DeviceHalftoner::has_kernels({.planes = {plane}, .levels = levels, .bits = bits, .width = 1}).ok())
            << info.name << ", " << levels << " levels, " << bits << " bits";
      }
    }
  }
}

}  // namespace
}  // namespace platerip::halftone::cuda
