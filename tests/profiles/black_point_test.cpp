// The black points of presses, which LittleCMS finds for CMYK only.
#include "profiles/black_point.h"

#include <gtest/gtest.h>

#include "tests/profiles/made_profiles.h"

namespace platerip::profiles {
namespace {

constexpr Intent compensated_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation};

// ICC.1 fixes the black of the other intents of version 4.
bool is_fixed(const Profile& press, Intent intent) {
  return intent != Intent::relative && cmsGetProfileVersion(press.handle()) >= 4;
}

cmsCIEXYZ black_by_littlecms(const Profile& press, Intent intent) {
  cmsCIEXYZ black{};
  cmsDetectDestinationBlackPoint(&black, press.handle(), static_cast<cmsUInt32Number>(intent), 0);
  return black;
}

void expect_near(const cmsCIEXYZ& found, const cmsCIEXYZ& wanted, const std::string& what) {
  constexpr double rounding = 1e-9;
  EXPECT_NEAR(found.X, wanted.X, rounding) << what;
  EXPECT_NEAR(found.Y, wanted.Y, rounding) << what;
  EXPECT_NEAR(found.Z, wanted.Z, rounding) << what;
}

TEST(BlackPoint, OfCmykIsTheOneThatLittleCmsFinds) {
  const std::vector<Profile> presses = {
      Profile::default_press(),
      made::open(made::press_with_unused_inks(0), "coarse"),
      made::open(made::press(), "made"),
      made::open(made::press({.noise = 0.2}), "noisy"),
      made::open(made::press({.on_black = true}), "on black"),
      made::open(made::press({.separations = {0}, .prints = {0}}), "one table"),
  };
  for (const Profile& press : presses) {
    for (const Intent intent : compensated_intents) {
      if (is_fixed(press, intent)) continue;
      expect_near(black_of_press(press.handle(), intent), black_by_littlecms(press, intent),
                  press.name() + ", intent " + std::to_string(static_cast<int>(intent)));
    }
  }
  EXPECT_GT(black_of_press(Profile::default_press().handle(), Intent::relative).Y, 0.003) << "not merely 0 for all";
}

TEST(BlackPoint, DoesNotDependOnInksThatAreNeverPrinted) {
  const Profile four = made::open(made::press_with_unused_inks(0));
  for (const int unused : {1, 2, 4}) {
    const Profile more = made::open(made::press_with_unused_inks(unused));
    for (const Intent intent : compensated_intents) {
      expect_near(black_of_press(more.handle(), intent), black_of_press(four.handle(), intent),
                  std::to_string(4 + unused) + " inks, intent " + std::to_string(static_cast<int>(intent)));
    }
  }
}

TEST(BlackPoint, IsZeroWhereTheProfileDoesNotSayHowInksLook) {
  const Profile press = made::open(made::press({.inks = 6, .space = cmsSig6colorData, .prints = {}}));
  EXPECT_EQ(black_of_press(press.handle(), Intent::relative).Y, 0);
  const Profile srgb = Profile::srgb();
  EXPECT_TRUE(transform_between(nullptr, srgb.handle(), TYPE_RGB_8, press.handle(), TYPE_CMYK6_8, Intent::relative,
                                cmsFLAGS_BLACKPOINTCOMPENSATION));
}

}  // namespace
}  // namespace platerip::profiles
