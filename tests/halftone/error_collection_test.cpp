// Error collection, strip after strip, gives the same bits as error diffusion of the complete page.
#include <gtest/gtest.h>

#include <thread>

#include "tests/halftone/diffusion.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/tested_backends.h"

namespace platerip::halftone {
namespace {

struct Case {
  Method method;
  int levels;
  int bits;
};

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name(info.param.method.name());
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.param.levels) + "_levels_" + std::to_string(info.param.bits) + "_bits";
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const MethodInfo& info : methods()) {
    if (info.family != Family::error_filter) continue;
    const Method method(info);
    for (const int levels : {2, 3, 4, 16}) {
      for (const int bits : {8, 16}) cases.push_back({method, levels, bits});
    }
  }
  return cases;
}

// A halftoner and its workspace, which is exactly as large as it asked for.
struct Engine {
  std::vector<std::byte> workspace;
  std::unique_ptr<Halftoner> halftoner;

  Engine(const Backend& backend, const Settings& settings) : workspace(backend.workspace_bytes(settings)) {
    auto made = backend.make(settings, workspace);
    if (made.ok()) halftoner = *std::move(made);
  }
};

class ErrorCollection : public testing::TestWithParam<Case> {
 protected:
  Settings settings(std::int64_t width, std::size_t planes) const {
    Settings settings;
    settings.levels = GetParam().levels;
    settings.bits = GetParam().bits;
    settings.width = width;
    settings.planes = planes_of(planes, GetParam().method);
    return settings;
  }

  void expect_diffused(const RandomPage& page, const Settings& settings) const {
    for (int plane = 0; plane < std::ssize(settings.planes); ++plane) {
      const Method method = settings.planes[static_cast<std::size_t>(plane)].method;
      const auto expected = diffuse(method, settings.levels, settings.bits, settings.width, page.height(),
                                    [&](std::int64_t y, std::int64_t x) { return page.sample(plane, y, x); });
      for (std::int64_t y = 0; y < page.height(); ++y) {
        for (std::int64_t x = 0; x < settings.width; ++x) {
          ASSERT_EQ(page.level(plane, y, x), expected[static_cast<std::size_t>(y * settings.width + x)])
              << "plane " << plane << " row " << y << " column " << x << " of " << settings.width;
        }
      }
    }
    EXPECT_TRUE(page.guards_hold());
  }

  std::mt19937 random_{test_seed()};
};

TEST_P(ErrorCollection, EqualsDiffusionForAnyStripHeight) {
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

TEST_P(ErrorCollection, EqualsDiffusionOnTheNarrowestPages) {
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

// After every strip, the page continues from the saved boundary errors in a new halftoner, of the next backend each
// time.
TEST_P(ErrorCollection, GoesOnFromSavedBoundaryErrors) {
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
    auto saved = engine.halftoner->save();
    ASSERT_TRUE(saved.ok());
    boundary = *std::move(saved);
    y += rows;
    EXPECT_EQ(boundary.rows, y);
  }
  expect_diffused(page, page_settings);
}

TEST_P(ErrorCollection, GivesTheSameBitsOnSeveralThreads) {
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

INSTANTIATE_TEST_SUITE_P(AllFilters, ErrorCollection, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace platerip::halftone
