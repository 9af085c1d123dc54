// What callers of the halftone library see: names, settings, point processes, and errors about boundary errors that do
// not fit.
#include "halftone/halftone.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "halftone/backends/backends.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/test_screens.h"
#include "tests/halftone/tested_backends.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

const Backend& reference() {
  return **find_backend("reference");
}

// Levels of an 8-bit page with one plane, which is `amount` everywhere.
std::vector<int> halftone_flat(Method method, int levels, int amount, std::int64_t width, std::int64_t height) {
  const Settings settings{.planes = {plane_of(method)}, .levels = levels, .width = width};
  std::vector<std::byte> workspace(reference().workspace_bytes(settings));
  const std::vector<std::byte> samples(static_cast<std::size_t>(width * height), static_cast<std::byte>(amount));
  std::vector<std::byte> pixels(static_cast<std::size_t>(plate_row_bytes(width, levels) * height));
  const Plane plane{samples.data(), static_cast<std::ptrdiff_t>(width)};
  const Plate plate{pixels.data(), static_cast<std::ptrdiff_t>(plate_row_bytes(width, levels))};
  auto halftoner = reference().make(settings, workspace);
  EXPECT_TRUE((*halftoner)->run({height, {&plane, 1}, {&plate, 1}, true}).ok());
  std::vector<int> result;
  const int bits = plate_bits(levels);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto byte = static_cast<int>(pixels[static_cast<std::size_t>(y * plate.stride + x * bits / 8)]);
      result.push_back(byte >> (8 - bits - x * bits % 8) & ((1 << bits) - 1));
    }
  }
  return result;
}

TEST(Names, FindEveryMethodAndRefuseOthers) {
  for (const MethodInfo& info : methods()) {
    const Method method(info);
    const auto found = find_method(method.name());
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(*found, method);
  }
  const auto unknown = find_method("floyd");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("there are floyd-steinberg, "));
  for (const MethodInfo& info : methods()) EXPECT_THAT(unknown.error().message, HasSubstr(std::string(info.name)));
}

TEST(Backends, AreFoundByNameAndAutoTakesOneThatRuns) {
  for (const Backend& backend : backends()) EXPECT_FALSE(backend.description.empty());
  ASSERT_TRUE(find_backend("reference").ok());
  ASSERT_TRUE(find_backend("auto").ok());
  EXPECT_TRUE((*find_backend("auto"))->supported().ok());
  const auto unknown = find_backend("abacus");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("reference"));
}

TEST(Settings, OutOfRangeAreRefusedBeforeMemoryIsTaken) {
  const Settings good{.width = 100};
  EXPECT_TRUE(check(good).ok());
  for (const int levels : {0, 1, 17, 256}) {
    Settings settings = good;
    settings.levels = levels;
    EXPECT_FALSE(check(settings).ok()) << levels;
  }
  for (const std::int64_t width : {std::int64_t{0}, std::int64_t{-5}, max_width + 1}) {
    Settings settings = good;
    settings.width = width;
    EXPECT_FALSE(check(settings).ok()) << width;
    EXPECT_FALSE(reference().make(settings, {}).ok()) << width;
  }
  Settings settings = good;
  settings.bits = 12;
  EXPECT_FALSE(check(settings).ok());
  settings = good;
  settings.planes.clear();
  EXPECT_FALSE(check(settings).ok());
}

TEST(Workspace, TooSmallIsRefused) {
  const Settings settings{.planes = planes_of(4, "floyd-steinberg"), .width = 1000};
  std::vector<std::byte> workspace(reference().workspace_bytes(settings) - 1);
  const auto made = reference().make(settings, workspace);
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message, HasSubstr("workspace"));
}

TEST(Strips, WithAnotherNumberOfPlanesAreRefused) {
  const Settings settings{.planes = planes_of(2, "floyd-steinberg"), .width = 8};
  std::vector<std::byte> workspace(reference().workspace_bytes(settings));
  auto halftoner = reference().make(settings, workspace);
  const Plane plane;
  const Plate plate;
  EXPECT_FALSE((*halftoner)->run({0, {&plane, 1}, {&plate, 1}}).ok());
}

// A halftoner that took them would begin the next page with errors of this one.
TEST(Strips, AfterThePagesLastRowAreRefused) {
  std::mt19937 random(test_seed());
  std::vector<Settings> pages;
  for (const Method method : {Method("floyd-steinberg"), Method("tone"), Method("bayer"), Method("dbs")})
    pages.push_back({.planes = planes_of(2, method), .width = 30});
  pages.push_back({.planes = {{"jarvis"}, {"bayer"}}, .width = 30});
  for (const Backend* const backend : tested_backends()) {
    if (backend->name == "cuda") continue;  // the test's backend: DeviceHalftoner does not know where a page ends
    for (const Settings& settings : pages) {
      SCOPED_TRACE(std::string(backend->name) + " " + std::string(settings.planes[0].method.name()));
      RandomPage page(settings, 20, random);
      std::vector<std::byte> workspace(backend->workspace_bytes(settings));
      const auto halftoner = *backend->make(settings, workspace);
      const Boundary top = *halftoner->save();
      const std::vector<Plane> planes{page.plane(0, 0), page.plane(1, 0)};
      const std::vector<Plate> plates{page.plate(0, 0), page.plate(1, 0)};
      const auto run = [&](std::int64_t rows, bool last) {
        return halftoner->run({.rows = rows, .planes = planes, .plates = plates, .last = last});
      };
      ASSERT_TRUE(run(20, true).ok());
      EXPECT_TRUE(run(0, true).ok()) << "a strip without rows";
      const auto more = run(4, false);
      ASSERT_FALSE(more.ok());
      EXPECT_THAT(more.error().message, HasSubstr("after the page's last"));
      ASSERT_TRUE(halftoner->restore(top).ok());
      EXPECT_TRUE(run(4, false).ok()) << "the page is begun anew";
    }
  }
}

TEST(Tone, PaperStaysPaperAndSolidStaysSolid) {
  for (const MethodInfo& info : methods()) {
    const Method method(info);
    for (const int levels : {2, 3, 4, 16}) {
      EXPECT_THAT(halftone_flat(method, levels, 0, 37, 19), testing::Each(0)) << method.name() << levels;
      EXPECT_THAT(halftone_flat(method, levels, 255, 37, 19), testing::Each(levels - 1)) << method.name() << levels;
    }
  }
}

// The purpose of error filters: the mean of the levels is the ink amount. The remaining errors are at the page's edges,
// so a 256 × 256 area is off by less than one level in 255 of solid.
TEST(Tone, ErrorFiltersKeepTheMean) {
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::error_filter) continue;
    const Method method(info);
    for (const int levels : {2, 3, 4, 16}) {
      for (const int amount : {1, 17, 64, 85, 127, 128, 200, 254}) {
        const auto result = halftone_flat(method, levels, amount, 256, 256);
        double sum = 0;
        for (const int level : result) sum += level;
        const double mean = 255 * sum / (levels - 1) / static_cast<double>(result.size());
        EXPECT_NEAR(mean, amount, 1.0) << method.name() << ' ' << levels;
      }
    }
  }
}

TEST(Threshold, TurnsAtHalfAStep) {
  EXPECT_THAT(halftone_flat(Method("threshold"), 2, 127, 9, 3), testing::Each(0));
  EXPECT_THAT(halftone_flat(Method("threshold"), 2, 128, 9, 3), testing::Each(1));
  EXPECT_THAT(halftone_flat(Method("threshold"), 16, 8, 9, 3), testing::Each(0));
  EXPECT_THAT(halftone_flat(Method("threshold"), 16, 9, 9, 3), testing::Each(1));
}

TEST(Bayer, InksAsManyOfItsSixtyFourPixelsAsTheTone) {
  for (int amount = 0; amount <= 255; ++amount) {
    const auto result = halftone_flat(Method("bayer"), 2, amount, 8, 8);
    const auto inked = std::count(result.begin(), result.end(), 1);
    EXPECT_NEAR(static_cast<double>(inked), 64.0 * amount / 255, 0.51) << amount;
  }
}

TEST(Bayer, SpreadsHalfToneAsACheckerboard) {
  const auto result = halftone_flat(Method("bayer"), 2, 128, 8, 8);
  for (std::size_t y = 0; y < 8; ++y) {
    for (std::size_t x = 0; x < 8; ++x) EXPECT_EQ(result[8 * y + x], (x + y) % 2 == 0) << y << ' ' << x;
  }
}

TEST(Bayer, KeepsItsPhaseAcrossStrips) {
  std::mt19937 random(test_seed());
  const Settings settings{.planes = {{"bayer"}}, .width = 61};
  RandomPage page(settings, 40, random);
  RandomPage in_strips = page;
  for (RandomPage* target : {&page, &in_strips}) {
    std::vector<std::byte> workspace(reference().workspace_bytes(settings));
    auto halftoner = reference().make(settings, workspace);
    const std::int64_t strip_rows = target == &page ? 40 : 3;
    for (std::int64_t y = 0; y < 40; y += strip_rows) {
      ASSERT_TRUE(target->run(**halftoner, y, std::min<std::int64_t>(strip_rows, 40 - y)).ok());
    }
  }
  for (std::int64_t y = 0; y < 40; ++y) {
    for (std::int64_t x = 0; x < 61; ++x) EXPECT_EQ(page.level(0, y, x), in_strips.level(0, y, x));
  }
}

class Boundaries : public testing::TestWithParam<const Backend*> {
 protected:
  std::unique_ptr<Halftoner> make(const Settings& settings) {
    workspace_.resize(GetParam()->workspace_bytes(settings));
    return *GetParam()->make(settings, workspace_);
  }

  const Settings settings_{.planes = {{"jarvis"}, {"fan"}, {"bayer"}, {"jarvis"}}, .width = 50};

 private:
  std::vector<std::byte> workspace_;
};

INSTANTIATE_TEST_SUITE_P(Backends, Boundaries, testing::ValuesIn(tested_backends()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST_P(Boundaries, HaveTheErrorsThatEachMethodNeeds) {
  const auto saved = make(settings_)->save();
  ASSERT_TRUE(saved.ok());
  ASSERT_EQ(saved->planes.size(), 4u);
  const std::size_t row = 2 * 50;
  EXPECT_EQ(saved->planes[0].state.size(), 2 * row);
  EXPECT_EQ(saved->planes[1].state.size(), row);
  EXPECT_EQ(saved->planes[2].state.size(), 0u);
  EXPECT_EQ(saved->planes[2].method, "bayer");
  EXPECT_EQ(saved->planes[3].state.size(), 2 * row);
  EXPECT_TRUE(make(settings_)->restore(*saved).ok());
}

TEST_P(Boundaries, OfAnotherPageAreRefused) {
  const Boundary saved = *make(settings_)->save();
  const auto refused = [&](auto spoil) {
    Boundary wrong = saved;
    spoil(wrong);
    const Status status = make(settings_)->restore(wrong);
    return status.ok() ? std::string("accepted") : status.error().message;
  };
  const auto does_not_belong = HasSubstr("not belong to this page");
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.planes[0].state.pop_back(); }), does_not_belong);
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.planes[2].state.resize(2); }), does_not_belong);
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.planes[1].finished.resize(7); }), does_not_belong);
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.rows = -1; }), does_not_belong);
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.held = 1; }), does_not_belong);
  for (const std::int16_t beyond : {std::int16_t{-2040}, std::int16_t{2041}})
    EXPECT_THAT(refused([&](Boundary& wrong) { std::memcpy(&wrong.planes[3].state[14], &beyond, 2); }),
                does_not_belong);
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.planes.pop_back(); }), HasSubstr("3 planes and the page 4"));
  EXPECT_THAT(refused([](Boundary& wrong) { std::swap(wrong.planes[0], wrong.planes[1]); }),
              HasSubstr("plane 1 is to go on by jarvis, version 1, and was begun by fan"));
  EXPECT_THAT(refused([](Boundary& wrong) { wrong.planes[3].version = 2; }),
              HasSubstr("plane 4 is to go on by jarvis, version 1, and was begun by jarvis, version 2"));
}

TEST_P(Boundaries, OfPlanesOfOneMethodAreRefusedLikewise) {
  const Settings settings{.planes = planes_of(2, "jarvis"), .width = 50};
  Boundary wrong = *make(settings)->save();
  wrong.planes[1].method = "stucki";
  EXPECT_FALSE(make(settings)->restore(wrong).ok());
  wrong = *make(settings)->save();
  wrong.planes[1].state.pop_back();
  EXPECT_FALSE(make(settings)->restore(wrong).ok());
}

TEST(Methods, OfAnotherTableAreRefused) {
  static constexpr MethodInfo stranger{.name = "jarvis", .filter = &error_filters[0]};
  for (const Backend* backend : tested_backends()) {
    const Settings settings{.planes = {{"fan"}, {Method(stranger)}}, .width = 50};
    std::vector<std::byte> workspace(std::size_t{1} << 20);
    const auto made = backend->make(settings, workspace);
    ASSERT_FALSE(made.ok());
    EXPECT_THAT(made.error().message, HasSubstr("no backend has the method 'jarvis'"));
  }
}

}  // namespace
}  // namespace platerip::halftone
