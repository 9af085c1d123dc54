#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/quality/drop_tones.h"
#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/methods/naive_drops.h"
#include "tests/bench/quality/methods/own_lights.h"
#include "tests/quality/made_images.h"

namespace platerip::quality {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::FloatNear;
using testing::Gt;

const std::vector<int> amounts{0, 20, 45, 100};

// Prints what it is given, but around 20 percent of solid, where a texture of stripes vanishes at the level alone.
Halftone vanishing() {
  return {"made", {4}, [](const std::vector<Image>& planes, int) {
            Image plate = planes.front();
            const float tone = plate.ink.front();
            if (std::abs(tone - 51) < 0.01F) return std::vector{plate};
            for (int y = 0; y < plate.height; ++y)
              for (int x = 0; x < plate.width; ++x) plate.row(y)[x] += y % 64 < 32 ? 1.F : -1.F;
            return std::vector{plate};
          }};
}

TEST(NearLevels, TellWhereATextureVanishes) {
  const std::vector<NearLevel> near = near_levels(vanishing(), {0, 20, 100});
  ASSERT_EQ(near.size(), 1U);
  EXPECT_DOUBLE_EQ(near[0].level, 20);
  EXPECT_NEAR(near[0].least, 0, 1e-3);
  EXPECT_GT(near[0].most, 0.5);
  EXPECT_NEAR(near[0].change, near[0].most - near[0].least, 1e-3);
}

TEST(Patchiness, IsNothingOfOneTexture) {
  EXPECT_NEAR(patchiness(made_image(120, 120, [](int x, int y) { return (x + y) % 2 * 255; })), 0, 1e-3);
  EXPECT_EQ(patchiness(Image(120, 120, 71.4F)), 0);
}

TEST(Patchiness, IsOneIfHalfOfTheSquaresAreFlat) {
  const Image plate = made_image(120, 120, [](int x, int y) { return x / 12 % 2 == 0 ? (x + y) % 2 * 255. : 127.5; });
  EXPECT_NEAR(patchiness(plate), 1, 1e-3);
}

TEST(UseOfDrops, CountsPixelsOfEachSize) {
  const Halftone quarters{"made", {4}, [](const std::vector<Image>& planes, int) {
                            return std::vector{made_image(planes[0].width, planes[0].height,
                                                          [](int, int y) { return y % 4 == 0 ? 51.F : 114.75F; })};
                          }};
  EXPECT_THAT(use_of_drops(quarters, amounts, 30), ElementsAre(0, 0.25, 0.75, 0));
}

TEST(OwnLights, HaveATransitionThatKeepsTheToneWithinBothSolids) {
  for (const double strength : {0.1, 0.3, 0.45, 0.9}) {
    double last = 0;
    for (int i = 0; i <= 1000; ++i) {
      const double tone = i / 1000.;
      const auto [dark, light] = transition(tone, strength, 0.8);
      EXPECT_NEAR(dark + strength * light, tone, 1e-9) << strength << ' ' << tone;
      EXPECT_GE(dark, last) << strength << ' ' << tone;
      EXPECT_GE(light, 0);
      EXPECT_LE(light, 1);
      last = dark;
    }
    EXPECT_DOUBLE_EQ(last, 1);
  }
}

TEST(OwnLights, PrintTheTone) {
  const Image tint(tint_width, tint_height, 76.5F);
  const Image plate = with_own_lights("tone", 0.3, 0.8).plate(tint);
  EXPECT_NEAR(mean(plate, measured_tint), 76.5, 0.3);
}

TEST(NaiveDrops, PrintTheTone) {
  for (const double percent : {7., 20., 33.3, 45., 80.}) {
    const auto tone = static_cast<float>(255 * percent / 100);
    const Image plate = with_curve("tone", amounts).plate(Image(tint_width, tint_height, tone));
    EXPECT_NEAR(mean(plate, measured_tint), tone, 0.1) << percent;
  }
}

TEST(WithDrops, PlatesHaveTheInkOfTheSizes) {
  const Image plate = with_drops("tone", {.amounts = amounts}).plate(Image(64, 64, 0.45F * 255));
  EXPECT_THAT(plate.ink, Each(FloatNear(0.45F * 255, 1e-3F)));
}

TEST(WithDrops, MixingLeavesNoToneToOneSize) {
  const Halftone mixed = with_drops("tone", {.amounts = amounts, .mix = 70});
  EXPECT_THAT(use_of_drops(mixed, amounts, 45), ElementsAre(0, Gt(0.1), Gt(0.3), Gt(0.1)));
}

}  // namespace
}  // namespace platerip::quality
