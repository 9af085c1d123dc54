// Screens as users of the command meet them: options, files, what is said about them, and what is refused.
#include <tiffio.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ScreenOptions : public PlateripTest {
 protected:
  ScreenOptions() {
    inks_.block_size = 120;
    write_page(file("page.tif"), inks_);
  }

  /// The plate of an ink, made with these options.
  Plate made(std::vector<std::string> options, const std::string& ink = "Black") const {
    options.emplace_back("page.tif");
    expect_done(platerip(options));
    return plate("page." + ink + ".tif");
  }

  // A tint of CMYK and spots.
  void write_spots(const std::string& name, const std::vector<std::string>& spots,
                   std::vector<std::uint8_t> tint) const {
    constexpr std::uint32_t side = 120;
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file(name).c_str(), "w"), TIFFClose);
    std::string names;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black"}) names += std::string(ink) + '\0';
    for (const std::string& spot : spots) names += spot + '\0';
    const std::vector<std::uint16_t> extra(spots.size(), EXTRASAMPLE_UNSPECIFIED);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(tint.size()));
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_INKSET, INKSET_CMYK);
    TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, static_cast<int>(extra.size()), extra.data());
    TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size()), names.data());
    std::vector<std::uint8_t> row;
    for (std::uint32_t x = 0; x < side; ++x) row.insert(row.end(), tint.begin(), tint.end());
    for (std::uint32_t y = 0; y < side; ++y) TIFFWriteScanline(tiff.get(), row.data(), y);
  }

  void write_text(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }

  // Blocks of paper, of two tones of all inks, and of solid.
  BlockPage inks_{.blocks = {{0, 0, 0, 0}, {64, 64, 64, 64}, {150, 150, 150, 150}, {255, 255, 255, 255}},
                  .photometric = PHOTOMETRIC_SEPARATED};
};

TEST_F(ScreenOptions, KeepTonesPaperAndSolid) {
  for (const char* const halftone : {"am", "blue-noise", "green-noise"}) {
    const Plate black = made({"--halftone", halftone});
    EXPECT_EQ(black.coverage(inks_.inner(0)), 0) << halftone;
    EXPECT_NEAR(black.coverage(inks_.inner(1)), 100 * 64 / 255.0, 1.5) << halftone;
    EXPECT_NEAR(black.coverage(inks_.inner(2)), 100 * 150 / 255.0, 1.5) << halftone;
    EXPECT_EQ(black.coverage(inks_.inner(3)), 100) << halftone;
  }
}

TEST_F(ScreenOptions, ChangeThePlates) {
  const auto bits = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--planes", "K"});  // so that no angle shows moire with another
    return made(options).levels;
  };
  const auto am = bits({"--halftone", "am"});
  EXPECT_NE(bits({"--halftone", "am", "--screen-ruling", "60"}), am);
  EXPECT_NE(bits({"--halftone", "am", "--screen-angle", "K=20"}), am);
  EXPECT_EQ(bits({"--halftone", "am", "--screen-angle", "C=20", "--screen-angle", "Black=45"}), am);
  EXPECT_EQ(bits({"--halftone", "am", "--screen-angle", "20"}), bits({"--halftone", "am", "--screen-angle", "K=20"}))
      << "an angle without an ink is that of black";
  EXPECT_NE(bits({"--halftone", "am", "--dot", "line"}), am);
  EXPECT_NE(bits({"--halftone", "am", "--resolution", "1200"}), am);
  EXPECT_NE(bits({"--halftone", "green-noise", "--dot-size", "3"}), bits({"--halftone", "green-noise"}));
}

TEST_F(ScreenOptions, GiveEachInkItsOwnScreen) {
  for (const char* const halftone : {"am", "blue-noise", "green-noise"}) {
    std::set<std::vector<std::uint8_t>> plates;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black"})
      plates.insert(made({"--halftone", halftone}, ink).levels);
    EXPECT_EQ(plates.size(), 4u) << halftone;
  }
}

TEST_F(ScreenOptions, HoldNoDotBelowTheLeastOne) {
  inks_.blocks = {{0, 0, 0, 0}, {3, 3, 3, 3}, {252, 252, 252, 252}, {255, 255, 255, 255}};
  write_page(file("page.tif"), inks_);
  const Plate black = made({"--halftone", "blue-noise", "--min-dot", "5"});
  EXPECT_EQ(black.coverage(inks_.inner(0)), 0);
  EXPECT_NEAR(black.coverage(inks_.inner(1)), 5, 0.5);
  EXPECT_NEAR(black.coverage(inks_.inner(2)), 95, 0.5);
  EXPECT_EQ(black.coverage(inks_.inner(3)), 100);
  expect_complaint(platerip({"--halftone", "am", "--min-dot", "5", "--levels", "4", "page.tif"}), 2, {"--min-dot"});
}

TEST_F(ScreenOptions, SayWhichGridCameOut) {
  const std::string said = platerip({"--verbose", "--halftone", "am", "--resolution", "1200", "page.tif"}).err;
  EXPECT_THAT(said, HasSubstr("page.tif: the screen of Cyan came out at 150.02 lpi and 15.035 degrees\n"));
  EXPECT_THAT(said, HasSubstr("the screen of Yellow came out at 150 lpi and 0 degrees"));
  EXPECT_THAT(platerip({"--verbose", "--halftone", "am", "page.tif"}).err,
              HasSubstr("75 lpi and 0 degrees; the page has no resolution, so it is taken for one of 600 dpi"));
}

TEST_F(ScreenOptions, WarnOfMoire) {
  const Outcome close = platerip({"--halftone", "am", "--screen-angle", "C=40", "--resolution", "1200", "page.tif"});
  EXPECT_EQ(close.status, 0);
  EXPECT_THAT(close.err, HasSubstr("the screens of Cyan and Black are less than 30 degrees apart"));
  EXPECT_THAT(close.err, Not(HasSubstr("Magenta")));
  expect_done(platerip({"--halftone", "am", "--planes", "C,M,Y", "--screen-angle", "C=45", "page.tif"}));
}

// Spots have the angle of black if nobody gives them another one.
TEST_F(ScreenOptions, WarnOfASpotAtTheAngleOfAnotherInk) {
  write_spots("page.tif", {"Gold"}, {64, 64, 64, 64, 64});
  const Outcome same = platerip({"--halftone", "am", "page.tif"});
  EXPECT_EQ(same.status, 0);
  EXPECT_THAT(same.err, HasSubstr("page.tif: the screens of Black and Gold are less than 15 degrees apart, which shows "
                                  "as moire; give --screen-angle"));
  expect_done(platerip({"--halftone", "am", "--screen-angle", "Gold=60", "page.tif"}));
  expect_done(platerip({"--halftone", "am", "--planes", "C,M,Y,Gold", "page.tif"}));
  expect_done(platerip({"page.tif"}));
  expect_done(platerip({"--halftone", "am", "page.tif", "--report", "r.html", "--planes", "C,K"}));
  EXPECT_EQ(platerip({"--halftone", "am", "page.tif", "--report", "r.html"}).status, 0);
  std::ifstream report(file("r.html"));
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(report), {}), HasSubstr("the screens of Black and Gold are"));
}

TEST_F(ScreenOptions, WarnOfAllInksAtOneAngleInOneLine) {
  write_spots("page.tif", {"Gold", "White"}, {64, 64, 64, 64, 64, 64});
  expect_complaint(platerip({"--halftone", "am", "page.tif"}), 0,
                   {"of Black and Gold, of Black and White, and of Gold and White are less than 15 degrees apart"});
}

TEST_F(ScreenOptions, WarnOnlyOfInksThatArePrinted) {
  write_spots("page.tif", {"Gold"}, {64, 64, 64, 0, 64});
  expect_done(platerip({"--halftone", "am", "page.tif"}));
  write_spots("page.tif", {"Gold"}, {64, 64, 64, 64, 0});
  expect_done(platerip({"--halftone", "am", "page.tif"}));
  expect_done(platerip({"--halftone", "am", "--screen-angle", "Gold=15", "page.tif"}));
}

TEST_F(ScreenOptions, LetInksThatHardlyOverprintShareAnAngle) {
  write_spots("page.tif", {"Orange", "Green"}, {64, 64, 64, 64, 64, 64});
  expect_done(platerip({"--halftone", "am", "page.tif"}));
  expect_complaint(platerip({"--halftone", "am", "--screen-angle", "Orange=20", "page.tif"}), 0,
                   {"of Cyan and Orange are less than 15"});
}

TEST_F(ScreenOptions, TakeTilesFromFiles) {
  write_text("tile.pgm", "P5 2 1 255 " + std::string("\x7F\xFF"));
  write_page(file("tile.tif"),
             PageSpec{.width = 20, .height = 10, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK});
  write_text("tile.ps", "%!PS\n<< /HalftoneType 3 /Width 2 /Height 1 /Thresholds <80 01> >> sethalftone\n");
  const Plate from_pgm = made({"--screen-file", "K=tile.pgm"});
  EXPECT_EQ(from_pgm.coverage(inks_.inner(1)), 0);
  EXPECT_EQ(from_pgm.coverage(inks_.inner(2)), 50);
  EXPECT_EQ(from_pgm.coverage(inks_.inner(3)), 100);
  EXPECT_EQ(made({"--screen-file", "K=tile.ps"}).levels, from_pgm.levels);
  expect_done(platerip({"--screen-file", "Cyan=tile.tif", "page.tif"}));
  // The other inks keep their halftone.
  const auto cyan = made({"--screen-file", "K=tile.pgm"}, "Cyan").levels;
  EXPECT_EQ(made({}, "Cyan").levels, cyan);
}

TEST_F(ScreenOptions, FromFilesThatCannotBeUsedAreRefused) {
  write_text("tile.txt", "0 1 2 3");
  write_text("short.ps", "/HalftoneType 3 /Width 2 /Height 2 /Thresholds <80>");
  write_page(file("colour.tif"), PageSpec{.width = 20, .height = 10});
  for (const auto& [name, why] : {std::pair{"tile.txt", "halftone dictionary"},
                                  {"short.ps", "1 bytes of thresholds and needs 4"},
                                  {"colour.tif", "not a gray image"},
                                  {"missing.pgm", "cannot be read"},
                                  {".", "cannot be read"}}) {
    expect_complaint(platerip({"--screen-file", std::string("K=") + name, "page.tif"}), 1, {name, why});
  }
  expect_complaint(platerip({"--screen-file", "tile.txt", "page.tif"}), 2, {"--screen-file", "INK=FILE"});
}

TEST_F(ScreenOptions, ThatCannotBeAreRefused) {
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{{"--screen-ruling", "0"},
                                                                                     {"--screen-ruling", "fine"},
                                                                                     {"--screen-angle", "400"},
                                                                                     {"--screen-angle", "K=steep"},
                                                                                     {"--screen-angle", "Gold=45"},
                                                                                     {"--dot", "heart"},
                                                                                     {"--dot-size", "1"},
                                                                                     {"--min-dot", "51"}})
    expect_complaint(platerip({"--halftone", "am", wrong[0], wrong[1], "page.tif"}), 2, {wrong[0]});
  expect_complaint(platerip({"--halftone", "am", "--screen-ruling", "400", "page.tif"}), 1,
                   {"--screen-ruling", "400 lpi at 600 dpi is too fine"});
  expect_complaint(platerip({"--halftone", "am", "--screen-angle", "K=1", "--screen-angle", "Black=2", "page.tif"}), 2,
                   {"--screen-angle", "Black is given twice"});
}

}  // namespace
}  // namespace platerip::test
