// Alpha over paper, compared with the same in floating point.
#include "separation/alpha.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace platerip::separation {
namespace {

using profiles::ColorModel;

template <typename Sample>
Sample composed(ColorModel model, Alpha alpha, Sample color, Sample a) {
  const int colors = colors_of(model);
  std::vector<Sample> in(static_cast<std::size_t>(colors), color);
  in.push_back(a);
  std::vector<Sample> out(static_cast<std::size_t>(colors));
  compose_over_paper({model, alpha, static_cast<int>(8 * sizeof(Sample))}, in.data(), out.data(), 1);
  for (const Sample s : out) EXPECT_EQ(s, out[0]);
  return out[0];
}

// Ties cannot happen: max is odd.
template <typename Sample>
double expected(ColorModel model, Alpha alpha, double color, double a) {
  const double max = std::numeric_limits<Sample>::max();
  const double paper = model == ColorModel::cmyk ? 0 : max;
  const double own = alpha == Alpha::associated ? color : color * a / max;
  return std::round(std::min(max, own + paper * (1 - a / max)));
}

template <typename Sample>
void compare(Sample color, Sample a) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk})
    for (const Alpha alpha : {Alpha::associated, Alpha::unassociated})
      ASSERT_EQ(composed(model, alpha, color, a), expected<Sample>(model, alpha, color, a))
          << "color " << color << ", alpha " << a << ", model " << static_cast<int>(model);
}

TEST(Alpha, Of8BitsIsExactForEveryPair) {
  for (int color = 0; color < 256; ++color)
    for (int a = 0; a < 256; ++a) compare(static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(a));
}

TEST(Alpha, Of16BitsIsExact) {
  for (int color = 0; color < 65536; color += 257)
    for (int a = 0; a < 65536; a += 251) compare(static_cast<std::uint16_t>(color), static_cast<std::uint16_t>(a));
  for (const int color : {0, 1, 32767, 32768, 65534, 65535})
    for (const int a : {0, 1, 32767, 32768, 65534, 65535})
      compare(static_cast<std::uint16_t>(color), static_cast<std::uint16_t>(a));
}

TEST(Alpha, TransparentIsPaperAndOpaqueIsItself) {
  for (const Alpha alpha : {Alpha::associated, Alpha::unassociated}) {
    EXPECT_EQ(composed<std::uint8_t>(ColorModel::rgb, alpha, 0, 0), 255);
    EXPECT_EQ(composed<std::uint8_t>(ColorModel::cmyk, alpha, 0, 0), 0);
    for (int color = 0; color < 256; ++color) {
      EXPECT_EQ(composed<std::uint8_t>(ColorModel::rgb, alpha, static_cast<std::uint8_t>(color), 255), color);
      EXPECT_EQ(composed<std::uint8_t>(ColorModel::cmyk, alpha, static_cast<std::uint8_t>(color), 255), color);
    }
  }
}

// Associated samples should not exceed their alpha. If they do, the result is at most paper white.
TEST(Alpha, AssociatedNeverWraps) {
  EXPECT_EQ(composed<std::uint8_t>(ColorModel::rgb, Alpha::associated, 200, 100), 255);
  EXPECT_EQ(composed<std::uint16_t>(ColorModel::rgb, Alpha::associated, 65535, 0), 65535);
}

TEST(Alpha, IsTakenFromEachPixel) {
  const std::vector<std::uint8_t> in = {0, 50, 100, 0, 0, 50, 100, 255};
  std::vector<std::uint8_t> out(6);
  compose_over_paper({ColorModel::rgb, Alpha::unassociated, 8}, in.data(), out.data(), 2);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{255, 255, 255, 0, 50, 100}));
}

}  // namespace
}  // namespace platerip::separation
