// Searches on the device.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "halftone/cuda/device_halftoner.h"
#include "tests/device_bytes.h"
#include "tests/halftone/device_page.h"

namespace platerip::halftone::cuda {
namespace {

// Sizes around the borders of tiles, all efforts, and as many rows as several steps of the search need.
TEST_F(DevicePage, IsSearchedLikeTheReference) {
  for (int i = 0; i < 150; ++i) {
    const auto below = [&](unsigned n) { return static_cast<int>(random_() % n); };
    const bool together = below(3) == 0;
    Page page = plain_page({.planes = planes_of(1 + random_() % 4, "dbs"),
                            .levels = together ? 2 : std::vector{2, 2, 3, 4, 16}[random_() % 5],
                            .bits = below(3) == 0 ? 16 : 8,
                            .width = below(3) == 0 ? 1 + below(300) : std::max(1, 32 * below(6) + below(5) - 2)},
                           below(3) == 0 ? 1 + below(600) : std::max(1, 32 * below(12) + below(5) - 2));
    if (!DeviceHalftoner::has_kernels(page.settings).ok()) continue;
    const SearchEffort effort{.rounds = 1 + below(4), .sweeps = 1 + below(4)};
    for (PlaneSettings& plane : page.settings.planes) {
      plane.effort = effort;
      plane.ink = below(9);
      if (together) plane.shade = {below(257), below(257), below(257)};
    }
    const std::int64_t most_rows = std::vector{1, 5, 40, 64, 300, 3000}[random_() % 6];
    const int in_flight = std::vector{0, 1, 3}[random_() % 3];
    SCOPED_TRACE(described(page) + (together ? ", together, " : ", ") + std::to_string(effort.rounds) + " rounds of " +
                 std::to_string(effort.sweeps) + " sweeps, strips of up to " + std::to_string(most_rows) + ", " +
                 std::to_string(in_flight) + " in flight");
    ASSERT_NO_FATAL_FAILURE(StripsOnDevice(page, most_rows, in_flight, random_, stream_).run());
  }
}

// By all patterns of windows: small pages, around the borders of tiles and of the page, or of several steps.
TEST_F(DevicePage, IsSearchedByPatternsLikeByTheCpu) {
  for (int i = 0; i < 40; ++i) {
    const auto below = [&](unsigned n) { return static_cast<int>(random_() % n); };
    const bool is_high = below(2) == 0;
    Page page = plain_page({.planes = planes_of(1 + random_() % 2, below(2) == 0 ? Method("les") : Method("pes")),
                            .levels = std::vector{2, 2, 3, 4, 16}[random_() % 5],
                            .bits = below(3) == 0 ? 16 : 8,
                            .width = is_high ? 1 + below(6) : 1 + below(75)},
                           is_high ? 1 + below(300) : 1 + below(10));
    if (!DeviceHalftoner::has_kernels(page.settings).ok()) continue;
    const SearchEffort effort{.rounds = 1 + below(2), .sweeps = 1 + below(3)};
    for (PlaneSettings& plane : page.settings.planes) plane.effort = effort;
    const std::int64_t most_rows = std::vector{1, 5, 40, 300}[random_() % 4];
    const int in_flight = std::vector{0, 1, 3}[random_() % 3];
    SCOPED_TRACE(described(page) + ", " + std::to_string(effort.rounds) + " rounds of " +
                 std::to_string(effort.sweeps) + " sweeps, strips of up to " + std::to_string(most_rows) + ", " +
                 std::to_string(in_flight) + " in flight");
    ASSERT_NO_FATAL_FAILURE(StripsOnDevice(page, most_rows, in_flight, random_, stream_).run());
  }
}

// As many inks as can be searched together.
TEST_F(DevicePage, IsSearchedInAllInksTogether) {
  Page page = plain_page({.planes = planes_of(max_together, "dbs"), .width = 150}, 200);
  for (PlaneSettings& plane : page.settings.planes)
    plane.shade = {static_cast<int>(random_() % 257), static_cast<int>(random_() % 257),
                   static_cast<int>(random_() % 257)};
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// More rows than are searched at a time.
TEST_F(DevicePage, IsSearchedInOneStripOfManyRows) {
  const Page page = plain_page({.planes = planes_of(1, "dbs"), .width = 70}, 6000);
  DeviceBytes workspace(DeviceHalftoner::workspace_bytes(page.settings, page.height, 0));
  expect_the_reference(page, 0, 0, workspace.device, random_, stream_);
}

// Needs no GPU.
TEST(Searches, AreRefusedInOneLine) {
  const auto refused = [](const std::vector<PlaneSettings>& planes, const std::string& message) {
    const Status status = DeviceHalftoner::has_kernels({.planes = planes, .width = 1});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, message);
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
  };
  const std::string together =
      "cuda: dbs runs on the GPU only if all inks have it, with the same effort, all together or each alone";
  refused({{"tone"}, {"dbs"}}, together);
  refused({{"dbs"}, {.method = "dbs", .effort = SearchEffort{.rounds = 1, .sweeps = 1}}}, together);
  refused({{"les"}, {"pes"}},
          "cuda: les runs on the GPU only if all inks have it, with the same effort, all together or each alone");
  for (const Method method : {Method("dbs"), Method("les"), Method("pes")})
    EXPECT_TRUE(DeviceHalftoner::has_kernels({.planes = planes_of(4, method), .width = 1}).ok());
  for (const auto& [levels, bits] : {std::pair{7, 8}, {4, 16}}) {
    const Status status =
        DeviceHalftoner::has_kernels({.planes = {{"dbs"}}, .levels = levels, .bits = bits, .width = 1});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "cuda: dbs prints such levels on the CPU only");
    EXPECT_EQ(status.error().code, ErrorCode::unsupported);
  }
}

}  // namespace
}  // namespace platerip::halftone::cuda
