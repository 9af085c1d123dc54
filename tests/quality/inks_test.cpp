#include "tests/bench/quality/inks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/quality/made_images.h"
#include "tests/seed.h"

namespace platerip::quality {
namespace {

using testing::Lt;

constexpr int page_side = 512;
constexpr Area whole_page{0, 0, page_side, page_side};

TEST(Luminance, IsThatOfTheSolids) {
  EXPECT_DOUBLE_EQ(luminance_of(0), 1);
  EXPECT_NEAR(luminance_of(1), 0.26, 0.01);  // cyan, L* 55 on paper of 95
  for (unsigned inks = 1; inks < 16; ++inks) {
    for (unsigned ink = 1; ink < 16; ink *= 2) {
      if ((inks & ink) == 0) continue;
      EXPECT_LE(luminance_of(inks), luminance_of(inks & ~ink)) << inks << " without " << ink;
    }
  }
}

TEST(Gray, OfPlatesIsThatOfTheirInks) {
  const std::vector<Image> plates{Image(1, 1, 255), Image(1, 1, 0), Image(1, 1, 255)};
  EXPECT_NEAR(gray_of(plates).at(0, 0), 255 * (1 - luminance_of(0b101)), 1e-3);
}

TEST(Gray, OfTonesIsTheMeanOfIndependentDots) {
  std::mt19937 random(test_seed());
  const std::vector<Image> plates{random_plate(page_side, page_side, 80, random),
                                  random_plate(page_side, page_side, 200, random)};
  const std::vector<Image> tones{Image(page_side, page_side, 80), Image(page_side, page_side, 200)};
  EXPECT_NEAR(mean(gray_of(plates), whole_page), gray_of(tones).at(0, 0), 1);
}

TEST(Inks, OfIndependentPlanesOverlapAsDemichelExpects) {
  std::mt19937 random(test_seed());
  const std::vector<Image> tones{Image(page_side, page_side, 80), Image(page_side, page_side, 200)};
  const std::vector<Image> plates{random_plate(page_side, page_side, 80, random),
                                  random_plate(page_side, page_side, 200, random)};
  Eye eye;
  const InkQuality quality = compare_inks(eye, tones, plates, whole_page);
  EXPECT_NEAR(quality.overlap, 1, 0.02);
  EXPECT_NEAR(quality.shift, 0, 1);
}

TEST(Inks, DotOnDotOverlapMoreAndAreLighter) {
  const Image columns = made_image(page_side, page_side, [](int x, int) { return x % 4 == 0 ? 255 : 0; });
  const Image between = made_image(page_side, page_side, [](int x, int) { return x % 4 == 1 ? 255 : 0; });
  const std::vector<Image> tones{Image(page_side, page_side, 63.75), Image(page_side, page_side, 63.75)};
  Eye eye;
  const InkQuality on = compare_inks(eye, tones, std::vector{columns, columns}, whole_page);
  EXPECT_NEAR(on.overlap, 4, 1e-3);
  EXPECT_THAT(on.shift, Lt(-5));
  const InkQuality off = compare_inks(eye, tones, std::vector{columns, between}, whole_page);
  EXPECT_NEAR(off.overlap, 0, 1e-6);
  EXPECT_GT(off.shift, 1);
}

TEST(Inks, IndependentPlanesOfOneHalftone) {
  const Halftone floyd = product_halftones().front();
  const std::vector<Image> tones(2, Image(page_side, page_side, 60));
  Eye eye;
  const Area late{0, 128, page_side, page_side - 128};
  EXPECT_NEAR(compare_inks(eye, tones, floyd.plates(tones, 2), late).overlap, 255. / 60, 0.1);
  EXPECT_NEAR(compare_inks(eye, tones, independent(floyd).plates(tones, 2), late).overlap, 1, 0.2);
}

TEST(Inks, SpreadEvenlyOverlapAsOftenWithLessGrain) {
  const std::vector<Image> tones{Image(page_side, page_side, 90), Image(page_side, page_side, 140)};
  Eye eye;
  const Area late{0, 128, page_side, page_side - 128};
  for (const Halftone& halftone : product_halftones()) {
    const auto even = with_even_inks(halftone);
    ASSERT_EQ(even.has_value(), halftone.name == "tone" || halftone.name == "centred");
    if (!even) continue;
    const InkQuality by_chance = compare_inks(eye, tones, independent(halftone).plates(tones, 2), late);
    const InkQuality spread = compare_inks(eye, tones, even->plates(tones, 2), late);
    EXPECT_NEAR(spread.overlap, 1, 0.01) << halftone.name;
    EXPECT_NEAR(spread.shift, 0, 0.5) << halftone.name;
    EXPECT_LT(spread.e600, 0.5 * by_chance.e600) << halftone.name;
  }
}

TEST(Separated, PagesHaveAllTheInk) {
  const std::vector<Image> cmyk = separated({Image(2, 2, 200), Image(2, 2, 61), Image(2, 2, 90)});
  ASSERT_EQ(cmyk.size(), 4U);
  EXPECT_EQ(cmyk[0].at(0, 0), 170);
  EXPECT_EQ(cmyk[1].at(1, 1), 31);
  EXPECT_EQ(cmyk[2].at(0, 1), 60);
  EXPECT_EQ(cmyk[3].at(1, 0), 30);
}

}  // namespace
}  // namespace platerip::quality
