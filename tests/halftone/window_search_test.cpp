// les and pes: the bits of an oracle that tries every pattern of every window; the same bits from every backend, in any
// strips, on any threads and after a stop; and plates that are nearer to the page by the paper's measure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "tests/halftone/diffusion.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/window_search.h"
#include "tests/on_threads.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::halftone {
namespace {

// A plane and its plate, whose rows follow each other without gaps.
struct OnePlane {
  Settings settings;
  std::int64_t height = 1;
  std::vector<std::byte> samples;
  std::vector<std::byte> pixels;

  OnePlane(Settings page, std::int64_t rows, const std::function<int(std::int64_t, std::int64_t)>& amount)
      : settings(std::move(page)), height(rows) {
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < settings.width; ++x) {
        const auto sample = static_cast<std::uint16_t>(amount(y, x));
        const auto* const bytes = reinterpret_cast<const std::byte*>(&sample);
        if (settings.bits == 8)
          samples.push_back(static_cast<std::byte>(sample));
        else
          samples.insert(samples.end(), bytes, bytes + 2);
      }
    }
    pixels.resize(static_cast<std::size_t>(height * row_bytes()));
  }

  [[nodiscard]] std::int64_t row_bytes() const { return plate_row_bytes(settings.width, settings.levels); }
  [[nodiscard]] int sample(std::int64_t y, std::int64_t x) const {
    const auto i = static_cast<std::size_t>(y * settings.width + x);
    if (settings.bits == 8) return std::to_integer<int>(samples[i]);
    std::uint16_t value = 0;
    std::memcpy(&value, samples.data() + 2 * i, 2);
    return value;
  }
  [[nodiscard]] int level(std::int64_t y, std::int64_t x) const {
    const int bits = plate_bits(settings.levels);
    const auto byte = std::to_integer<int>(pixels[static_cast<std::size_t>(y * row_bytes() + x * bits / 8)]);
    return byte >> (8 - bits - x * bits % 8) & ((1 << bits) - 1);
  }

  // Halftones in strips of up to `most_rows` rows, by the backends in turn.
  void halftone(const std::vector<const Backend*>& in_turn, std::int64_t most_rows, std::mt19937& random) {
    Engine engine(*in_turn[0], settings);
    std::int64_t given = 0, finished = 0;
    for (std::size_t turn = 0; finished < height; ++turn) {
      if (turn > 0 && in_turn.size() > 1) {
        const Boundary boundary = *engine.halftoner->save();
        engine = Engine(*in_turn[turn % in_turn.size()], settings);
        ASSERT_TRUE(engine.halftoner->restore(boundary).ok());
      }
      const auto at_most = static_cast<std::uint64_t>(most_rows);
      const std::int64_t rows = std::min(static_cast<std::int64_t>(1 + random() % at_most), height - given);
      const Plane plane{samples.data() + given * settings.width * settings.bits / 8,
                        settings.width * settings.bits / 8};
      const Plate plate{pixels.data() + finished * row_bytes(), row_bytes()};
      const bool last = given + rows == height;
      const auto done = engine.halftoner->run(
          {.rows = rows, .planes = {&plane, 1}, .plates = {&plate, 1}, .last = last, .room = height - finished});
      ASSERT_TRUE(done.ok()) << done.error().message;
      given += rows;
      finished += *done;
    }
  }
};

class WindowSearch : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] Method method() const { return *find_method(GetParam()); }

  Settings random_settings() {
    Settings settings{.levels = std::array{2, 2, 3, 4, 16}[random_() % 5], .bits = random_() % 3 == 0 ? 16 : 8};
    settings.planes = {{.method = method(), .ink = static_cast<int>(random_() % 9)}};
    settings.planes[0].effort = {1 + static_cast<int>(random_() % 2), 1 + static_cast<int>(random_() % 3)};
    return settings;
  }

  // Random amounts: of all tones, of those between two levels, or of light ones; and in places the levels themselves.
  OnePlane random_plane(const Settings& settings, std::int64_t height) {
    const int max = settings.bits == 8 ? 255 : 65535, step = max / (settings.levels - 1);
    const auto kind = random_() % 4;
    const auto levels_in_3 = random_() % 3;
    return {settings, height, [&](std::int64_t, std::int64_t) {
              const int level = static_cast<int>(random_() % static_cast<unsigned>(settings.levels)) * step;
              const int part = static_cast<int>(random_() % 1000);
              if (random_() % 3 < levels_in_3) return std::min(level, max);
              if (kind == 0) return static_cast<int>(random_() % static_cast<unsigned>(max + 1));
              const int first = level == max ? 0 : level;
              return first + step * (kind == 1 ? part % 60 : 100 + part * 4 / 5) / 1000;
            }};
  }

  void expect_the_oracles_bits(OnePlane& page) {
    const Settings& settings = page.settings;
    const auto sample = [&](std::int64_t y, std::int64_t x) { return page.sample(y, x); };
    const auto before = diffuse("floyd-steinberg", settings.levels, settings.bits, settings.width, page.height, sample);
    const SearchEffort effort = *settings.planes[0].effort;
    const auto expected =
        search_windows_directly(method() == Method("pes"), {.rounds = effort.rounds, .sweeps = effort.sweeps},
                                settings.levels, settings.bits, settings.width, page.height, sample, before);
    for (const Backend* backend : tested_backends()) {
      SCOPED_TRACE(std::string(backend->name) + ", " + std::to_string(settings.width) + " by " +
                   std::to_string(page.height) + ", " + std::to_string(settings.levels) + " levels");
      ASSERT_NO_FATAL_FAILURE(page.halftone({backend}, 1000, random_));
      for (std::int64_t y = 0; y < page.height; ++y) {
        for (std::int64_t x = 0; x < settings.width; ++x)
          ASSERT_EQ(page.level(y, x), expected[static_cast<std::size_t>(y * settings.width + x)]) << y << ' ' << x;
      }
    }
  }

  std::mt19937 random_{test_seed()};
};

INSTANTIATE_TEST_SUITE_P(Methods, WindowSearch, testing::Values("les", "pes"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(WindowSearch, HasTheOraclesBits) {
  for (int i = 0; i < 12; ++i) {
    Settings settings = random_settings();
    // Around the border of a tile, or small.
    const bool is_wide = i % 4 == 0;
    settings.width =
        is_wide ? 31 + static_cast<std::int64_t>(random_() % 8) : 1 + static_cast<std::int64_t>(random_() % 9);
    const std::int64_t height = 1 + static_cast<std::int64_t>(random_() % (is_wide ? 4 : 9));
    OnePlane page = random_plane(settings, height);
    ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits(page));
  }
}

// Amounts, in 1020ths of solid, of a row of pixels. Only the window of pixels 6 to 9 can move the dot of one to the
// other. Which is better depends on what is seen at 12, and that on pixel 15, which loses its dot after this window was
// searched. The other tints keep the number of dots.
std::array<int, 24> row_decided_from_afar(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  std::array<int, 24> row{};
  row[3] = below(9);
  row[5] = 1 + below(5);
  row[6] = 480 + below(60);
  row[7] = row[8] = 1 + below(5);
  row[9] = row[6] + below(7) - 3;
  row[10] = 1;
  row[12] = 2 + below(8);
  row[15] = 560 + below(400);
  return row;
}

TEST_P(WindowSearch, SearchesAgainAllThatAChangeConcernsHoweverFarAway) {
  for (int i = 0; i < 400; ++i) {
    const bool is_row = i % 2 == 0;
    const auto row = row_decided_from_afar(random_);
    const auto length = static_cast<std::int64_t>(row.size());
    Settings settings{.planes = {{.method = method()}}, .bits = 16, .width = is_row ? length : 1};
    settings.planes[0].effort = {1, 8};
    OnePlane page(settings, is_row ? 1 : length, [&](std::int64_t y, std::int64_t x) {
      return (row[static_cast<std::size_t>(is_row ? x : y)] * 65535 + 510) / 1020;
    });
    ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits(page)) << "page " << i;
  }
}

TEST_P(WindowSearch, HasTheSameBitsInAnyStripsOnAnyThreadsAndAfterStops) {
  std::vector<const Backend*> in_turn = tested_backends();
  for (int i = 0; i < test::repeated(2); ++i) {
    Settings settings = random_settings();
    settings.planes[0].effort->rounds = 1;  // it looks ahead by 108 rows
    settings.width = 1 + static_cast<std::int64_t>(random_() % (test::sanitized ? 5 : 12));
    const auto height = 112 + static_cast<std::int64_t>(random_() % 20);
    OnePlane page = random_plane(settings, height);
    ASSERT_NO_FATAL_FAILURE(page.halftone({in_turn[0]}, height, random_));
    const std::vector<std::byte> expected = page.pixels;
    for (const Backend* backend : in_turn) {
      page.settings.parallel = on_threads(1 + static_cast<int>(random_() % 3));
      page.pixels.assign(page.pixels.size(), std::byte{0xA5});
      ASSERT_NO_FATAL_FAILURE(page.halftone({backend}, 1 + static_cast<std::int64_t>(random_() % 100), random_));
      ASSERT_EQ(page.pixels, expected) << backend->name;
    }
    page.pixels.assign(page.pixels.size(), std::byte{0xA5});
    page.settings.parallel = {};
    ASSERT_NO_FATAL_FAILURE(page.halftone(in_turn, 50, random_));
    ASSERT_EQ(page.pixels, expected);
  }
}

// Paper, solid and inner levels get nothing and lose nothing, even beside tones.
TEST_P(WindowSearch, LeavesLevelsAsTheyAre) {
  for (const int levels : {2, 3, 4}) {
    const Settings settings{.planes = {{method()}}, .levels = levels, .width = 60};
    const auto amount = [&](std::int64_t y, std::int64_t x) {
      if ((x / 10 + y / 10) % 2 == 0) return static_cast<int>(x / 10 + y / 10) / 2 % levels * (255 / (levels - 1));
      return 40 + static_cast<int>(3 * x);
    };
    OnePlane page(settings, 60, amount);
    ASSERT_NO_FATAL_FAILURE(page.halftone({*find_backend("auto")}, 60, random_));
    for (std::int64_t y = 0; y < 60; ++y) {
      for (std::int64_t x = 0; x < 60; ++x) {
        if (amount(y, x) * (levels - 1) % 255 != 0) continue;
        ASSERT_EQ(page.level(y, x), amount(y, x) * (levels - 1) / 255) << y << ' ' << x;
      }
    }
  }
}

// Light and dark tints keep all their dots: the measure alone would leave them out.
TEST_P(WindowSearch, KeepsTheDotsOfLightTints) {
  for (const int tone : {2, 8, 14, 247, 253}) {
    const Settings settings{.planes = {{"floyd-steinberg"}}, .width = 128};
    OnePlane page(settings, 128, [&](std::int64_t, std::int64_t) { return tone; });
    const auto dots = [&] {
      int count = 0;
      for (const std::byte byte : page.pixels) count += std::popcount(std::to_integer<unsigned>(byte));
      return count;
    };
    ASSERT_NO_FATAL_FAILURE(page.halftone({*find_backend("auto")}, 128, random_));
    const int before = dots();
    page.settings.planes = {{method()}};
    ASSERT_NO_FATAL_FAILURE(page.halftone({*find_backend("auto")}, 128, random_));
    EXPECT_EQ(dots(), before) << tone;
    EXPECT_GT(before, 0);
  }
}

double gaussian_error(const OnePlane& page) {
  double sum = 0, weights = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) weights += std::exp(-(dy * dy + dx * dx) / 2.0);
  for (std::int64_t y = 3; y < page.height - 3; ++y) {
    for (std::int64_t x = 3; x < page.settings.width - 3; ++x) {
      double seen = 0;
      for (int dy = -3; dy <= 3; ++dy)
        for (int dx = -3; dx <= 3; ++dx)
          seen += std::exp(-(dy * dy + dx * dx) / 2.0) / weights * 255 * page.level(y + dy, x + dx);
      sum += std::abs(page.sample(y, x) - seen);
    }
  }
  return sum / static_cast<double>((page.height - 6) * (page.settings.width - 6));
}

// The paper's measure on a picture of waves of all lengths; effort_bench has it on photographs of the paper's size.
TEST_P(WindowSearch, HasLessOfThePapersErrorThanFloydSteinberg) {
  if (test::sanitized) GTEST_SKIP() << "other tests search pages, too";
  OnePlane page({.planes = {{"floyd-steinberg"}}, .width = 160}, 160, [](std::int64_t y, std::int64_t x) {
    return 127 + static_cast<int>(60 * std::sin(static_cast<double>(x * x) / 200) +
                                  50 * std::sin(static_cast<double>(y * y) / 300));
  });
  ASSERT_NO_FATAL_FAILURE(page.halftone({*find_backend("auto")}, 160, random_));
  const double diffused = gaussian_error(page);
  page.settings.planes = {{method()}};
  ASSERT_NO_FATAL_FAILURE(page.halftone({*find_backend("auto")}, 160, random_));
  EXPECT_LT(gaussian_error(page), 0.77 * diffused);
}

}  // namespace
}  // namespace platerip::halftone
