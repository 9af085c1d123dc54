#include "tests/bench/quality/instruments/eye.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tests/quality/made_images.h"

namespace platerip::quality {
namespace {

using testing::DoubleNear;
using testing::FloatNear;

constexpr int side = 256;

// Waves to the right in each row, and downwards in each column.
Image sine(int waves_right, int waves_down, double amplitude) {
  return made_image(side, side, [=](int x, int y) {
    return amplitude * std::sin(2 * std::numbers::pi * (waves_right * x + waves_down * y) / side);
  });
}

TEST(Eye, SeesLessOfFinerWaves) {
  EXPECT_DOUBLE_EQ(passed_by_eye(0), 1);
  // 0.525·ln 11 + 3.91 = 5.1689 cycles per degree are passed by 1/e.
  EXPECT_THAT(passed_by_eye(5.1689), DoubleNear(std::exp(-1), 1e-5));
  EXPECT_THAT(pixels_per_degree(600), DoubleNear(123.7, 0.05));
}

TEST(Eye, PassesASineWaveByItsFrequency) {
  for (const auto& [right, down] : {std::pair{8, 0}, std::pair{0, 8}, std::pair{6, -10}, std::pair{40, 3}}) {
    const Image wave = sine(right, down, 100);
    const double cycles_per_pixel = std::hypot(right, down) / side;
    const SeenError error = Eye().error(wave, 0);
    const auto expected = [&](double dpi) {
      return 100 / std::numbers::sqrt2 * passed_by_eye(cycles_per_pixel * pixels_per_degree(dpi));
    };
    EXPECT_THAT(error.e300, DoubleNear(expected(300), 1e-3));
    EXPECT_THAT(error.e600, DoubleNear(expected(600), 1e-3));
    EXPECT_THAT(error.e1200, DoubleNear(expected(1200), 1e-3));
    Fourier fourier(side, side);
    EXPECT_THAT(rms(seen(fourier, wave, 600), {0, 0, side, side}), DoubleNear(expected(600), 1e-3));
  }
}

TEST(Eye, SeesAMeanErrorAsItIs) {
  const SeenError error = Eye().error(Image(side, side, -3));
  EXPECT_THAT(error.e300, DoubleNear(3, 1e-4));
  EXPECT_THAT(error.e1200, DoubleNear(3, 1e-4));
}

TEST(Eye, DoesNotCountTheMargin) {
  Image spot(side, side);
  spot.row(0)[0] = 255;
  EXPECT_GT(Eye().error(spot, 0).e600, 0.01);
  EXPECT_LT(Eye().error(spot).e600, 0.003);
}

TEST(Eye, MeasuresImagesOfAnySizeInTurn) {
  Eye eye;
  for (const auto& [width, height] : {std::pair{128, 96}, std::pair{77, 131}, std::pair{128, 96}})
    EXPECT_THAT(eye.error(Image(width, height, 2)).e600, DoubleNear(2, 1e-4));
}

TEST(SeenErrors, CountBySquares) {
  const SeenError both = quadratic_mean({{1, 2, 0}, {7, 14, 0}});
  EXPECT_DOUBLE_EQ(both.e300, 5);
  EXPECT_DOUBLE_EQ(both.e600, 10);
}

TEST(Fourier, FindsASineWave) {
  Fourier fourier(side, side);
  const auto amplitudes = fourier.forward(sine(5, 3, 2));
  for (int v = 0; v < side; ++v) {
    for (int u = 0; u <= side / 2; ++u) {
      const float expected = u == 5 && v == 3 ? side * side : 0;
      ASSERT_THAT(std::abs(amplitudes[static_cast<std::size_t>(v * (side / 2 + 1) + u)]), FloatNear(expected, 0.1F))
          << u << ", " << v;
    }
  }
}

TEST(Fourier, ComesBack) {
  for (const auto& [width, height] : {std::pair{64, 48}, std::pair{33, 21}}) {
    const Image image = made_image(width, height, [](int x, int y) { return x * y % 17; });
    Fourier fourier(width, height);
    fourier.forward(image);
    EXPECT_THAT(fourier.inverse().ink, testing::Pointwise(FloatNear(1e-4F), image.ink));
  }
}

}  // namespace
}  // namespace platerip::quality
