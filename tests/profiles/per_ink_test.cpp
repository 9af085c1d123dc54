#include "profiles/per_ink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platerip::profiles {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsNull;
using testing::Pointee;

const std::vector<std::string> cmyk{"Cyan", "Magenta", "Yellow", "Black"};

TEST(FindInk, IgnoresCaseAndTheWayAccentsAreWritten) {
  const std::vector<std::string> inks{"Cyan", "Wei\u00df", "\u00c9cru", "\u041b\u0430\u043a"};
  EXPECT_EQ(*find_ink(inks, "e\u0301CRU"), 2u);
  EXPECT_EQ(*find_ink(inks, "\u043b\u0410"), 3u);
  EXPECT_EQ(*find_ink(inks, "Wei\xdf"), 1u) << "from a terminal of Latin-1";
  EXPECT_FALSE(find_ink(inks, "E").ok());
}

TEST(FindInk, TakesNamesBeginningsAndK) {
  const std::vector<std::string> inks{"Cyan", "Magenta", "Yellow", "Black", "Orange"};
  EXPECT_EQ(*find_ink(inks, "C"), 0u);
  EXPECT_EQ(*find_ink(inks, "mag"), 1u);
  EXPECT_EQ(*find_ink(inks, "YELLOW"), 2u);
  EXPECT_EQ(*find_ink(inks, "k"), 3u);
  EXPECT_EQ(*find_ink(inks, "Orange"), 4u);
}

TEST(FindInk, KIsBlackWhateverThePressCallsIt) {
  EXPECT_EQ(*find_ink(std::vector<std::string>{"Cyan", "Process Black", "Kiwi"}, "K"), 1u);
  EXPECT_EQ(*find_ink(std::vector<std::string>{"Cyan", "K"}, "k"), 1u);
  EXPECT_EQ(*find_ink(std::vector<std::string>{"Cyan", "Kiwi"}, "k"), 1u);
  EXPECT_FALSE(find_ink(std::vector<std::string>{"Cyan", "Blackberry"}, "K").ok());
}

TEST(FindInk, LettersAreProcessInksBesideInksThatBeginWithThem) {
  const std::vector<std::string> inks{"Cyan", "Magenta", "Yellow", "Black", "Mild Magenta", "Cool Gray"};
  EXPECT_EQ(*find_ink(inks, "M"), 1u);
  EXPECT_EQ(*find_ink(inks, "c"), 0u);
  EXPECT_EQ(*find_ink(inks, "mi"), 4u);
  EXPECT_FALSE(find_ink(std::vector<std::string>{"Mild Magenta", "Mauve"}, "M").ok());
}

TEST(FindInk, AWholeNameWinsOverALongerOne) {
  const std::vector<std::string> inks{"Cyan Light", "Cyan"};
  EXPECT_EQ(*find_ink(inks, "cyan"), 1u);
}

TEST(FindInk, RefusesNoneAndSeveralAndListsTheInks) {
  const std::vector<std::string> inks{"Blue", "Black"};
  for (const char* name : {"B", "Green", ""}) {
    const auto found = find_ink(inks, name);
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_THAT(found.error().message, HasSubstr("Blue, Black"));
  }
}

TEST(SpelledOut, LettersAreProcessInksThatAreThere) {
  const std::vector<std::string> inks{"Cool Gray", "Cyan", "Magenta", "Process Black"};
  EXPECT_EQ(spelled_out(inks, "c"), "Cyan");
  EXPECT_EQ(spelled_out(inks, "M"), "Magenta");
  EXPECT_EQ(spelled_out(inks, "K"), "Process Black");
  for (const char* const own : {"Y", "LC", "Cy", "Gold", ""}) EXPECT_EQ(spelled_out(inks, own), own);
  EXPECT_EQ(spelled_out({}, "K"), "K");
}

TEST(ByInk, FindsTheValueOfEachInk) {
  const std::vector<PerInk<int>> settings{{"K", 7}, {"cyan", 5}};
  const auto values = by_ink(settings, cmyk, "curve");
  ASSERT_TRUE(values.ok());
  EXPECT_THAT(*values, ElementsAre(Pointee(5), IsNull(), IsNull(), Pointee(7)));
}

TEST(ByInk, RefusesOtherInksAndTwoValuesForOne) {
  const std::vector<PerInk<int>> green{{"Green", 1}}, blacks{{"K", 1}, {"Black", 2}};
  const auto other = by_ink(green, cmyk, "curve");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().setting, "curve");
  const auto two = by_ink(blacks, cmyk, "ink-limit");
  ASSERT_FALSE(two.ok());
  EXPECT_EQ(two.error().setting, "ink-limit");
  EXPECT_THAT(two.error().message, HasSubstr("Black is given twice"));
}

}  // namespace
}  // namespace platerip::profiles
