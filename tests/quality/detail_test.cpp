#include "tests/bench/quality/instruments/detail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/bench/quality/originals/charts.h"
#include "tests/bench/quality/originals/photographs.h"
#include "tests/quality/made_images.h"
#include "tests/seed.h"

namespace platerip::quality {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::Each;
using testing::SizeIs;

// Soft waves, `right` and `down` pixels further right and down than those of waves(0, 0).
Image waves(double right, double down) {
  return made_image(256, 192, [=](int column, int row) {
    const double x = column - right, y = row - down;
    return 128 + 50 * std::sin(x / 6 + y / 19) + 40 * std::sin(y / 7 - x / 31) + 20 * std::sin((x + y) / 5);
  });
}

TEST(Shift, IsFound) {
  for (const auto& [right, down] : {std::pair{0.0, 0.0}, std::pair{0.3, -0.2}, std::pair{-0.15, 0.4}}) {
    const Shift found = shift(waves(0, 0), waves(right, down));
    EXPECT_THAT(found.columns, DoubleNear(right, 0.01));
    EXPECT_THAT(found.rows, DoubleNear(down, 0.01));
  }
}

TEST(Shift, IsNotMistakenForNoise) {
  std::mt19937 random(test_seed());
  Image noisy = waves(0.2, 0);
  std::normal_distribution<float> noise(0, 8);
  for (float& amount : noisy.ink) amount += noise(random);
  const Shift found = shift(waves(0, 0), noisy);
  EXPECT_THAT(found.columns, DoubleNear(0.2, 0.06));
  EXPECT_THAT(found.rows, DoubleNear(0, 0.06));
}

TEST(Shift, IsUnknownWithoutDetail) {
  for (const Image& ramp : {ramp_to_the_right(), ramp_downwards(), Image(100, 100, 50)})
    EXPECT_TRUE(std::isnan(shift(ramp, ramp).rows));
}

TEST(TileError, IsThatOfTheMeans) {
  const Image gray(200, 130, 100);
  EXPECT_DOUBLE_EQ(tile_error(gray, gray), 0);
  EXPECT_DOUBLE_EQ(tile_error(gray, Image(200, 130, 98)), 2);
  // Half of the tiles are off by 3. What is beyond the last whole tile does not count.
  const Image half = made_image(256, 130, [](int x, int y) { return y >= 128 ? 255 : x < 128 ? 103 : 100; });
  EXPECT_NEAR(tile_error(Image(256, 130, 100), half), 3 / std::sqrt(2), 1e-6);
}

TEST(GaussianError, IsTheMeanOfTheBlurredError) {
  const Image gray(64, 48, 100);
  EXPECT_NEAR(gaussian_error(gray, gray), 0, 1e-4);
  EXPECT_NEAR(gaussian_error(gray, Image(64, 48, 105)), 5, 1e-4);
  // The error of one dot is spread, but stays as large.
  Image dot(64, 48);
  dot.row(20)[30] = 255;
  EXPECT_NEAR(gaussian_error(Image(64, 48), dot), 255. / (58 * 42), 1e-4);
  // Of every second column, the blur leaves Σ(−1)^k·exp(−k²/2) over Σexp(−k²/2), for k from −3 to 3.
  const Image columns = made_image(64, 48, [](int x, int) { return x % 2 * 255; });
  EXPECT_NEAR(gaussian_error(Image(64, 48, 127.5), columns), 127.5 * 0.01412, 0.01);
}

TEST(Faithfulness, OfSeveralPictures) {
  Faithfulness one, other;
  one.error.e600 = one.tiles = 1;
  other.error.e600 = other.tiles = 7;
  one.shift = {0.2, -0.4};
  other.g1 = 8;
  const Faithfulness both = summary({one, other});
  EXPECT_DOUBLE_EQ(both.error.e600, 5);
  EXPECT_DOUBLE_EQ(both.tiles, 5);
  EXPECT_DOUBLE_EQ(both.shift.rows, 0.1);
  EXPECT_DOUBLE_EQ(both.shift.columns, -0.2);
  EXPECT_DOUBLE_EQ(both.g1, 4);
}

TEST(Enlarged, KeepsFlatTonesAndStraightSlopes) {
  EXPECT_THAT(enlarged(Image(10, 8, 77), 4).ink, AllOf(SizeIs(40 * 32), Each(77)));
  const Image slope = enlarged(made_image(20, 8, [](int x, int) { return 8 * x; }), 4);
  for (int x = 12; x < 68; ++x) EXPECT_NEAR(slope.at(x, 5), 8 * ((x + 0.5) / 4 - 0.5), 0.51) << x;
}

TEST(Photographs, AreDrawnWhereNoneAreGiven) {
  for (const Photograph& photograph : drawn_photographs()) {
    EXPECT_EQ(photograph.gray.width, 768);
    EXPECT_THAT(photograph.cmy, SizeIs(3));
    EXPECT_GT(rms(photograph.gray, inside(photograph.gray, 0)), mean(photograph.gray, inside(photograph.gray, 0)) + 5);
    const Image middle = enlarged_middle(photograph.gray, 4);
    EXPECT_EQ(middle.width, 768);
    EXPECT_EQ(middle.height, 512);
  }
}

TEST(Photographs, MustAllBeThere) {
  EXPECT_THROW((void)read_photographs("/nowhere"), std::runtime_error);
}

TEST(Charts, AreWhatTheySay) {
  const Image right = ramp_to_the_right(), down = ramp_downwards(), text = text_page();
  EXPECT_EQ(right.at(0, 100), 0);
  EXPECT_EQ(right.at(1023, 3), 255);
  EXPECT_EQ(down.at(100, 0), 0);
  EXPECT_EQ(down.at(3, 1023), 255);
  const auto count = [&](float from, float to) {
    return std::ranges::count_if(text.ink, [=](float amount) { return amount >= from && amount <= to; });
  };
  EXPECT_GT(count(255, 255), 10'000);
  EXPECT_GT(count(1, 254), 10'000);
  EXPECT_GT(count(0, 0), 200'000);
}

}  // namespace
}  // namespace platerip::quality
