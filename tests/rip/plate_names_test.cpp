#include "rip/plates/plate_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string plate_path(const PageSource& page, const std::string& folder, const std::string& ink) {
  return plate_paths(page, folder, std::vector{ink}).front();
}

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
  EXPECT_EQ(plate_path({"page.tif", 0, 1}, "", "Pantone 185 U"), "page.Pantone_185_U.tif");
}

TEST(PlatePaths, TellInksApartThatWouldShareAFile) {
  const std::vector<std::string> inks{"Spot/1", "Spot 1", "Black"};
  EXPECT_THAT(plate_paths({"p.tif", 0, 1}, "", inks), ElementsAre("p.Spot_1.tif", "p.Spot_1-2.tif", "p.Black.tif"));
}

TEST(PlatePaths, TellInksApartWhereCaseAndAccentsDoNotCount) {
  const std::vector<std::string> inks{"gold/1", "GOLD 1", "\u00c9cru/1", "e\u0301cru 1", "\U0001F7E5", "\U0001F7E6"};
  EXPECT_THAT(plate_paths({"p.tif", 0, 1}, "", inks), ElementsAre("p.gold_1.tif", "p.GOLD_1-2.tif", "p.\u00c9cru_1.tif",
                                                                  "p.e\u0301cru_1-2.tif", "p._.tif", "p._-2.tif"));
}

// Workflows look for the ink behind the last delimiter.
TEST(PlatePaths, DoNotCallASpotInkByAProcessInk) {
  const std::vector<std::string> inks{"Cyan",       "Magenta",      "Yellow",   "Black", "PANTONE 185 C", "Spot-K",
                                      "Light Cyan", "Opaque.black", "Gold - C", "C",     "(m)",           "Carbon"};
  const std::vector<std::string> expected{"Cyan",      "Magenta",     "Yellow", "Black", "PANTONE_185C", "SpotK",
                                          "LightCyan", "Opaqueblack", "GoldC",  "SpotC", "_m_",          "Carbon"};
  const auto paths = plate_paths({"p.tif", 0, 1}, "", inks);
  for (std::size_t i = 0; i < inks.size(); ++i) EXPECT_EQ(paths[i], "p." + expected[i] + ".tif");
}

TEST(PlatePaths, CallProcessInksByTheirNames) {
  for (const char* ink : {"Cyan", "BLACK", "C", "m", "Y", "K"})
    EXPECT_EQ(plate_path({"p.tif", 0, 1}, "", ink), "p." + std::string(ink) + ".tif");
  EXPECT_EQ(plate_path({"p.tif", 0, 1}, "", "Process Magenta"), "p.Process_Magenta.tif");
}

}  // namespace
}  // namespace platerip::rip
