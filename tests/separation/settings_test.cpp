// What make_separator() refuses, the table of backends, and the names of the inks.
#include <gmock/gmock.h>

#include <cmath>

#include "separation/backends/backends.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string refusal(const Settings& settings) {
  const auto separator = make_separator(settings);
  return separator.ok() ? "(not refused)" : separator.error().message;
}

auto Refused(const std::string& why) {
  return AllOf(HasSubstr(why), HasSubstr(": "), Not(HasSubstr("\n")));
}

Settings rgb_to_press(int inks = 4) {
  Settings settings;
  settings.page = Profile::srgb();
  settings.press = made::open(made::press_of_inks(inks));
  return settings;
}

Settings passing_through() {
  Settings settings;
  settings.format.model = ColorModel::cmyk;
  return settings;
}

std::vector<std::string> inks_of(const Settings& settings) {
  const auto separator = make_separator(settings);
  return separator.ok() ? (*separator)->inks() : std::vector<std::string>{separator.error().message};
}

TEST(PixelFormat, KnowsItsSize) {
  EXPECT_EQ((PixelFormat{ColorModel::gray, Alpha::none, 8}.bytes()), 1);
  EXPECT_EQ((PixelFormat{ColorModel::rgb, Alpha::none, 8}.bytes()), 3);
  EXPECT_EQ((PixelFormat{ColorModel::rgb, Alpha::associated, 16}.bytes()), 8);
  EXPECT_EQ((PixelFormat{ColorModel::cmyk, Alpha::unassociated, 8}.bytes()), 5);
}

TEST(Backends, ListTheReference) {
  const auto reference = find_backend("reference");
  ASSERT_TRUE(reference.ok());
  EXPECT_EQ((*reference)->name, "reference");
  EXPECT_TRUE((*reference)->supported().ok());
  for (const Backend& backend : backends()) EXPECT_FALSE(backend.description.empty());
}

TEST(Backends, AutoIsTheFirstSupportedOne) {
  const auto found = find_backend("auto");
  ASSERT_TRUE(found.ok());
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    EXPECT_EQ(*found, &backend);
    break;
  }
}

TEST(Backends, UnknownOnesAreRefusedWithTheList) {
  const auto found = find_backend("gpu");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::bad_setting);
  EXPECT_THAT(found.error().message, AllOf(HasSubstr("'gpu'"), HasSubstr("auto, "), HasSubstr("reference")));
  EXPECT_FALSE(make_separator(rgb_to_press(), "gpu").ok());
}

TEST(Settings, InksAreThePresss) {
  EXPECT_EQ(inks_of(rgb_to_press()), (std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"}));
  EXPECT_EQ(inks_of(rgb_to_press(5)).back(), "Ink 5");
  EXPECT_EQ(inks_of(passing_through()), (std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"}));

  Settings named = passing_through();
  named.press = made::open(made::press({.colorants = {"C", "M", "Y", "K"}}));
  EXPECT_EQ(inks_of(named), (std::vector<std::string>{"C", "M", "Y", "K"}));
}

TEST(Settings, RefusesSampleSizes) {
  for (const int bits : {0, 1, 12, 32, -8}) {
    Settings settings = rgb_to_press();
    settings.format.bits = bits;
    EXPECT_THAT(refusal(settings), Refused("8 or 16 bits"));
  }
}

TEST(Settings, RefusesMissingProfiles) {
  Settings settings = rgb_to_press();
  settings.press.reset();
  EXPECT_THAT(refusal(settings), Refused("a press profile is needed"));
  settings = rgb_to_press();
  settings.page.reset();
  EXPECT_THAT(refusal(settings), Refused("needs a profile of the page"));
}

TEST(Settings, RefusesLabWithAlphaOrInAGrid) {
  Settings settings = rgb_to_press();
  settings.format.model = ColorModel::lab;
  settings.page = Profile::lab();
  EXPECT_THAT(refusal(settings), Refused("exact precision"));
  settings.precision = Precision::exact;
  EXPECT_EQ(refusal(settings), "(not refused)");
  settings.format.alpha = Alpha::associated;
  EXPECT_THAT(refusal(settings), Refused("no alpha"));
}

TEST(Settings, RefusesProfilesOfAnotherSpace) {
  Settings settings = rgb_to_press();
  settings.format.model = ColorModel::cmyk;
  EXPECT_THAT(refusal(settings), Refused("sRGB to made.icc: "));
  settings = rgb_to_press();
  settings.press = made::open(made::gray());
  EXPECT_THAT(refusal(settings), Refused("a press has 3 to 8"));
}

TEST(Settings, RefusesToPassCmykToOtherInks) {
  Settings settings = passing_through();
  settings.press = made::open(made::press_of_inks(6));
  EXPECT_THAT(refusal(settings), Refused("made.icc: has 6 inks"));
}

TEST(Settings, RefusesCurvesWithoutAnInk) {
  Settings settings = rgb_to_press();
  settings.curves.resize(5);
  EXPECT_THAT(refusal(settings), Refused("5 curves for 4 inks"));
  settings.curves.resize(2);
  EXPECT_EQ(refusal(settings), "(not refused)");
}

TEST(Settings, RefusesInkLimitsThatAreNone) {
  for (const double percent : {99.9, 400.1, -1.0, 0.0, std::nan(""), HUGE_VAL}) {
    Settings settings = rgb_to_press();
    settings.ink_limit = percent;
    EXPECT_THAT(refusal(settings), Refused("100 to 400 percent")) << percent;
  }
  Settings eight = rgb_to_press(8);
  eight.ink_limit = 800;
  EXPECT_EQ(refusal(eight), "(not refused)");
}

}  // namespace
}  // namespace platerip::separation
