#include "rip/plates/plate_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

using testing::HasSubstr;

TEST(PlatePath, StandsBesideThePage) {
  EXPECT_EQ(plate_path({"a/page.tif", 0, 1}, "", "Cyan"), "a/page.Cyan.tif");
  EXPECT_EQ(plate_path({"page.TIFF", 0, 1}, "", "Cyan"), "page.Cyan.tif");
  EXPECT_EQ(plate_path({"/a/b.c/my page.v2.tif", 0, 1}, "", "Black"), "/a/b.c/my page.v2.Black.tif");
}

TEST(PlatePath, LeavesOutTheEndingsOfTheNetpbmFormats) {
  EXPECT_EQ(plate_path({"a/page.ppm", 0, 1}, "", "Cyan"), "a/page.Cyan.tif");
  EXPECT_EQ(plate_path({"page.PAM", 0, 1}, "", "Cyan"), "page.Cyan.tif");
}

TEST(PlatePath, KeepsAnEndingThatIsNoPages) {
  EXPECT_EQ(plate_path({"page.2024", 0, 1}, "", "Cyan"), "page.2024.Cyan.tif");
}

TEST(PlatePath, GoesToTheFolderThatIsGiven) {
  EXPECT_EQ(plate_path({"a/page.tif", 0, 1}, "out", "Cyan"), "out/page.Cyan.tif");
}

TEST(PlatePath, NumbersThePagesOfOneFileSoThatTheySort) {
  EXPECT_EQ(plate_path({"page.tif", 0, 3}, "", "Cyan"), "page-1.Cyan.tif");
  EXPECT_EQ(plate_path({"page.tif", 8, 100}, "", "Cyan"), "page-009.Cyan.tif");
}

TEST(PlatePath, CannotBeLedElsewhereByAnInksName) {
  EXPECT_EQ(plate_path({"page.tif", 0, 1}, "", "../../etc/passwd"), "page..._.._etc_passwd.tif");
  EXPECT_EQ(plate_path({"page.tif", 0, 1}, "", "Pantone 185 C"), "page.Pantone_185_C.tif");
}

TEST(PlatePaths, TellInksApartThatWouldShareAFile) {
  const std::vector<std::string> inks{"Spot/1", "Spot 1", "Black"};
  EXPECT_THAT(plate_paths({"p.tif", 0, 1}, "", inks),
              testing::ElementsAre("p.Spot_1.tif", "p.Spot_1-2.tif", "p.Black.tif"));
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

}  // namespace
}  // namespace platerip::rip
