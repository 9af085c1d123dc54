// Which inks get plates.
#include <tiffio.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class PlanesOption : public PlateripTest {
 protected:
  PlanesOption() { write_page(file("page.tif"), gray_ramp(5)); }
};

TEST_F(PlanesOption, MakesOnlyThese) {
  expect_done(platerip({"--planes", "C,K", "page.tif"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.Cyan.tif", "page.Black.tif"}));
}

TEST_F(PlanesOption, MayHaveSpacesBetweenThem) {
  expect_done(platerip({"--planes", " C , Black ", "page.tif"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.Cyan.tif", "page.Black.tif"}));
  expect_complaint(platerip({"--planes", "C, ,K", "page.tif"}), 2, {"--planes"});
}

// CMYK pages pass through, whatever inks the press has.
TEST_F(PlanesOption, MayNameInksThatOnlySomePagesHave) {
  write_file(file("six.icc"), made::press_of_inks(6));
  write_page(file("cmyk.tif"), BlockPage{.blocks = {{9, 9, 9, 9}}, .photometric = PHOTOMETRIC_SEPARATED});
  const Outcome both = platerip({"-q", "--profile", "six.icc", "--planes", "Magenta", "page.tif", "cmyk.tif"});
  expect_complaint(both, 1, {"page.tif", "--planes", "Magenta"});
  EXPECT_TRUE(std::filesystem::exists(file("cmyk.Magenta.tif")));
  expect_complaint(platerip({"--profile", "six.icc", "--planes", "Magenta", "--convert-cmyk", "cmyk.tif"}), 2,
                   {"--planes", "Magenta"});
}

// Spot inks without a name, or with the name of an ink before, have the names of their plates.
TEST_F(PlanesOption, TakesTheNumbersOfSpotInks) {
  write_page(file("spots.tif"), PageSpec{.samples = 7,
                                         .photometric = PHOTOMETRIC_SEPARATED,
                                         .extra_samples = std::vector<std::uint16_t>(3, EXTRASAMPLE_UNSPECIFIED)});
  const std::string names("Cyan\0Magenta\0Yellow\0Black\0Gold\0Gold\0", 36);
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("spots.tif").c_str(), "r+"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size() + 1), names.c_str());
  ASSERT_EQ(TIFFRewriteDirectory(tiff.get()), 1);
  expect_done(platerip({"--planes", "Gold 2,Ink 7", "spots.tif"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "spots.tif", "spots.Gold_2.tif", "spots.Ink_7.tif"}));
  expect_complaint(platerip({"--planes", "Ink 6", "spots.tif"}), 2, {"--planes", "Ink 6"});
}

TEST_F(PlanesOption, TakesWholeNames) {
  expect_done(platerip({"--planes", "yellow", "page.tif"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.Yellow.tif"}));
}

TEST_F(PlanesOption, RefusesAnUnknownInk) {
  expect_complaint(platerip({"--planes", "C,Orange", "page.tif", "missing.tif"}), 2,
                   {"--planes", "Orange", "Cyan", "--help"});
  std::ofstream(file("half.txt")) << "0 0\n100 50\n";
  expect_complaint(platerip({"--curve", "Orange=half.txt", "page.tif"}), 2, {"--curve", "Orange", "Cyan"});
  EXPECT_EQ(files(), (std::set<std::string>{"half.txt", "page.tif"}));
}

}  // namespace
}  // namespace platerip::test
