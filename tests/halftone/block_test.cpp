// A strip in parallelogram blocks has the bits of the complete page, in every order and with all the threads and
// processes that C and R allow.
#include "tests/halftone/block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/halftone/random_page.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/wave.h"

namespace platerip::halftone {
namespace {

std::vector<Settings> all_settings() {
  std::vector<Settings> all;
  for (const Method method : error_filter_methods()) {
    for (const int levels : {2, 3, 4, 16}) {
      for (const int bits : {8, 16}) all.push_back({.planes = {{method}}, .levels = levels, .bits = bits});
    }
  }
  return all;
}

std::string settings_name(const testing::TestParamInfo<Settings>& info) {
  std::string name(info.param.planes[0].method.name());
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.param.levels) + "_levels_" + std::to_string(info.param.bits) + "_bits";
}

// A halftoner and its workspace.
struct Engine {
  std::vector<std::byte> workspace;
  std::unique_ptr<Halftoner> halftoner;

  Engine(const Backend& backend, const Settings& settings) : workspace(backend.workspace_bytes(settings)) {
    halftoner = *backend.make(settings, workspace);
  }
  explicit Engine(const Settings& settings) : Engine(**find_backend("reference"), settings) {}

  // C of a page with one plane.
  [[nodiscard]] BoundaryErrors c(const Settings& settings) const {
    return *c_of(settings, halftoner->save()->planes[0]);
  }
};

// The settings of one of the page's planes.
Settings of_plane(Settings settings, std::size_t plane) {
  settings.planes = {settings.planes[plane]};
  return settings;
}

class Blocks : public testing::TestWithParam<Settings> {
 protected:
  // Random settings. The width is sometimes only a few columns.
  Settings random_settings() {
    Settings settings = GetParam();
    settings.width = 1 + static_cast<std::int64_t>(random_() % (random_() % 3 ? 250 : 12));
    return settings;
  }

  // Halftones a page in one piece and in blocks. `choose` picks the strip whose next block is done, among those whose
  // next block may start.
  template <typename Choose>
  void expect_the_whole_pages_bits(Choose choose) {
    for (int repeat = 0; repeat < 8; ++repeat) {
      const Settings settings = random_settings();
      const auto height = static_cast<std::int64_t>(1 + random_() % 90);
      RandomPage page(settings, height, random_);
      RandomPage expected = page;
      Engine reference(settings);
      ASSERT_TRUE(expected.run(*reference.halftoner, 0, height).ok());

      Wave wave(settings, page.plane(0, 0), page.plate(0, 0), height, c_above_page(settings), random_);
      while (true) {
        std::vector<std::size_t> ready;
        for (std::size_t strip = 0; strip < wave.strips(); ++strip) {
          if (wave.ready(strip)) ready.push_back(strip);
        }
        if (ready.empty()) break;
        wave.run_next(choose(ready));
        if (HasFatalFailure()) return;
      }
      ASSERT_TRUE(wave.done());
      ASSERT_TRUE(page.has_plates_of(expected)) << settings.width << " x " << height;
      EXPECT_EQ(wave.c_below(wave.strips() - 1), reference.c(settings));
    }
  }

  std::mt19937 random_{test_seed()};
};

TEST_P(Blocks, GiveTheBitsOfTheWholePage) {
  expect_the_whole_pages_bits([](const auto& ready) { return ready.front(); });
}

// Always continues the lowest strip that may continue, so that the wave is as steep as possible.
TEST_P(Blocks, GiveTheSameBitsAsASteepWave) {
  expect_the_whole_pages_bits([](const auto& ready) { return ready.back(); });
}

TEST_P(Blocks, GiveTheSameBitsInAnyOrder) {
  expect_the_whole_pages_bits([this](const auto& ready) { return ready[random_() % ready.size()]; });
}

TEST_P(Blocks, OfEachStripEndWithTheBoundaryErrorsThatHalftonersSave) {
  const Settings settings = random_settings();
  RandomPage page(settings, 60, random_);
  RandomPage expected = page;
  Engine reference(settings);
  Wave wave(settings, page.plane(0, 0), page.plate(0, 0), 60, c_above_page(settings), random_);
  for (std::size_t strip = 0; strip < wave.strips(); ++strip) {
    while (wave.ready(strip)) wave.run_next(strip);
    ASSERT_TRUE(expected.run(*reference.halftoner, wave.first_row(strip), wave.rows(strip)).ok());
    EXPECT_EQ(wave.c_below(strip), reference.c(settings));
  }
}

// A page with several methods. Each of its planes continues from strip to strip on its own.
TEST_P(Blocks, GoOnFromAnyBackendAndHandOnToAny) {
  Settings settings = random_settings();
  for (const Method method : error_filter_methods()) settings.planes.push_back({method});
  for (const Backend* before : tested_backends()) {
    for (const Backend* after : tested_backends()) {
      RandomPage page(settings, 60, random_);
      RandomPage expected = page;
      Engine reference(settings);
      ASSERT_TRUE(expected.run(*reference.halftoner, 0, 60).ok());

      Engine top(*before, settings);
      ASSERT_TRUE(page.run(*top.halftoner, 0, 20).ok());
      Boundary boundary = *top.halftoner->save();
      for (int plane = 0; plane < std::ssize(settings.planes); ++plane) {
        const auto place = static_cast<std::size_t>(plane);
        const Settings own = of_plane(settings, place);
        const auto above = c_of(own, boundary.planes[place]);
        ASSERT_TRUE(above.ok()) << above.error().message;
        Wave wave(own, page.plane(plane, 20), page.plate(plane, 20), 20, *above, random_);
        for (std::size_t strip = 0; strip < wave.strips(); ++strip) {
          while (wave.ready(strip)) wave.run_next(strip);
        }
        boundary.planes[place] = *plane_boundary(own, wave.c_below(wave.strips() - 1));
      }
      boundary.rows = 40;
      Engine bottom(*after, settings);
      ASSERT_TRUE(bottom.halftoner->restore(boundary).ok());
      ASSERT_TRUE(page.run(*bottom.halftoner, 40, 20).ok());
      EXPECT_TRUE(page.has_plates_of(expected)) << before->name << ", blocks, " << after->name;
      EXPECT_EQ(*bottom.halftoner->save(), *reference.halftoner->save());
    }
  }
}

TEST_P(Blocks, WaitForAsManyBlocksAboveAsTheHeaderSays) {
  Settings settings = GetParam();
  settings.width = 100000;
  const int skew = settings.planes[0].method.info().filter->skew();
  for (const auto& size : {std::pair{1, 1}, {1, 5}, {8, 8}, {64, 256}, {64, 191}, {64, 192}, {100, 7}}) {
    const int height = size.first, width = size.second;
    const auto reaches = [&](std::int64_t above, std::int64_t block) {
      return columns_below(settings, {height, above * width, (above + 1) * width}).end >=
             columns_above(settings, {height, block * width, (block + 1) * width}).end;
    };
    const std::int64_t ahead = (skew * height - 1 + width - 1) / width;
    EXPECT_TRUE(reaches(20 + ahead, 20)) << height << " rows, " << width << " columns";
    EXPECT_FALSE(reaches(20 + ahead - 1, 20)) << height << " rows, " << width << " columns";
  }
}

INSTANTIATE_TEST_SUITE_P(AllFilters, Blocks, testing::ValuesIn(all_settings()), settings_name);

class BlocksOnThreads : public Blocks {};

// Each thread takes any block that may start, in the lowest strip that has one.
TEST_P(BlocksOnThreads, GiveTheSameBits) {
  const Settings settings = random_settings();
  RandomPage page(settings, 80, random_);
  RandomPage expected = page;
  Engine reference(settings);
  ASSERT_TRUE(expected.run(*reference.halftoner, 0, 80).ok());

  Wave wave(settings, page.plane(0, 0), page.plate(0, 0), 80, c_above_page(settings), random_);
  std::mutex mutex;
  std::condition_variable went_on;
  std::vector<bool> at_work(wave.strips());
  bool failed = false;
  const auto next = [&] {
    std::size_t strip = wave.strips();
    while (strip > 0 && (at_work[strip - 1] || !wave.ready(strip - 1))) --strip;
    return strip;
  };
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (true) {
      went_on.wait(lock, [&] { return failed || wave.done() || next() > 0; });
      if (failed || wave.done()) return;
      const std::size_t strip = next() - 1;
      at_work[strip] = true;
      const BlockErrors before = wave.before(strip);
      lock.unlock();
      auto after = wave.halftone(strip, before);
      lock.lock();
      at_work[strip] = false;
      failed = !after.ok();
      if (!failed) wave.keep(strip, *std::move(after));
      went_on.notify_all();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(work);
  }
  EXPECT_FALSE(failed);
  EXPECT_TRUE(page.has_plates_of(expected));
}

INSTANTIATE_TEST_SUITE_P(AllFilters, BlocksOnThreads, testing::ValuesIn(all_settings()), settings_name);

}  // namespace
}  // namespace platerip::halftone
