// AM screens: the ruling and the angle that come out, by the supercell's vectors and by the spectrum of a plate; the
// coverage of every tone; shapes; moiré.
#include "halftone/screens/am.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "halftone/backends/backends.h"
#include "halftone/screens/noise_screens.h"
#include "tests/halftone/test_screens.h"
#include "tests/sanitized.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

constexpr DotShape shapes[] = {DotShape::round,   DotShape::euclidean, DotShape::ellipse,
                               DotShape::diamond, DotShape::line,      DotShape::square};

AmScreen am(const Grid& wanted, const Dpi& dpi, DotShape shape = DotShape::euclidean) {
  auto made = make_am(wanted, dpi, spot_of(shape));
  EXPECT_TRUE(made.ok());
  return *std::move(made);
}

// The rulings of plate makers, at all resolutions at which their cells have three pixels or more.
TEST(Supercells, KeepTheRulingAndTheAngle) {
  for (const double dpi : {600.0, 720.0, 1200.0, 1270.0, 1440.0, 2400.0, 2540.0, 2880.0, 3600.0, 4000.0, 5080.0}) {
    for (double lpi = 85; lpi <= std::min(200.0, dpi / 3); lpi += 2.5) {
      for (const double angle : {0.0, 7.5, 15.0, 18.4, 22.5, 45.0, 67.5, 75.0, 90.0, 105.0, 165.0}) {
        const auto supercell = find_supercell({lpi, angle}, {dpi, dpi});
        ASSERT_TRUE(supercell.ok());
        const Grid grid = grid_of(*supercell, {dpi, dpi});
        EXPECT_NEAR(grid.lpi, lpi, 0.1) << dpi << " dpi, " << lpi << " lpi, " << angle << " degrees";
        EXPECT_NEAR(std::remainder(grid.angle - angle, 360), 0, 0.1)
            << dpi << " dpi, " << lpi << " lpi, " << angle << " degrees";
        EXPECT_GE(supercell->pixels(), 4096);
        EXPECT_LE(supercell->pixels(), 1 << 20);
      }
    }
  }
}

TEST(Supercells, OfPixelsThatAreNotSquareKeepBothDirections) {
  for (const double angle : {0.0, 15.0, 45.0, 75.0}) {
    const Dpi dpi{2400, 1200};
    const auto supercell = find_supercell({133, angle}, dpi);
    ASSERT_TRUE(supercell.ok());
    for (const PixelVector& vector : {supercell->across, supercell->up}) {
      const double x = static_cast<double>(vector.x) / dpi.x, y = -static_cast<double>(vector.y) / dpi.y;
      EXPECT_NEAR(static_cast<double>(supercell->cells) / std::hypot(x, y), 133, 0.1);
      const double direction = std::atan2(y, x) * 180 / std::numbers::pi;
      EXPECT_NEAR(std::remainder(direction - angle, 90), 0, 0.1);
    }
  }
}

// Halftone files may hold any number.
TEST(Supercells, OfAnyAngleAreFound) {
  for (const double angle : {375.0, -720.0, 1e9, -1e17, 1e300}) {
    const auto supercell = find_supercell({133, angle}, {2400, 2400});
    ASSERT_TRUE(supercell.ok()) << angle;
    EXPECT_GE(supercell->pixels(), 4096) << angle;
  }
}

TEST(Supercells, ThatCannotBeAreRefused) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const Grid& grid :
       {Grid{0, 0}, Grid{-1, 0}, Grid{nan, 0}, Grid{100, nan}, Grid{infinity, 0}, Grid{601, 0}, Grid{1, 0}})
    EXPECT_FALSE(find_supercell(grid, {1200, 1200}).ok()) << grid.lpi << ' ' << grid.angle;
  for (const Dpi& dpi :
       {Dpi{0, 1200}, Dpi{1200, -1}, Dpi{nan, 1200}, Dpi{infinity, 1}, Dpi{1e300, 1e300}, Dpi{1e-300, 1e300}})
    EXPECT_FALSE(find_supercell({150, 15}, dpi).ok()) << dpi.x << ' ' << dpi.y;
  EXPECT_THAT(find_supercell({700, 0}, {1200, 1200}).error().message, HasSubstr("700 lpi at 1200 dpi is too fine"));
}

// How many pixels of the screen each of the 65536 thresholds has.
std::vector<int> pixels_of_thresholds(const Screen& screen) {
  std::vector<int> pixels(65536);
  for (const std::uint16_t threshold : screen.thresholds) ++pixels[threshold];
  return pixels;
}

TEST(AmScreens, PrintEveryToneToTheNearestPixel) {
  for (const DotShape shape : shapes) {
    for (const double angle : test::sanitized ? std::vector{15.0} : std::vector{0.0, 15.0, 45.0, 75.0}) {
      const Screen screen = am({150, angle}, {1200, 1200}, shape).screen;
      ASSERT_TRUE(check(screen).ok());
      const double pixels = static_cast<double>(screen.thresholds.size());
      const std::vector<int> having = pixels_of_thresholds(screen);
      const auto at = [&](int tone) { return having.begin() + 257 * tone; };  // the first that the tone does not reach
      for (int tone = 1, printed = 0; tone <= 255; ++tone) {
        printed = std::accumulate(at(tone - 1), at(tone), printed);
        ASSERT_NEAR(printed, pixels * tone / 255, 1) << tone;
      }
      EXPECT_EQ(std::ranges::count_if(having, [](int n) { return n > 0; }),
                std::min<std::ptrdiff_t>(std::ssize(screen.thresholds), 65535));
    }
  }
}

// A halftone cell of a tile: its pixels, the first to print first.
struct CellPixel {
  std::uint16_t threshold;
  std::int64_t spot;
};

// The pixels of each cell, by the definition of Supercell and Spot. All numbers are exact.
std::map<std::pair<std::int64_t, std::int64_t>, std::vector<CellPixel>> cells_of(const Screen& screen,
                                                                                 const Supercell& supercell,
                                                                                 const Spot& spot) {
  const std::int64_t unit = 2 * supercell.pixels();  // of a coordinate in cells, at the middle of a pixel
  const auto split = [&](std::int64_t place) {
    const std::int64_t around = unit * supercell.cells, within = (place % around + around) % around;
    return std::pair(within / unit, 2 * spot_unit * (within % unit) / unit - spot_unit);
  };
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<CellPixel>> cells;
  for (std::int64_t y = 0; y < screen.height; ++y) {
    for (std::int64_t x = 0; x < screen.width; ++x) {
      const PixelVector middle{2 * x + 1, 2 * y + 1};
      const auto [column, right] = split(supercell.cells * (middle.y * supercell.up.x - middle.x * supercell.up.y));
      const auto [row, up] = split(supercell.cells * (middle.x * supercell.across.y - middle.y * supercell.across.x));
      cells[{column, row}].push_back(
          {screen.thresholds[static_cast<std::size_t>(y * screen.width + x)], spot.value(right, up)});
    }
  }
  for (auto& [place, pixels] : cells) std::ranges::stable_sort(pixels, {}, &CellPixel::threshold);
  return cells;
}

TEST(AmScreens, PrintEachCellInTheOrderOfItsSpotFunction) {
  for (const DotShape shape : shapes) {
    for (const double angle : {15.0, 45.0}) {
      const Grid grid{150, angle};
      const auto supercell = find_supercell(grid, {1200, 1200});
      ASSERT_TRUE(supercell.ok());
      const auto cells = cells_of(am(grid, {1200, 1200}, shape).screen, *supercell, spot_of(shape));
      ASSERT_EQ(std::ssize(cells), supercell->cells * supercell->cells);
      for (const auto& [place, pixels] : cells) {
        const auto wrong = std::ranges::adjacent_find(pixels, [](const CellPixel& one, const CellPixel& next) {
          return one.threshold < next.threshold && one.spot < next.spot;
        });
        ASSERT_TRUE(wrong == pixels.end()) << angle << " degrees, cell " << place.first << ", " << place.second;
      }
    }
  }
}

TEST(AmScreens, GrowAllCellsAtOnce) {
  for (const double angle : {15.0, 45.0}) {
    const Grid grid{150, angle};
    const auto supercell = find_supercell(grid, {1200, 1200});
    ASSERT_TRUE(supercell.ok());
    const auto cells = cells_of(am(grid, {1200, 1200}).screen, *supercell, spot_of(DotShape::euclidean));
    for (int tone = 1; tone < 255; tone += 3) {
      for (const auto& [place, pixels] : cells) {
        const auto printed =
            std::ranges::count_if(pixels, [&](const CellPixel& pixel) { return pixel.threshold < 257 * tone; });
        ASSERT_NEAR(static_cast<double>(printed), static_cast<double>(pixels.size()) * tone / 255, 1.1)
            << angle << " degrees, tone " << tone << ", cell " << place.first << ", " << place.second;
      }
    }
  }
}

// A tint in which half of the cells have a dot shows no pattern of cells.
TEST(AmScreens, BeginTheirDotsAllOverTheTile) {
  for (const double angle : {0.0, 15.0, 45.0}) {
    const Grid grid{150, angle};
    const auto supercell = find_supercell(grid, {1200, 1200});
    ASSERT_TRUE(supercell.ok());
    const auto cells = cells_of(am(grid, {1200, 1200}).screen, *supercell, spot_of(DotShape::euclidean));
    std::vector<std::uint16_t> firsts;
    for (const auto& [place, pixels] : cells) firsts.push_back(pixels.front().threshold);
    std::ranges::nth_element(firsts, firsts.begin() + std::ssize(firsts) / 2);
    const std::uint16_t half = firsts[firsts.size() / 2];
    std::map<std::pair<bool, bool>, std::vector<bool>> begun;  // in each quarter of the tile
    for (const auto& [place, pixels] : cells) {
      const std::pair quarter(2 * place.first < supercell->cells, 2 * place.second < supercell->cells);
      begun[quarter].push_back(pixels.front().threshold < half);
    }
    for (const auto& [quarter, dots] : begun) {
      const auto count = static_cast<double>(std::ranges::count(dots, true));
      EXPECT_NEAR(count / static_cast<double>(dots.size()), 0.5, 0.2) << angle << " degrees";
    }
  }
}

// The pixels of a plate of one tone.
class FlatPlate {
 public:
  FlatPlate(const Screen& screen, int tone, std::int64_t size) : size_(size), pixels_(bytes()) {
    const auto tile = std::make_shared<const Screen>(screen);
    const Settings settings{.planes = {plane_of("am", tile)}, .width = size};
    const Backend& backend = **find_backend("auto");
    std::vector<std::byte> workspace(backend.workspace_bytes(settings));
    const std::vector<std::byte> samples(static_cast<std::size_t>(size), static_cast<std::byte>(tone));
    const Plane plane{samples.data(), 0};
    const Plate plate{pixels_.data(), size / 8};
    EXPECT_TRUE((*backend.make(settings, workspace))->run({size, {&plane, 1}, {&plate, 1}}).ok());
  }

  [[nodiscard]] bool has_ink(std::int64_t x, std::int64_t y) const {
    x = (x + size_) % size_;
    y = (y + size_) % size_;
    return (std::to_integer<int>(pixels_[static_cast<std::size_t>(y * (size_ / 8) + x / 8)]) >> (7 - x % 8) & 1) != 0;
  }

  // The logarithm of the spectrum's magnitude at a frequency in cycles per pixel, up meaning up on the page, through a
  // Gaussian window. Near a peak it is a parabola.
  [[nodiscard]] double spectrum(double right, double up) const {
    constexpr double turn = 2 * std::numbers::pi;
    const double middle = static_cast<double>(size_) / 2, sigma = static_cast<double>(size_) / 8;
    std::vector<std::complex<double>> columns;
    for (std::int64_t x = 0; x < size_; ++x)
      columns.push_back(weight(static_cast<double>(x) - middle, sigma, turn * right));
    std::complex<double> sum = 0;
    for (std::int64_t y = 0; y < size_; ++y) {
      std::complex<double> row = 0;
      for (std::int64_t x = 0; x < size_; ++x)
        if (has_ink(x, y)) row += columns[static_cast<std::size_t>(x)];
      sum += row * weight(static_cast<double>(y) - middle, sigma, -turn * up);
    }
    return std::log(std::abs(sum));
  }

 private:
  static std::complex<double> weight(double place, double sigma, double radians) {
    return std::polar(std::exp(-place * place / (2 * sigma * sigma)), -radians * place);
  }
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size_ * size_ / 8); }

  std::int64_t size_;
  std::vector<std::byte> pixels_;
};

// How far the peak of a parabola through three equally distant points is from the one in the middle, in their distance.
double peak(double before, double middle, double after) {
  return (before - after) / (2 * (before - 2 * middle + after));
}

// The spectrum's peak near a grid.
Grid measured(const FlatPlate& plate, const Grid& near, double dpi) {
  constexpr double lpi_step = 0.2, angle_step = 0.1;
  const auto at = [&](double lpi, double degrees) {
    const double radians = degrees * std::numbers::pi / 180;
    return plate.spectrum(lpi / dpi * std::cos(radians), lpi / dpi * std::sin(radians));
  };
  const double middle = at(near.lpi, near.angle);
  return {near.lpi + lpi_step * peak(at(near.lpi - lpi_step, near.angle), middle, at(near.lpi + lpi_step, near.angle)),
          near.angle +
              angle_step * peak(at(near.lpi, near.angle - angle_step), middle, at(near.lpi, near.angle + angle_step))};
}

TEST(AmScreens, HaveTheirSpectrumsPeakWhereItWasAskedFor) {
  for (const auto& [dpi, lpi] :
       {std::pair{1200.0, 85.0}, std::pair{1200.0, 150.0}, std::pair{2400.0, 175.0}, std::pair{2540.0, 200.0}}) {
    for (const double angle : test::sanitized ? std::vector{15.0} : std::vector{0.0, 15.0, 45.0, 75.0}) {
      const FlatPlate plate(am({lpi, angle}, {dpi, dpi}).screen, 70, 1024);
      for (const double direction : {angle, angle + 90}) {
        const Grid grid = measured(plate, {lpi, direction}, dpi);
        EXPECT_NEAR(grid.lpi, lpi, 0.1) << dpi << " dpi, " << direction << " degrees";
        EXPECT_NEAR(grid.angle, direction, 0.1) << dpi << " dpi, " << lpi << " lpi";
      }
    }
  }
}

// Lines run along the angle, so their frequency is at a right angle to it.
TEST(AmScreens, OfLinesHaveOneDirection) {
  const FlatPlate plate(am({100, 30}, {1200, 1200}, DotShape::line).screen, 90, 1024);
  const double radians = std::numbers::pi / 6, f = 100.0 / 1200;
  EXPECT_GT(plate.spectrum(-f * std::sin(radians), f * std::cos(radians)),
            plate.spectrum(f * std::cos(radians), f * std::sin(radians)) + 3);
}

// What a loupe shows of a cell of 16 by 16 pixels, whose middle is between pixels 7 and 8.
TEST(AmScreens, GrowTheShapesOfTheirNames) {
  const auto ink = [](DotShape shape, int tone, std::int64_t x, std::int64_t y) {
    return FlatPlate(am({100, 0}, {1600, 1600}, shape).screen, tone, 64).has_ink(x, y);
  };
  for (const DotShape shape : shapes) {
    EXPECT_TRUE(ink(shape, 30, 7, 7));
    EXPECT_EQ(ink(shape, 40, 0, 7), shape == DotShape::line);
  }
  for (const DotShape shape : {DotShape::round, DotShape::euclidean, DotShape::ellipse, DotShape::diamond}) {
    EXPECT_FALSE(ink(shape, 215, 0, 0));  // the last hole is where four cells meet
    EXPECT_TRUE(ink(shape, 215, 0, 7));
  }
  EXPECT_TRUE(ink(DotShape::square, 127, 3, 3));
  EXPECT_FALSE(ink(DotShape::euclidean, 127, 3, 3));  // a square that stands on its corner
  EXPECT_TRUE(ink(DotShape::euclidean, 127, 1, 7));
  EXPECT_FALSE(ink(DotShape::round, 127, 1, 7));  // a circle does not reach as far
}

TEST(AmScreens, OfInksWithCloseAnglesAreKnownToShowMoire) {
  EXPECT_TRUE(shows_moire({150, 15}, {150, 40}, 30, false));
  EXPECT_TRUE(shows_moire({150, 0}, {149, 90}, 15, false));
  EXPECT_FALSE(shows_moire({150, 0}, {149, 90}, 15, true));
  EXPECT_FALSE(shows_moire({150, 14.93}, {150.2, 45}, 30, false));
  EXPECT_FALSE(shows_moire({150, 15}, {200, 15}, 30, false));
}

}  // namespace
}  // namespace platerip::halftone
