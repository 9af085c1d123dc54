#include "separation/edges/crisp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/crisp_definition.h"
#include "tests/separation/crisp_pages.h"

namespace platerip::separation {
namespace {

using namespace test;
using profiles::ColorModel;

using Make = void (*)(Crisp, const PixelFormat&, const CrispStrip&);

template <typename Sample>
SamplePage made_in_strips_of(Make make, Crisp crisp, const SamplePage& page, int rows) {
  const std::int64_t step = page.samples_of_pixel(), row = page.width * step, gap = 3;
  const std::vector<Sample> in(page.samples.begin(), page.samples.end());
  std::vector<Sample> out(page.height * (row + gap), 77);
  for (std::int64_t first = 0; first < page.height; first += rows) {
    CrispStrip strip{.width = page.width, .rows = std::min<std::int64_t>(rows, page.height - first)};
    strip.above = std::min(crisp_window, first);
    strip.below = std::min(crisp_window, page.height - first - strip.rows);
    // A copy has only the rows that the strip may look at.
    const std::vector<Sample> seen(in.begin() + (first - strip.above) * row,
                                   in.begin() + (first + strip.rows + strip.below) * row);
    strip.in = reinterpret_cast<const std::byte*>(seen.data() + strip.above * row);
    strip.stride = row * static_cast<std::int64_t>(sizeof(Sample));
    strip.out = reinterpret_cast<std::byte*>(out.data() + first * (row + gap));
    strip.out_stride = (row + gap) * static_cast<std::int64_t>(sizeof(Sample));
    make(crisp, page.format, strip);
  }
  SamplePage made = page;
  for (std::int64_t y = 0; y < page.height; ++y) {
    std::copy_n(out.begin() + y * (row + gap), row, made.samples.begin() + y * row);
    for (std::int64_t x = row; x < row + gap; ++x) EXPECT_EQ(out[y * (row + gap) + x], 77);
  }
  return made;
}

SamplePage made(Make make, Crisp crisp, const SamplePage& page, int rows = 1000) {
  return page.format.bits == 8 ? made_in_strips_of<std::uint8_t>(make, crisp, page, rows)
                               : made_in_strips_of<std::uint16_t>(make, crisp, page, rows);
}

constexpr Crisp kinds[] = {Crisp::off, Crisp::text, Crisp::hairlines, Crisp::soft};

void expect_as_defined(const SamplePage& page, std::mt19937& random) {
  for (const Crisp crisp : kinds) {
    SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(crisp) << ", model "
                                    << static_cast<int>(page.format.model) << ", alpha "
                                    << static_cast<int>(page.format.alpha) << ", " << page.format.bits << " bits, "
                                    << page.format.spots << " spots, " << page.width << " × " << page.height);
    const SamplePage expected = crisp_by_definition(crisp, page);
    const int rows = 1 + static_cast<int>(random() % 45);
    ASSERT_EQ(made(make_crisp_by_reference, crisp, page, rows).samples, expected.samples) << "reference";
    ASSERT_EQ(made(make_crisp, crisp, page, rows).samples, expected.samples) << "vectors";
  }
}

TEST(Crisp, IsAsDefined) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < test::repeated(300); ++i) {
    const int width = 1 + static_cast<int>(random() % 200), height = 1 + static_cast<int>(random() % 40);
    expect_as_defined(any_page(random, any_format(random), width, height), random);
    if (HasFatalFailure()) return;
  }
}

TEST(Crisp, IsAsDefinedOnWidePages) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < test::repeated(12); ++i) {
    const int width = 505 + static_cast<int>(random() % 600), height = 1 + static_cast<int>(random() % 12);
    expect_as_defined(any_page(random, any_format(random), width, height), random);
    if (HasFatalFailure()) return;
  }
}

TEST(Crisp, IsTheSameWith16Bits) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 50; ++i) {
    PixelFormat format = any_format(random);
    format.bits = 8;
    if (format.alpha == Alpha::unassociated) format.alpha = Alpha::associated;  // whose results are not rounded
    const SamplePage page = any_page(random, format, 60, 30);
    for (const Crisp crisp : kinds) {
      const auto in_16_bits = [](SamplePage each) {
        each.format.bits = 16;
        for (int& sample : each.samples) sample *= 257;
        return each;
      };
      ASSERT_EQ(made(make_crisp, crisp, in_16_bits(page)).samples, in_16_bits(made(make_crisp, crisp, page)).samples);
    }
  }
}

TEST(Crisp, LeavesHalftonedPagesAsTheyAre) {
  std::mt19937 random(test_seed());
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk}) {
    SamplePage page{{model}, 150, 40, {}};
    for (int i = 0; i < page.width * page.height * page.samples_of_pixel(); ++i)
      page.samples.push_back(random() % 2 == 0 ? 0 : 255);
    for (const Crisp crisp : kinds) EXPECT_EQ(made(make_crisp, crisp, page).samples, page.samples);
  }
}

SamplePage gray_page(int width, const std::vector<int>& amounts) {
  SamplePage page{{ColorModel::gray}, width, static_cast<int>(amounts.size()) / width, {}};
  for (const int amount : amounts) page.samples.push_back(255 - amount);
  return page;
}

std::vector<int> crisp_amounts(int width, const std::vector<int>& amounts, Crisp crisp = Crisp::text) {
  SamplePage page = made(make_crisp, crisp, gray_page(width, amounts));
  for (int& sample : page.samples) sample = 255 - sample;
  return page.samples;
}

/// The row, several times.
std::vector<int> rows_of(const std::vector<int>& row) {
  std::vector<int> rows;
  for (int i = 0; i < 7; ++i) rows.insert(rows.end(), row.begin(), row.end());
  return rows;
}

TEST(Crisp, MakesAnEdgeSolidOrPaper) {
  EXPECT_EQ(crisp_amounts(6, rows_of({0, 0, 90, 255, 255, 255})), rows_of({0, 0, 0, 255, 255, 255}));
  EXPECT_EQ(crisp_amounts(6, rows_of({0, 0, 170, 255, 255, 255})), rows_of({0, 0, 255, 255, 255, 255}));
}

TEST(Crisp, KeepsTheWidthOfAStrokeThatHalfCoversPixelsOnBothSides) {
  EXPECT_EQ(crisp_amounts(8, rows_of({0, 0, 128, 255, 255, 128, 0, 0})), rows_of({0, 0, 255, 255, 255, 0, 0, 0}));
}

TEST(Crisp, MakesThinStrokesOnePixelWide) {
  EXPECT_EQ(crisp_amounts(8, rows_of({0, 0, 0, 128, 0, 0, 0, 0})), rows_of({0, 0, 0, 255, 0, 0, 0, 0}));
  EXPECT_EQ(crisp_amounts(8, rows_of({0, 0, 0, 70, 60, 0, 0, 0})), rows_of({0, 0, 0, 255, 0, 0, 0, 0}));
  const std::vector<int> light = rows_of({255, 255, 255, 127, 255, 255, 255, 255});
  EXPECT_EQ(crisp_amounts(8, light), rows_of({255, 255, 255, 0, 255, 255, 255, 255}));
}

TEST(Crisp, MakesHairlinesSolidIfAskedTo) {
  const std::vector<int> page = rows_of({0, 0, 0, 64, 0, 0, 0, 0});
  EXPECT_EQ(crisp_amounts(8, page), page);
  EXPECT_EQ(crisp_amounts(8, page, Crisp::hairlines), rows_of({0, 0, 0, 255, 0, 0, 0, 0}));
}

TEST(Crisp, MakesSoftEdgesCrispIfAskedTo) {
  const std::vector<int> page = rows_of({0, 0, 0, 60, 130, 200, 255, 255, 255});
  EXPECT_EQ(crisp_amounts(9, page), page);
  EXPECT_EQ(crisp_amounts(9, page, Crisp::soft), rows_of({0, 0, 0, 0, 255, 255, 255, 255, 255}));
}

TEST(Crisp, LeavesShadowsGraysAndNoiseOfMiddleTones) {
  std::vector<int> shadow, gray(11 * 11, 128), noise;
  for (int i = 0; i < 11 * 11; ++i) {
    shadow.push_back(i % 11 * 25);
    noise.push_back(40 + i * 37 % 170);
  }
  for (const auto& page : {shadow, gray, noise}) EXPECT_EQ(crisp_amounts(11, page), page);
}

TEST(Crisp, LeavesColouredEdges) {
  const int inks[][3] = {{255, 255, 0}, {0, 0, 255}, {255, 0, 0}, {0, 120, 60}, {0, 255, 255}};
  for (const auto& ink : inks) {
    SamplePage page{{ColorModel::rgb}, 9, 9, {}};
    for (int i = 0; i < 81; ++i) {
      const int covered = std::clamp((i % 9 * 2 - i / 9) * 40, 0, 255);  // a slanted edge
      for (const int sample : ink) page.samples.push_back((255 * (255 - covered) + sample * covered) / 255);
    }
    EXPECT_EQ(made(make_crisp, Crisp::text, page).samples, page.samples);
  }
}

TEST(Crisp, KeepsTheOtherInksAndSpotInks) {
  SamplePage page{{.model = ColorModel::cmyk, .spots = 1}, 6, 5, {}};
  const int black[] = {0, 0, 90, 255, 255, 255};
  for (int i = 0; i < 30; ++i) page.samples.insert(page.samples.end(), {10, 20, 30, black[i % 6], 50});
  SamplePage expected = page;
  for (int i = 2; i < 30; i += 6) expected.samples[5 * i + 3] = 0;
  EXPECT_EQ(made(make_crisp, Crisp::text, page).samples, expected.samples);
}

TEST(Crisp, MakesCoverageFullOrNone) {
  for (const Alpha alpha : {Alpha::associated, Alpha::unassociated}) {
    // Black ink covers nothing, a third, and all.
    SamplePage page{{.model = ColorModel::rgb, .alpha = alpha}, 3, 3, {}};
    SamplePage expected = page;
    for (int y = 0; y < 3; ++y) {
      for (const int coverage : {0, 85, 255}) page.samples.insert(page.samples.end(), {0, 0, 0, coverage});
      const int white = alpha == Alpha::associated ? 0 : 255;
      expected.samples.insert(expected.samples.end(), {0, 0, 0, 0, white, white, white, 0, 0, 0, 0, 255});
    }
    EXPECT_EQ(made(make_crisp, Crisp::text, page).samples, expected.samples);
    for (int i = 1; i < 9; i += 3) {
      page.samples[4 * i + 3] = 170;
      std::fill_n(&expected.samples[4 * i], 4, 0);
      expected.samples[4 * i + 3] = 255;
    }
    EXPECT_EQ(made(make_crisp, Crisp::text, page).samples, expected.samples);
  }
}

}  // namespace
}  // namespace platerip::separation
