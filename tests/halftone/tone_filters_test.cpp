// The tone filters: every backend gives the bits of an independent implementation, for any strips, sharpness and ink;
// and tints are what the filters promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/halftone/random_page.h"
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
  return std::string(info.param.method.name()) + "_" + std::to_string(info.param.levels) + "_levels_" +
         std::to_string(info.param.bits) + "_bits";
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::tone_filter) continue;
    for (const int levels : {2, 3, 4, 16}) {
      for (const int bits : {8, 16}) cases.push_back({Method(info), levels, bits});
    }
  }
  return cases;
}

struct Engine {
  std::vector<std::byte> workspace;
  std::unique_ptr<Halftoner> halftoner;

  Engine(const Backend& backend, const Settings& settings) : workspace(backend.workspace_bytes(settings)) {
    auto made = backend.make(settings, workspace);
    if (made.ok()) halftoner = *std::move(made);
  }
};

class ToneFilters : public testing::TestWithParam<Case> {
 protected:
  // Every plane has a sharpness and an ink of its own.
  Settings settings(std::int64_t width, std::size_t planes) {
    Settings settings{.levels = GetParam().levels, .bits = GetParam().bits, .width = width};
    settings.planes = planes_of(planes, GetParam().method);
    for (PlaneSettings& plane : settings.planes) {
      if (random_() % 2)
        plane.sharpness = min_sharpness + static_cast<int>(random_() % (max_sharpness - min_sharpness + 1));
      plane.ink = static_cast<int>(random_() % 9);
    }
    return settings;
  }

  static void expect_diffused(const RandomPage& page, const Settings& settings) {
    for (int plane = 0; plane < std::ssize(settings.planes); ++plane) {
      const PlaneSettings& own = settings.planes[static_cast<std::size_t>(plane)];
      const auto expected = diffuse_by_tone(own, settings.levels, settings.bits, settings.width, page.height(),
                                            [&](std::int64_t y, std::int64_t x) { return page.sample(plane, y, x); });
      for (std::int64_t y = 0; y < page.height(); ++y) {
        for (std::int64_t x = 0; x < settings.width; ++x) {
          ASSERT_EQ(page.level(plane, y, x), expected[static_cast<std::size_t>(y * settings.width + x)])
              << "plane " << plane << " row " << y << " column " << x << " of " << settings.width << ", sharpness "
              << own.sharpness << ", ink " << own.ink;
        }
      }
    }
    EXPECT_TRUE(page.guards_hold());
  }

  std::mt19937 random_{test_seed()};
};

TEST_P(ToneFilters, EqualDiffusionForAnyStripHeight) {
  for (const Backend* backend : tested_backends()) {
    for (const std::int64_t strip_rows : {1, 2, 7, 64, 1000}) {
      const Settings page_settings = settings(1 + random_() % 300, 1 + random_() % 3);
      RandomPage page(page_settings, 1 + random_() % 150, random_);
      Engine engine(*backend, page_settings);
      for (std::int64_t y = 0; y < page.height(); y += strip_rows) {
        ASSERT_TRUE(page.run(*engine.halftoner, y, std::min(strip_rows, page.height() - y)).ok());
      }
      SCOPED_TRACE(std::string(backend->name) + " in strips of " + std::to_string(strip_rows));
      expect_diffused(page, page_settings);
    }
  }
}

TEST_P(ToneFilters, EqualDiffusionOnTheNarrowestPages) {
  for (const Backend* backend : tested_backends()) {
    for (std::int64_t width = 1; width <= 18; ++width) {
      const Settings page_settings = settings(width, 1);
      RandomPage page(page_settings, 9, random_);
      Engine engine(*backend, page_settings);
      ASSERT_TRUE(page.run(*engine.halftoner, 0, 9).ok());
      expect_diffused(page, page_settings);
    }
  }
}

// After every strip, the page continues from the saved sums in a new halftoner, of the next backend each time.
TEST_P(ToneFilters, GoOnFromSavedSums) {
  const Settings page_settings = settings(133, 2);
  RandomPage page(page_settings, 60, random_);
  Boundary boundary;
  std::size_t next = 0;
  for (std::int64_t y = 0; y < page.height();) {
    const Backend* backend = tested_backends()[next++ % tested_backends().size()];
    Engine engine(*backend, page_settings);
    if (y > 0) {
      ASSERT_TRUE(engine.halftoner->restore(boundary).ok());
    }
    const std::int64_t rows = std::min<std::int64_t>(random_() % 8, page.height() - y);
    ASSERT_TRUE(page.run(*engine.halftoner, y, rows).ok());
    boundary = *engine.halftoner->save();
    y += rows;
    EXPECT_EQ(boundary.rows, y);
    for (const PlaneBoundary& plane : boundary.planes) EXPECT_EQ(plane.state.size(), 2u * 133);
  }
  expect_diffused(page, page_settings);
}

// A saved page may hold any sums that pass the check. The largest ones, of both signs, meet in neighbouring columns.
TEST_P(ToneFilters, TakeTheLargestSumsAlike) {
  Settings page_settings = settings(150, 1);
  RandomPage page(page_settings, 40, random_), expected(page);
  Boundary boundary = *Engine(**find_backend("reference"), page_settings).halftoner->save();
  const int most = largest_tone_sum(*GetParam().method.info().tone);
  std::vector<std::int16_t> sums(150);
  for (std::int16_t& sum : sums) sum = static_cast<std::int16_t>(random_() % 2 ? most : -most);
  const auto bytes = std::as_bytes(std::span(sums));
  boundary.planes[0].state.assign(bytes.begin(), bytes.end());
  Engine reference(**find_backend("reference"), page_settings);
  ASSERT_TRUE(reference.halftoner->restore(boundary).ok());
  ASSERT_TRUE(expected.run(*reference.halftoner, 0, 40).ok());
  for (const Backend* backend : tested_backends()) {
    Engine engine(*backend, page_settings);
    ASSERT_TRUE(engine.halftoner->restore(boundary).ok());
    ASSERT_TRUE(page.run(*engine.halftoner, 0, 40).ok());
    EXPECT_TRUE(page.has_plates_of(expected)) << backend->name;
    EXPECT_EQ(*engine.halftoner->save(), *reference.halftoner->save()) << backend->name;
  }
  sums[7] = static_cast<std::int16_t>(most + 1);
  std::ranges::copy(bytes, boundary.planes[0].state.begin());
  EXPECT_FALSE(reference.halftoner->restore(boundary).ok());
}

TEST_P(ToneFilters, GiveTheSameBitsOnSeveralThreads) {
  Settings page_settings = settings(100, 4);
  page_settings.parallel = [&](int count, const std::function<void(int)>& task) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(task, i);
    for (std::thread& thread : threads) thread.join();
  };
  for (const Backend* backend : tested_backends()) {
    RandomPage page(page_settings, 40, random_);
    Engine engine(*backend, page_settings);
    for (std::int64_t y = 0; y < 40; y += 8) ASSERT_TRUE(page.run(*engine.halftoner, y, 8).ok());
    expect_diffused(page, page_settings);
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
