// What a profile can be used for: check_page() and check_press().
#include <gmock/gmock.h>

#include <limits>
#include <optional>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::profiles {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr Intent all_intents[] = {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute};

std::string said(const Status& status) {
  return status.ok() ? "(fine)" : status.error().message;
}

std::string said_of_page(const made::Bytes& bytes, ColorModel model, Intent intent = Intent::relative) {
  return said(check_page(made::open(bytes), model, intent));
}

std::string said_of_press(const made::Bytes& bytes, std::optional<Intent> intent = Intent::relative) {
  return said(check_press(made::open(bytes), intent));
}

auto Refused(const std::string& why) {
  return AllOf(StartsWith("made.icc: "), HasSubstr(why), Not(HasSubstr("\n")));
}

// The profile without one of its tags: the entry's signature is changed to one without a meaning.
made::Bytes without(made::Bytes bytes, cmsTagSignature tag) {
  bytes[made::tag_entry(bytes, tag)] = std::byte{'#'};
  return bytes;
}

// The profile with the type of one of its tags overwritten.
made::Bytes broken(made::Bytes bytes, cmsTagSignature tag) {
  bytes[made::tag_data(bytes, tag)] = std::byte{'#'};
  return bytes;
}

TEST(CheckPage, MatrixAndGrayProfilesServeEveryIntent) {
  for (const Intent intent : all_intents) {
    EXPECT_EQ(said_of_page(made::wide_rgb(), ColorModel::rgb, intent), "(fine)");
    EXPECT_EQ(said_of_page(made::gray(), ColorModel::gray, intent), "(fine)");
    EXPECT_EQ(said_of_page(made::press(), ColorModel::cmyk, intent), "(fine)");
  }
}

TEST(CheckPage, OneTableServesEveryIntent) {
  const made::Bytes one = without(without(made::press(), cmsSigAToB1Tag), cmsSigAToB2Tag);
  for (const Intent intent : all_intents) EXPECT_EQ(said_of_page(one, ColorModel::cmyk, intent), "(fine)");
}

TEST(CheckPage, RefusesAnotherColourSpace) {
  EXPECT_EQ(said_of_page(made::press(), ColorModel::rgb), "made.icc: a profile for CMYK pages, but the page is RGB");
  EXPECT_EQ(said_of_page(made::wide_rgb(), ColorModel::gray),
            "made.icc: a profile for RGB pages, but the page is gray");
  EXPECT_EQ(said_of_page(made::gray(), ColorModel::cmyk), "made.icc: a profile for gray pages, but the page is CMYK");
  EXPECT_THAT(said_of_page(made::lab(), ColorModel::rgb), Refused("Lab"));
  EXPECT_THAT(said_of_page(made::press_of_inks(6), ColorModel::cmyk), Refused("6-channel"));
}

TEST(CheckPage, RefusesClassesThatDescribeNoPage) {
  EXPECT_THAT(said_of_page(made::device_link(), ColorModel::cmyk), Refused("a device link cannot describe a page"));
  const made::Bytes abstract = made::press({.profile_class = cmsSigAbstractClass});
  EXPECT_THAT(said_of_page(abstract, ColorModel::cmyk), Refused("an abstract profile cannot"));
  const made::Bytes named = made::press({.profile_class = cmsSigNamedColorClass});
  EXPECT_THAT(said_of_page(named, ColorModel::cmyk), Refused("a named colour profile cannot"));
}

TEST(CheckPage, RefusesMissingAndBrokenTables) {
  made::Bytes none = made::press();
  for (const auto tag : {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag}) none = without(none, tag);
  EXPECT_THAT(said_of_page(none, ColorModel::cmyk), Refused("damaged"));
  EXPECT_THAT(said_of_page(broken(made::press(), cmsSigAToB1Tag), ColorModel::cmyk), Refused("damaged"));
  EXPECT_THAT(said_of_page(without(made::wide_rgb(), cmsSigGreenTRCTag), ColorModel::rgb), Refused("damaged"));
  EXPECT_THAT(said_of_page(broken(made::gray(), cmsSigGrayTRCTag), ColorModel::gray), Refused("damaged"));
}

TEST(CheckPress, TakesThreeToEightInks) {
  for (int inks = 3; inks <= 8; ++inks)
    for (const Intent intent : all_intents) EXPECT_EQ(said_of_press(made::press_of_inks(inks), intent), "(fine)");
  EXPECT_EQ(said_of_press(made::press({.inks = 5, .space = cmsSigMCH5Data})), "(fine)");
  EXPECT_EQ(said_of_press(made::press({.inks = 3, .space = cmsSig3colorData})), "(fine)");
}

TEST(CheckPress, RefusesOtherClasses) {
  EXPECT_THAT(said_of_press(made::device_link()), Refused("a device link cannot separate; give"));
  EXPECT_THAT(said_of_press(made::wide_rgb()), Refused("a display profile cannot separate; give"));
  EXPECT_THAT(said_of_press(made::press({.profile_class = cmsSigInputClass})), Refused("an input profile cannot"));
}

TEST(CheckPress, RefusesOtherColourSpaces) {
  EXPECT_THAT(said_of_press(made::press({.inks = 3, .space = cmsSigRgbData})), Refused("made for an RGB printer"));
  EXPECT_THAT(said_of_press(made::press({.inks = 1, .space = cmsSigGrayData})), Refused("a gray printer"));
  EXPECT_THAT(said_of_press(made::press({.inks = 3, .space = cmsSigLabData})), Refused("a Lab printer"));
  EXPECT_THAT(said_of_press(made::press({.inks = 2, .space = cmsSig2colorData})), Refused("a 2-channel printer"));
}

TEST(CheckPress, WantsTheTableOfAnIntentThatIsNamed) {
  for (int missing = 0; missing < 3; ++missing) {
    std::set<int> there = {0, 1, 2};
    there.erase(missing);
    const made::Bytes bytes = made::press({.separations = there});
    for (const Intent intent : all_intents) {
      const int table = intent == Intent::absolute ? 1 : static_cast<int>(intent);
      if (table == missing)
        EXPECT_THAT(said_of_press(bytes, intent), Refused("no separation table for the"));
      else
        EXPECT_EQ(said_of_press(bytes, intent), "(fine)");
    }
  }
}

TEST(CheckPress, SaysWhichIntentsThereAre) {
  EXPECT_EQ(said_of_press(made::press({.separations = {0}}), Intent::relative),
            "made.icc: has no separation table for the relative intent, only for: perceptual; choose one of "
            "these intents or another profile");
  EXPECT_THAT(said_of_press(made::press({.separations = {1, 2}}), Intent::perceptual),
              Refused("only for: relative, saturation, absolute; choose"));
  EXPECT_EQ(said_of_press(made::press({.separations = {}}), Intent::relative),
            "made.icc: has no separation table of any intent; give another profile");
}

TEST(CheckPress, TakesThePerceptualTableWhereNoIntentIsNamed) {
  EXPECT_EQ(said_of_press(made::press({.separations = {0}}), std::nullopt), "(fine)");
  EXPECT_EQ(said_of_press(made::press({.separations = {0}, .prints = {0}}), std::nullopt), "(fine)");
  EXPECT_EQ(said_of_press(made::press({.separations = {1}}), std::nullopt), "(fine)");
  EXPECT_THAT(said_of_press(made::press({.separations = {2}}), std::nullopt), Refused("only for: saturation; choose"));
  EXPECT_THAT(said_of_press(made::press({.separations = {}}), std::nullopt), Refused("of any intent; give"));
}

TEST(CheckPress, TellsWhichTablesThereAre) {
  const Profile press = made::open(made::press({.separations = {1}}));
  EXPECT_FALSE(has_separation_table(press, Intent::perceptual));
  EXPECT_TRUE(has_separation_table(press, Intent::relative));
  EXPECT_FALSE(has_separation_table(press, Intent::saturation));
  EXPECT_TRUE(has_separation_table(press, Intent::absolute));
}

TEST(CheckPress, RefusesABrokenTable) {
  EXPECT_THAT(said_of_press(broken(made::press(), cmsSigBToA1Tag)), Refused("damaged"));
  EXPECT_EQ(said_of_press(broken(made::press(), cmsSigBToA1Tag), Intent::perceptual), "(fine)");
}

TEST(CheckPress, RefusesTablesWithoutSense) {
  const made::Bytes nan = made::press_with_float_tables(std::numeric_limits<float>::quiet_NaN());
  const made::Bytes constant = made::press_with_float_tables(0.5F);
  EXPECT_THAT(said_of_press(nan), Refused("damaged"));
  EXPECT_THAT(said_of_press(constant), Refused("the same for every colour"));
  EXPECT_EQ(said_of_press(nan, Intent::perceptual), "(fine)");
}

// With these profiles, colours are no numbers only after black point compensation.
TEST(CheckPress, TriesBlackPointCompensationForAnyInks) {
  for (const made::Bytes& press :
       {made::press_without_black(5, 8), made::in_space(made::press_without_black(4, 8), cmsSig4colorData)}) {
    EXPECT_THAT(said_of_press(press), Refused("damaged"));
    EXPECT_EQ(said_of_press(press, Intent::absolute), "(fine)");
  }
}

TEST(CheckPage, TriesBlackPointCompensation) {
  EXPECT_THAT(said_of_page(made::press_without_black(4, 2), ColorModel::cmyk), Refused("damaged"));
  EXPECT_EQ(said_of_page(made::press_without_black(4, 2), ColorModel::cmyk, Intent::perceptual), "(fine)");
}

TEST(CheckPage, RefusesTablesWithoutSense) {
  const made::Bytes nan = made::press_with_float_tables(std::numeric_limits<float>::quiet_NaN());
  const made::Bytes constant = made::press_with_float_tables(0.5F);
  EXPECT_THAT(said_of_page(nan, ColorModel::cmyk), Refused("damaged"));
  EXPECT_THAT(said_of_page(constant, ColorModel::cmyk), Refused("the same for every colour"));
}

}  // namespace
}  // namespace platerip::profiles
