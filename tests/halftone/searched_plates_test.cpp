// What the search methods promise of plates: the eye that they search for, tones that stay, and how little is seen.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "halftone/search.h"
#include "tests/halftone/direct_search.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/tone_diffusion.h"
#include "tests/sanitized.h"

namespace platerip::halftone {
namespace {

// (1 + (d/a)²)^(−3/2)·cos²(πd/25): Näsänen's eye, from its own constants.
double nasanens_eye(double dpi, int dy, int dx) {
  const double fall = 0.525 * std::log(11.0) + 3.91;  // cycles per degree
  const double degree = dpi / 2.54 * 30 * std::tan(std::numbers::pi / 180);
  const double a = degree / fall / std::numbers::pi, d = std::hypot(dy, dx);
  return d >= 12.5 ? 0 : std::pow(1 + d * d / a / a, -1.5) * std::pow(std::cos(std::numbers::pi * d / 25), 2);
}

void expect_nasanens_eye(Eye eye, double dpi, double scale) {
  for (int dy = -12; dy <= 12; ++dy) {
    for (int dx = -12; dx <= 12; ++dx)
      EXPECT_NEAR(table_of(eye)(dy, dx), scale * nasanens_eye(dpi, dy, dx), 0.5001) << dpi << ": " << dy << ' ' << dx;
  }
}

TEST(EyeTables, AreOfNasanensEye) {
  double sum = 0;
  for (int dy = -12; dy <= 12; ++dy) {
    for (int dx = -12; dx <= 12; ++dx) sum += nasanens_eye(450, dy, dx);
  }
  expect_nasanens_eye(Eye::at_450_dpi, 450, 65536 / sum);
  expect_nasanens_eye(Eye::at_300_dpi, 300, eye_middle);
}

using Samples = std::function<int(std::int64_t, std::int64_t)>;

// The levels of a plate of 8-bit samples, row after row.
std::vector<int> levels_of(const PlaneSettings& settings, int levels, std::int64_t width, std::int64_t height,
                           const Samples& sample) {
  const std::int64_t stride = plate_row_bytes(width, levels);
  std::vector<std::byte> samples, pixels(static_cast<std::size_t>(stride * height));
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) samples.push_back(static_cast<std::byte>(sample(y, x)));
  Engine engine(**find_backend("auto"), {.planes = {settings}, .levels = levels, .width = width});
  const Plane plane{samples.data(), width};
  const Plate plate{pixels.data(), stride};
  EXPECT_TRUE(engine.halftoner->run({height, {&plane, 1}, {&plate, 1}, true, height}).ok());
  std::vector<int> all;
  const int bits = plate_bits(levels);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto byte = std::to_integer<int>(pixels[static_cast<std::size_t>(y * stride + x * bits / 8)]);
      all.push_back(byte >> (8 - bits - x * bits % 8) & ((1 << bits) - 1));
    }
  }
  return all;
}

// Paper, solid and inner levels get nothing and lose nothing, even beside tones.
TEST(Searched, LevelsStayAsTheyAre) {
  constexpr std::int64_t side = 150;
  for (const int levels : {2, 4, 16}) {
    const int step = 255 / (levels - 1);
    const Samples amount = [&](std::int64_t y, std::int64_t x) {
      const auto box = static_cast<int>(x / 15 + y / 15);
      return box % 2 == 0 ? box / 2 % levels * step : 40 + static_cast<int>(x);
    };
    const std::vector<int> printed = levels_of({"dbs"}, levels, side, side, amount);
    for (std::int64_t y = 0; y < side; ++y) {
      for (std::int64_t x = 0; x < side; ++x) {
        const int above = amount(y, x) * (levels - 1) % 255, below = amount(y, x) * (levels - 1) / 255;
        const int level = printed[static_cast<std::size_t>(y * side + x)];
        ASSERT_GE(level, below) << y << ' ' << x;
        ASSERT_LE(level, below + (above == 0 ? 0 : 1)) << y << ' ' << x;
      }
    }
  }
}

// Swaps keep all ink, and toggles happen only where they lower the error: tints keep their mean to 0.1 % of solid.
TEST(Searched, TintsKeepTheirMean) {
  constexpr std::int64_t width = 128, height = 256;
  for (int tone = 1; tone < 255; tone += test::sanitized ? 23 : 1) {
    const std::vector<int> levels =
        levels_of({"dbs"}, 2, width, height, [&](std::int64_t, std::int64_t) { return tone; });
    const auto dots = std::accumulate(levels.begin(), levels.end(), 0);
    EXPECT_NEAR(255.0 * dots / (width * height), tone, 0.255) << tone;
  }
}

const Drops uneven{.amounts = {0, 28, 55, 100}, .mix = 0}, mixed{.amounts = {0, 28, 55, 100}, .mix = 70};

// The shares of pixels that print each drop in a tint.
std::vector<double> use_of_drops(const Drops& drops, int tone) {
  constexpr std::int64_t side = 256;
  const std::vector<int> levels =
      levels_of({.method = "dbs", .drops = drops}, 4, side, side, [&](std::int64_t, std::int64_t) { return tone; });
  std::vector<double> shares(4);
  for (const int level : levels) shares[static_cast<std::size_t>(level)] += 1. / (side * side);
  return shares;
}

double ink_of(const Drops& drops, const std::vector<double>& shares) {
  double ink = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) ink += shares[k] * drops.amounts[k] / drops.amounts.back();
  return ink;
}

TEST(SearchedDrops, KeepTheMeanOfTints) {
  for (const Drops& drops : {uneven, mixed}) {
    for (int tone = 0; tone < 256; tone += test::sanitized ? 51 : 5)
      EXPECT_NEAR(ink_of(drops, use_of_drops(drops, tone)), tone / 255., 0.0005) << tone;
  }
}

// Where three sizes are mixed, the search keeps how often each is used; and no other size prints.
TEST(SearchedDrops, StayMixedNearASize) {
  const std::vector<double> at_second = use_of_drops(mixed, 140);
  EXPECT_LT(at_second[0], 1e-9);
  EXPECT_NEAR(at_second[1], 0.28, 0.02);
  EXPECT_NEAR(at_second[2], 0.55, 0.03);
  EXPECT_NEAR(at_second[3], 0.17, 0.02);
  EXPECT_GT(use_of_drops(uneven, 140)[2], 0.99);
}

TEST(SearchedDrops, LeavePaperAndSolid) {
  for (const Drops& drops : {uneven, mixed}) {
    EXPECT_NEAR(use_of_drops(drops, 0)[0], 1, 1e-9);
    EXPECT_NEAR(use_of_drops(drops, 255)[3], 1, 1e-9);
  }
}

// Even sizes that are not mixed are evenly spaced levels.
TEST(SearchedDrops, OfEvenSizesAreLevels) {
  const Samples wave = [](std::int64_t y, std::int64_t x) { return static_cast<int>((x * y / 7 + 3 * x) % 256); };
  EXPECT_EQ(levels_of({.method = "dbs", .drops = {.amounts = {0, 5, 10, 15}}}, 4, 100, 90, wave),
            levels_of({"dbs"}, 4, 100, 90, wave));
}

// The RMS of what the eye sees: of the sum over all pairs of pixels of e·e'·c.
double seen_error(std::int64_t width, std::int64_t height, const Samples& sample, const std::vector<int>& levels) {
  const auto error = [&](std::int64_t y, std::int64_t x) {
    if (y < 0 || x < 0 || y >= height || x >= width) return 0;
    return 1020 * levels[static_cast<std::size_t>(y * width + x)] - 4 * sample(y, x);
  };
  double sum = 0;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      std::int64_t seen = 0;
      for (int dy = -11; dy <= 11; ++dy)
        for (int dx = -11; dx <= 11; ++dx) seen += std::int64_t{nasanen_450(dy, dx)} * error(y + dy, x + dx);
      sum += static_cast<double>(error(y, x)) * static_cast<double>(seen);
    }
  }
  return std::sqrt(sum / static_cast<double>(width * height));
}

// search_bench has this on photographs and tints, at other resolutions than that of the search's own eye: 0.4 % more.
TEST(Searched, PicturesAreNearlyAsGoodAsBySearchingPixelByPixelToTheEnd) {
  if (test::sanitized) GTEST_SKIP() << "the search to the end is the test's own";
  constexpr std::int64_t side = 160;
  const Samples wave = [](std::int64_t y, std::int64_t x) {
    return 127 + static_cast<int>(70 * std::sin(static_cast<double>(x * x) / 200) +
                                  56 * std::sin(static_cast<double>(y * y) / 300));
  };
  const auto end = search_directly(to_the_end, nasanen_450, 2, 8, side, side, wave,
                                   diffuse_by_tone({.method = "tone"}, 2, 8, side, side, wave));
  const auto error_of = [&](const PlaneSettings& settings) {
    return seen_error(side, side, wave, levels_of(settings, 2, side, side, wave));
  };
  const double least = seen_error(side, side, wave, end);
  const SearchMethod& dbs = *Method("dbs").info().search;
  EXPECT_LT(error_of({.method = "dbs", .effort = dbs.best}), 1.01 * least);
  EXPECT_LT(error_of({"dbs"}), 1.02 * least);
  EXPECT_LT(error_of({"dbs"}), 0.8 * error_of({"floyd-steinberg"}));
}

}  // namespace
}  // namespace platerip::halftone
