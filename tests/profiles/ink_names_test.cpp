// The names of a press profile's inks.
#include <gtest/gtest.h>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"

namespace platerip::profiles {
namespace {

using Names = std::vector<std::string>;

Names names(const made::Press& press) {
  return ink_names(made::open(made::press(press)));
}
Names cmyk_names(const Names& colorants) {
  return names({.colorants = colorants});
}

const Names process = {"Cyan", "Magenta", "Yellow", "Black"};

TEST(InkNames, WithoutATable) {
  EXPECT_EQ(names({.inks = 3, .space = cmsSigCmyData}), (Names{"Cyan", "Magenta", "Yellow"}));
  EXPECT_EQ(names({}), process);
  EXPECT_EQ(names({.inks = 5, .space = cmsSig5colorData}), (Names{"Ink 1", "Ink 2", "Ink 3", "Ink 4", "Ink 5"}));
  EXPECT_EQ(names({.inks = 8, .space = cmsSigMCH8Data}).back(), "Ink 8");
}

TEST(InkNames, FromTheTable) {
  const Names six = {"Cyan", "Magenta", "Yellow", "Black", "Orange", "Green"};
  EXPECT_EQ(names({.inks = 6, .space = cmsSig6colorData, .colorants = six}), six);
}

TEST(InkNames, IgnoresATableOfAnotherLength) {
  EXPECT_EQ(cmyk_names({"Red", "Green", "Blue"}), process);
  EXPECT_EQ(cmyk_names({"A", "B", "C", "D", "E"}), process);
}

TEST(InkNames, AreNeverEmpty) {
  EXPECT_EQ(cmyk_names({"", "  ", "\t\n", "K"}), (Names{"Cyan", "Magenta", "Yellow", "K"}));
}

TEST(InkNames, AreNeverEqual) {
  EXPECT_EQ(cmyk_names({"Blue", "Blue", "blue", "Blue 2"}), (Names{"Blue", "Blue 2", "blue 3", "Blue 2 2"}));
  EXPECT_EQ(cmyk_names({"Magenta", "", "", "Cyan"}), (Names{"Magenta", "Magenta 2", "Yellow", "Cyan"}));
}

TEST(InkNames, AreNeverEqualButForCaseAndAccents) {
  EXPECT_EQ(cmyk_names({"\u00c9cru", "e\u0301cru", "\u041b", "\u043b"}),
            (Names{"\u00c9cru", "e\u0301cru 2", "\u041b", "\u043b 2"}));
}

TEST(InkNames, OfOlderProgramsAreReadAsWindows1252) {
  EXPECT_EQ(cmyk_names({"Wei\xdf", "Gr\xfcn", "Gold\x99", "Black"}),
            (Names{"Wei\u00df", "Gr\u00fcn", "Gold\u2122", "Black"}));
}

TEST(InkNames, ArePrintable) {
  EXPECT_EQ(cmyk_names({" Cy\x01 an\r\n", "\xFFMagenta", "Gr\xC3\xBCn", "../etc"}),
            (Names{"Cy an", "\u00ffMagenta", "Gr\xC3\xBCn", "../etc"}));
}

TEST(FindBlack, TakesItByEveryNameItHas) {
  for (const char* name :
       {"Black", "BLACK", "K", "k", "Process Black", "PANTONE Process Black C", "Black-2", "Black2"}) {
    const Names inks = {"Cyan", "Orange", name};
    EXPECT_EQ(find_black(inks), 2u) << name;
  }
}

TEST(FindBlack, PrefersThePlainName) {
  EXPECT_EQ(find_black(Names{"Light Black", "Cyan", "black"}), 2u);
  EXPECT_EQ(find_black(Names{"Photo Black", "K"}), 1u);
  EXPECT_EQ(find_black(Names{"Photo Black", "Matte Black"}), 0u);
}

TEST(FindBlack, TakesNothingElseForIt) {
  EXPECT_EQ(find_black(process), 3u);
  EXPECT_FALSE(find_black(Names{"Blackberry", "Blue", "Ink 4", "Kiwi", "Noir"}));
}

TEST(InkNames, SurviveADamagedTable) {
  made::Bytes bytes = made::press({.colorants = {"A", "B", "C", "D"}});
  made::put_u32(bytes, made::tag_data(bytes, cmsSigColorantTableTag) + 8, 0xFF000004);  // the count of colorants
  EXPECT_EQ(ink_names(made::open(bytes)), process);
}

}  // namespace
}  // namespace platerip::profiles
