// The tone filters: every backend gives the bits of an independent implementation, for any strips, sharpness and ink;
// and tints are what the filters promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "halftone/tone_ladder.h"
#include "tests/halftone/any_way.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/tone_diffusion.h"

namespace platerip::halftone {
namespace {

struct Case {
  Method method;
  int levels;
  int bits;
};

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.method.name()) + "_" + std::to_string(info.param.levels) + "_levels_" +
                     std::to_string(info.param.bits) + "_bits";
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::tone_filter) continue;
    for (const int levels : {2, 3, 4, 7, 16}) {
      for (const int bits : {8, 16}) cases.push_back({Method(info), levels, bits});
    }
  }
  return cases;
}

class ToneFilters : public AnyWay, public testing::TestWithParam<Case> {
 protected:
  // Every plane has a sharpness and an ink of its own.
  Settings settings(std::int64_t width) override {
    Settings settings{.planes = planes_of(1 + random_() % 4, GetParam().method),
                      .levels = GetParam().levels,
                      .bits = GetParam().bits,
                      .width = width};
    for (PlaneSettings& plane : settings.planes) {
      if (random_() % 2)
        plane.sharpness = min_sharpness + static_cast<int>(random_() % (max_sharpness - min_sharpness + 1));
      plane.ink = static_cast<int>(random_() % 9);
      plane.drops = random_drops(random_, settings.levels);
    }
    return settings;
  }

  std::vector<int> expected(const RandomPage& page, const Settings& settings, int plane) const override {
    return diffuse_by_tone(settings.planes[static_cast<std::size_t>(plane)], settings.levels, settings.bits,
                           settings.width, page.height(),
                           [&](std::int64_t y, std::int64_t x) { return page.sample(plane, y, x); });
  }

  void check_saved(const Boundary& boundary, const Settings& settings) const override {
    for (const PlaneBoundary& plane : boundary.planes) EXPECT_EQ(std::ssize(plane.state), 2 * settings.width);
  }
};

TEST_P(ToneFilters, EqualDiffusionForAnyStripHeight) {
  in_strips_of_any_height();
}

TEST_P(ToneFilters, EqualDiffusionOnTheNarrowestPages) {
  for (std::int64_t width = 1; width <= 18; ++width) in_one_strip(width, 9);
}

TEST_P(ToneFilters, GoOnFromSavedSums) {
  from_saved_boundaries_on();
}

TEST_P(ToneFilters, GiveTheSameBitsOnSeveralThreads) {
  on_several_threads();
}

// A saved page may hold any sums that pass the check. The largest ones, of both signs, meet in neighbouring columns.
TEST_P(ToneFilters, TakeTheLargestSumsAlike) {
  Settings page_settings = settings(150);
  page_settings.planes.resize(1);
  const Engine reference(**find_backend("reference"), page_settings);
  Boundary boundary = *reference.halftoner->save();
  const int most = largest_sum(*GetParam().method.info().tone, page_settings.levels);
  std::vector<std::int16_t> sums(150);
  for (std::int16_t& sum : sums) sum = static_cast<std::int16_t>(random_() % 2 ? most : -most);
  const auto bytes = std::as_bytes(std::span(sums));
  boundary.planes[0].state.assign(bytes.begin(), bytes.end());
  from_boundary_on(boundary, page_settings);
  sums[7] = static_cast<std::int16_t>(most + 1);
  std::ranges::copy(bytes, boundary.planes[0].state.begin());
  EXPECT_FALSE(reference.halftoner->restore(boundary).ok());
}

// Amounts of 16 bits are up to half a level of 255 beside those of 8 bits.
TEST(ToneFilter, TakesItsOwnSumsBack) {
  const Settings settings{.planes = {{.method = "centred", .sharpness = max_sharpness}}, .bits = 16, .width = 200};
  const std::vector<std::uint16_t> row(200, 65152);
  std::vector<std::byte> pixels(25);
  for (const Backend* backend : tested_backends()) {
    const Engine engine(*backend, settings);
    const std::vector<Plane> planes{{reinterpret_cast<const std::byte*>(row.data()), 0}};
    const std::vector<Plate> plates{{pixels.data(), 0}};
    for (int y = 0; y < 200; ++y) {
      ASSERT_TRUE(engine.halftoner->run({.rows = 1, .planes = planes, .plates = plates}).ok());
      EXPECT_TRUE(engine.halftoner->restore(*engine.halftoner->save()).ok()) << "row " << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllFilters, ToneFilters, testing::ValuesIn(all_cases()), case_name);

// Levels of an 8-bit page with one tone.
std::vector<int> halftone_flat(const PlaneSettings& settings, int levels, int amount, std::int64_t width,
                               std::int64_t height) {
  return diffuse_by_tone(settings, levels, 8, width, height, [&](std::int64_t, std::int64_t) { return amount; });
}

double mean_of(const std::vector<int>& result, int levels) {
  double sum = 0;
  for (const int level : result) sum += level;
  return 255 * sum / (levels - 1) / static_cast<double>(result.size());
}

TEST(ToneFilter, KeepsTheMean) {
  for (const char* name : {"centred", "tone"}) {
    for (const int levels : {2, 3, 4, 16}) {
      for (const int amount : {1, 9, 17, 64, 85, 127, 128, 170, 200, 254}) {
        const auto result = halftone_flat({.method = *find_method(name)}, levels, amount, 256, 256);
        EXPECT_NEAR(mean_of(result, levels), amount, 0.2) << name << ' ' << levels;
      }
    }
  }
}

// Floyd and Steinberg's filter prints nothing in the first 76 rows of the lightest tint.
TEST(ToneFilter, BeginsATintAtItsFirstRows) {
  for (const int ink : {0, 1, 2, 3}) {
    const auto result = halftone_flat({.method = "tone", .ink = ink}, 2, 1, 1024, 32);
    EXPECT_NEAR(mean_of(result, 2), 1, 0.1) << ink;
  }
}

TEST(ToneFilter, PrintsTheFirstDotsOfEachInkElsewhere) {
  const auto cyan = halftone_flat({.method = "tone", .ink = 0}, 2, 4, 512, 64);
  const auto magenta = halftone_flat({.method = "tone", .ink = 1}, 2, 4, 512, 64);
  double both = 0, dots = 0;
  for (std::size_t i = 0; i < cyan.size(); ++i) {
    both += cyan[i] * magenta[i];
    dots += cyan[i];
  }
  EXPECT_LT(both / dots, 0.1);
}

// Beside an inner level, tones print that level and one neighbour, not both.
TEST(ToneFilter, KeepsToTwoLevelsBesideAnInnerLevel) {
  for (const char* name : {"centred", "tone"}) {
    const auto above = halftone_flat({.method = *find_method(name)}, 3, 130, 128, 128);
    EXPECT_THAT(above, testing::Each(testing::Ge(1))) << name;
    const auto below = halftone_flat({.method = *find_method(name)}, 3, 125, 128, 128);
    EXPECT_THAT(below, testing::Each(testing::Le(1))) << name;
  }
}

// Strokes of text that is nearly solid have few holes, as with error filters. Faithful ones have all that the tone
// wants.
TEST(Sharpness, ClosesDarkStrokes) {
  for (const char* name : {"centred", "tone"}) {
    const auto holes = [&](int sharpness) {
      const auto is_inside = [](std::int64_t x) { return x % 16 < 3; };
      const PlaneSettings settings{.method = *find_method(name), .sharpness = sharpness};
      const auto result = diffuse_by_tone(settings, 2, 8, 512, 64,
                                          [&](std::int64_t, std::int64_t x) { return is_inside(x) ? 250 : 0; });
      int count = 0;
      for (std::size_t i = 0; i < result.size(); ++i)
        count += is_inside(static_cast<std::int64_t>(i % 512)) && result[i] == 0;
      return count;
    };
    EXPECT_LT(3 * holes(100), holes(0)) << name;
  }
}

TEST(Sharpness, OutOfRangeIsRefused) {
  for (const int sharpness : {min_sharpness - 1, max_sharpness + 1}) {
    EXPECT_FALSE(check({.planes = {{.method = "tone", .sharpness = sharpness}}, .width = 10}).ok()) << sharpness;
  }
}

}  // namespace
}  // namespace platerip::halftone
