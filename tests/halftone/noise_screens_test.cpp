// Screens of scattered dots: every tone's coverage, the sizes of dots and holes, an even spread, and inks that differ.
#include "halftone/screens/noise_screens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "halftone/screens/blue_noise_tile.h"
#include "halftone/screens/tile.h"
#include "halftone/screens/void_and_cluster.h"

namespace platerip::halftone {
namespace {

const Screen& blue() {
  static const Screen screen = blue_noise();
  return screen;
}

const Screen& green(int dot_size) {
  static const Screen screens[] = {*green_noise(2), *green_noise(3)};
  return screens[dot_size - 2];
}

// What a tone prints on a tile.
class Print {
 public:
  Print(const Screen& screen, int tone) : screen_(screen), tone_(tone) {}

  [[nodiscard]] bool has_ink(int x, int y) const {
    const int side = screen_.width;
    x = (x + side) % side;
    y = (y + side) % side;
    return 257 * tone_ > screen_.thresholds[static_cast<std::size_t>(y * side + x)];
  }

  [[nodiscard]] int count() const {
    int pixels = 0;
    for (const int threshold : screen_.thresholds) pixels += 257 * tone_ > threshold;
    return pixels;
  }

  // Whether a pixel belongs to a square of `size` pixels that are all like it.
  [[nodiscard]] bool is_in_a_square(int x, int y, int size) const {
    for (int top = y - size + 1; top <= y; ++top) {
      for (int left = x - size + 1; left <= x; ++left) {
        if (all_alike(left, top, size, has_ink(x, y))) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_alone(int x, int y) const {
    const bool ink = has_ink(x, y);
    return has_ink(x - 1, y) != ink && has_ink(x + 1, y) != ink && has_ink(x, y - 1) != ink && has_ink(x, y + 1) != ink;
  }

  // The power of the tile's spectrum at a frequency in cycles per tile.
  [[nodiscard]] double power(int right, int down) const {
    const int side = screen_.width;
    std::complex<double> sum = 0;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x)
        if (has_ink(x, y)) sum += std::polar(1.0, 2 * std::numbers::pi * (right * x + down * y) / side);
    }
    return std::norm(sum) / (side * side);
  }

 private:
  [[nodiscard]] bool all_alike(int left, int top, int size, bool ink) const {
    for (int y = top; y < top + size; ++y) {
      for (int x = left; x < left + size; ++x)
        if (has_ink(x, y) != ink) return false;
    }
    return true;
  }

  const Screen& screen_;
  int tone_;
};

TEST(BlueNoise, IsThatOfVoidAndCluster) {
  EXPECT_EQ(blue_noise(), screen_of({noise_side, noise_side, 0}, void_and_cluster(noise_side, noise_side, 1)));
}

TEST(NoiseScreens, PrintEveryTone) {
  for (const Screen* screen : {&blue(), &green(2), &green(3)}) {
    ASSERT_TRUE(check(*screen).ok());
    for (int tone = 0; tone <= 255; ++tone)
      ASSERT_NEAR(Print(*screen, tone).count(), 65536.0 * tone / 255, screen == &blue() ? 1 : 9) << tone;
  }
}

// Blue noise: what the eye sees, the low frequencies, is weak, and no direction stands out there.
TEST(BlueNoise, HasLittlePowerAtLowFrequencies) {
  for (const int tone : {32, 64, 128, 224}) {
    const Print print(blue(), tone);
    const double share = tone / 255.0, of_white_noise = share * (1 - share);
    const double principal = 256 * std::sqrt(std::min({share, 1 - share, 0.25}));  // cycles per tile between dots
    for (const double part : {0.1, 0.25, 0.4}) {
      double power = 0;
      constexpr int directions = 12;
      for (int i = 0; i < directions; ++i) {
        const double angle = std::numbers::pi * i / directions;
        power += print.power(static_cast<int>(std::lround(part * principal * std::cos(angle))),
                             static_cast<int>(std::lround(part * principal * std::sin(angle))));
      }
      EXPECT_LT(power / directions, 0.15 * of_white_noise) << tone << ", " << part;
    }
  }
}

TEST(GreenNoise, HasNoDotAndNoHoleSmallerThanAsked) {
  for (const int size : {2, 3}) {
    for (const int tone : {1, 2, 5, 13, 26, 40, 50, 205, 215, 229, 242, 250, 253, 254}) {
      const Print print(green(size), tone);
      for (int y = 0; y < 256; ++y) {
        for (int x = 0; x < 256; ++x) {
          if (print.has_ink(x, y) != (tone < 128)) continue;
          ASSERT_TRUE(print.is_in_a_square(x, y, size)) << size << " pixels, tone " << tone << " at " << x << ", " << y;
        }
      }
    }
  }
}

TEST(GreenNoise, LetsNoPixelStandAloneInAnyTone) {
  for (int tone = 1; tone <= 254; ++tone) {
    const Print print(green(2), tone);
    int alone = 0;
    for (int y = 0; y < 256; ++y)
      for (int x = 0; x < 256; ++x) alone += print.is_alone(x, y);
    ASSERT_EQ(alone, 0) << tone;
  }
}

TEST(GreenNoise, OfOtherSizesIsRefused) {
  for (const int size : {-1, 0, 1, 7, 1000}) EXPECT_FALSE(green_noise(size).ok()) << size;
}

// Two inks that print independently overlap by the product of their shares.
TEST(NoiseScreens, OfDifferentInksOverlapAsIfByChance) {
  const int tone = 64;
  for (const Screen* screen : {&blue(), &green(2)}) {
    for (int ink = 0; ink < 8; ++ink) {
      for (int other = 0; other < ink; ++other) {
        const Screen one_tile = for_ink(*screen, ink), other_tile = for_ink(*screen, other);
        const Print one(one_tile, tone), two(other_tile, tone);
        int both = 0;
        for (int y = 0; y < 256; ++y)
          for (int x = 0; x < 256; ++x) both += one.has_ink(x, y) && two.has_ink(x, y);
        EXPECT_NEAR(both / 65536.0, (tone / 255.0) * (tone / 255.0), 0.005) << ink << " and " << other;
      }
    }
  }
}

TEST(MinDot, LiftsLightTonesAndKeepsPaperAndSolid) {
  const Screen screen = with_min_dot(blue(), 0.05);
  const double least = 0.05 * 65536;
  EXPECT_EQ(Print(screen, 0).count(), 0);
  EXPECT_NEAR(Print(screen, 1).count(), least, 2);
  EXPECT_NEAR(Print(screen, 12).count(), least, 2);
  EXPECT_EQ(Print(screen, 26).count(), Print(blue(), 26).count());
  EXPECT_NEAR(65536 - Print(screen, 243).count(), least, 2);
  EXPECT_NEAR(65536 - Print(screen, 254).count(), least, 2);
  EXPECT_EQ(with_min_dot(blue(), 0), blue());
}

}  // namespace
}  // namespace platerip::halftone
