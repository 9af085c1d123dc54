// Pictures of plates: exact means where pixels are cut, and flat tints of screens that stay flat.
#include "rip/proofs/report/tone_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "halftone/screens/am.h"
#include "halftone/screens/noise_screens.h"
#include "rip/proofs/report/descreen.h"
#include "tests/halftone/test_screens.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

using halftone::Dpi;
using halftone::Screen;

TEST(Averaging, GivesEachPixelOfThePageItsShare) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 300; ++round) {
    const auto length = std::uniform_int_distribution<std::int64_t>(1, 400)(random);
    const double step =
        round % 2 == 0 ? std::uniform_real_distribution(1.0, 30.0)(random) : static_cast<double>(1 + random() % 30);
    const auto count = static_cast<std::int64_t>(std::ceil(static_cast<double>(length) / step));
    const Averaging made = averaging(length, count, step, 0);
    ASSERT_EQ(made.pixels.size(), static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
      const double left = static_cast<double>(i) * step;
      const double right = std::min(left + step, static_cast<double>(length));
      std::vector<double> shares(static_cast<std::size_t>(length));
      const Averaging::Pixel& pixel = made.pixels[static_cast<std::size_t>(i)];
      for (std::size_t part = pixel.first; part < pixel.first + pixel.count; ++part)
        for (std::int64_t x = made.borders[part]; x < made.borders[part + 1]; ++x)
          shares[static_cast<std::size_t>(x)] = made.weights[pixel.weight + part - pixel.first];
      for (std::int64_t x = 0; x < length; ++x) {
        const auto at = static_cast<double>(x);
        const double overlap = std::max(0.0, std::min(at + 1, right) - std::max(at, left));
        ASSERT_NEAR(shares[static_cast<std::size_t>(x)], overlap / (right - left), 1e-6)
            << "pixel " << i << " of " << count << ", page of " << length << ", step " << step;
      }
    }
  }
}

TEST(Averaging, OverCellsAddsUpToOneEverywhere) {
  for (const double cell : {1.0, 4.5, 16.0, 300.0}) {
    for (const double step : {1.0, 2.5, 14.0}) {
      const Averaging made = averaging(500, static_cast<std::int64_t>(std::ceil(500 / step)), step, cell);
      for (const Averaging::Pixel& pixel : made.pixels) {
        double sum = 0;
        for (std::size_t i = 0; i < pixel.count; ++i)
          sum += made.weights[pixel.weight + i] *
                 static_cast<double>(made.borders[pixel.first + i + 1] - made.borders[pixel.first + i]);
        ASSERT_NEAR(sum, 1, 1e-5) << cell << ", " << step;
      }
    }
  }
}

TEST(DotRate, TellsTheSizeOfCellsWhateverTheirAngle) {
  for (const double lpi : {60.0, 85.0, 133.0, 150.0}) {
    for (const double angle : {0.0, 15.0, 45.0, 75.0}) {
      for (const auto shape : {halftone::DotShape::euclidean, halftone::DotShape::line, halftone::DotShape::ellipse}) {
        const auto screen = halftone::make_am({lpi, angle}, {1200, 1200}, halftone::spot_of(shape));
        ASSERT_TRUE(screen.ok());
        const double cell = cell_of(dot_rate(screen->screen)) * lpi / 1200;
        EXPECT_GT(cell, 0.8) << lpi << " lpi, " << angle;
        EXPECT_LT(cell, 1.3) << lpi << " lpi, " << angle;
      }
    }
  }
}

TEST(DotRate, TellsClustersFromScatteredPixels) {
  EXPECT_LT(cell_of(dot_rate(halftone::blue_noise())), 4);
  EXPECT_LT(cell_of(dot_rate(*halftone::bayer_screen())), 4);
  EXPECT_GT(cell_of(dot_rate(*halftone::green_noise(3))), 6);
}

// The plate of a flat tint.
std::vector<std::byte> tint(const Screen& screen, std::int64_t width, std::int64_t height, int tone) {
  const std::int64_t stride = halftone::plate_row_bytes(width, 2);
  std::vector<std::byte> bits(static_cast<std::size_t>(stride * height));
  for (std::int64_t y = 0; y < height; ++y) {
    const std::int64_t first = halftone::first_column(screen, y);
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int64_t column = (first + x) % screen.width;
      if (257 * tone > screen.thresholds[static_cast<std::size_t>(y % screen.height * screen.width + column)])
        bits[static_cast<std::size_t>(y * stride + x / 8)] |= static_cast<std::byte>(0x80 >> x % 8);
    }
  }
  return bits;
}

// The tones of a picture of one plate, from 0 to 1, row by row.
std::vector<double> tones_of(const std::vector<std::byte>& bits, const PicturedPlates& page, std::int64_t longest) {
  TonePicture picture(page, longest);
  const std::int64_t stride = halftone::plate_row_bytes(page.width, 2);
  const halftone::Plate plate{const_cast<std::byte*>(bits.data()), static_cast<std::ptrdiff_t>(stride)};
  std::vector<double> tones;
  for (std::int64_t row = 0; row < page.height;) {
    row += picture.add(std::span(&plate, 1), row, page.height - row);
    while (const auto band = picture.next()) {
      std::vector<std::uint16_t> smooth(static_cast<std::size_t>(band->rows * picture.grid().columns));
      picture.smooth(*band, smooth);
      for (const std::uint16_t tone : smooth) tones.push_back(tone / 65535.0);
    }
  }
  EXPECT_EQ(tones.size(), static_cast<std::size_t>(picture.grid().columns * picture.grid().rows));
  return tones;
}

struct Spread {
  double mean = 0;
  double greatest = 0;  // deviation from the mean
};

Spread spread_of(const std::vector<double>& tones) {
  Spread spread{.mean = std::accumulate(tones.begin(), tones.end(), 0.0) / static_cast<double>(tones.size())};
  for (const double tone : tones) spread.greatest = std::max(spread.greatest, std::abs(tone - spread.mean));
  return spread;
}

// Rows that are filtered from any row on are those of the whole picture.
TEST(Descreen, GivesTheSameRowsWhereverItBegins) {
  std::mt19937 random(test_seed());
  for (const Grain grain : {grain_of_box(1, 2), grain_of_box(3, 2), grain_of_box(9, 2), Grain{20, 0.001, false}}) {
    const std::int64_t columns = std::uniform_int_distribution(1, 90)(random);
    const std::int64_t height = std::uniform_int_distribution(1, 70)(random);
    std::vector<std::vector<std::uint16_t>> picture(static_cast<std::size_t>(height));
    for (auto& row : picture)
      for (std::int64_t x = 0; x < columns; ++x) row.push_back(static_cast<std::uint16_t>(random()));
    const auto rows_from = [&](std::int64_t first) {
      Descreen descreen(columns, height, grain, first);
      std::vector<std::vector<std::uint16_t>> rows;
      for (std::int64_t next = Descreen::first_needed(first, grain); next < height; ++next) {
        descreen.add(picture[static_cast<std::size_t>(next)]);
        for (std::vector<std::uint16_t> row(columns); descreen.next(row);) rows.push_back(row);
      }
      return rows;
    };
    const auto whole = rows_from(0);
    ASSERT_EQ(std::ssize(whole), height);
    for (std::int64_t first = 0; first < height; ++first)
      ASSERT_EQ(rows_from(first), std::vector(whole.begin() + first, whole.end())) << "from row " << first;
  }
}

// Pictures of many sizes, so that cells and pixels beat in many ways. Cells of few pixels differ a little in size, and
// a picture shows that.
TEST(TonePictures, ShowFlatTintsOfScreensFlat) {
  for (const auto& [dpi, allowed] : {std::pair{600.0, 0.06}, {1200.0, 0.045}, {2400.0, 0.025}}) {
    for (const double lpi : {65.0, 85.0, 133.0, 150.0}) {
      for (const double angle : {0.0, 15.0, 45.0, 75.0}) {
        const auto am = halftone::make_am({lpi, angle}, {dpi, dpi}, halftone::spot_of(halftone::DotShape::euclidean));
        ASSERT_TRUE(am.ok());
        const PicturedPlates page{400, 300, 1, 2, {dot_rate(am->screen)}, {LevelInk()}};
        const std::vector<std::byte> bits = tint(am->screen, page.width, page.height, 128);
        for (const std::int64_t longest : {400, 200, 100, 57, 40}) {
          const Spread spread = spread_of(tones_of(bits, page, longest));
          EXPECT_NEAR(spread.mean, 128 / 255.0, 0.01) << dpi << " dpi, " << lpi << " lpi, " << angle << ", " << longest;
          EXPECT_LT(spread.greatest, allowed) << dpi << " dpi, " << lpi << " lpi, " << angle << ", " << longest;
        }
      }
    }
  }
}

TEST(TonePictures, ShowFlatTintsFlatWherePixelsAreNotSquare) {
  for (const Dpi& dpi : {Dpi{1200, 600}, Dpi{600, 1200}, Dpi{1440, 720}}) {
    const auto am = halftone::make_am({60, 45}, dpi, halftone::spot_of(halftone::DotShape::euclidean));
    ASSERT_TRUE(am.ok());
    const PicturedPlates page{600, 600, dpi.x / dpi.y, 2, {dot_rate(am->screen)}, {LevelInk()}};
    const std::vector<std::byte> bits = tint(am->screen, page.width, page.height, 128);
    for (const std::int64_t longest : {600, 150, 60})
      EXPECT_LT(spread_of(tones_of(bits, page, longest)).greatest, 0.06) << dpi.x << " x " << dpi.y << ", " << longest;
  }
}

TEST(TonePictures, OfSolidAndPaperAreExactToTheEdge) {
  const auto am = halftone::make_am({85, 15}, {600, 600}, halftone::spot_of(halftone::DotShape::round));
  for (const double proportion : {1.0, 2.0, 0.3}) {
    for (const int tone : {0, 255}) {
      const PicturedPlates page{333, 217, proportion, 2, {dot_rate(am->screen)}, {LevelInk()}};
      const Spread spread = spread_of(tones_of(tint(am->screen, page.width, page.height, tone), page, 100));
      EXPECT_EQ(spread.mean, tone / 255);
      EXPECT_EQ(spread.greatest, 0);
    }
  }
}

}  // namespace
}  // namespace platerip::rip
