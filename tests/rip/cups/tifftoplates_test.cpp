// The filter tifftoplates, called as cupsd calls it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "tests/profiles/made_profiles.h"
#include "tests/rip/cups/filter_command.h"
#include "tests/rip/halftone_names.h"
#include "tests/rip/large_page.h"
#include "tests/rip/pictures/jpeg_file.h"
#include "tests/rip/pictures/png_file.h"

namespace platerip::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// 120 x 96 points at 300 dpi.
constexpr std::uint32_t width = 500;
constexpr std::uint32_t height = 400;
const std::string sheet = "PageSize=Custom.120x96 Resolution=300dpi";

class TiffToPlates : public FilterTest {
 protected:
  TiffToPlates() : FilterTest("tifftoplates") {}

  /// A page with the size and the resolution of the sheet.
  static PageSpec page() { return {.width = width, .height = height, .resolution_x = 300, .resolution_y = 300}; }

  std::vector<Plate> printed(const std::string& options = "", const std::string& file_name = "page.tif") {
    const Outcome outcome = run(command({.options = sheet + " " + options}, file(file_name)));
    expect_printed(outcome);
    return plates_of(outcome.out);
  }
};

struct Kind {
  const char* name;
  PageSpec spec;
};

const Kind kinds[] = {
    {"Rgb16", {.bits = 16}},
    {"Tiled", {.tile_width = 64, .tile_height = 64}},
    {"Planar", {.planar = PLANARCONFIG_SEPARATE}},
    {"BigTiff", {.big_tiff = true}},
    {"Cmyk16", {.bits = 16, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED}},
    {"Profile", {.icc_profile = made::wide_rgb()}},
};

TEST_F(TiffToPlates, TheMemoryThatARefusalNamesIsEnough) {
  PageSpec one_tile = page();
  one_tile.width = one_tile.height = 1500;
  one_tile.compression = COMPRESSION_LZW;
  one_tile.tile_width = one_tile.tile_height = 1504;
  write_page(file("page.tif"), one_tile);
  for (const std::string placed : {"scaling=100", "natural-scaling=100"}) {
    SCOPED_TRACE(placed);
    const auto with = [&](int mib) {
      return filter("page.tif", {.options = sheet + " " + placed + " memory=" + std::to_string(mib)});
    };
    const Outcome refused = with(4);
    expect_failed(refused, {"reading it takes at least", "give memory-default "});
    const int enough = std::stoi(refused.err.substr(refused.err.find("memory-default ") + 15));
    expect_failed(with(enough - 1), {"memory-default " + std::to_string(enough)});
    expect_printed(with(enough));
  }
}

// Makes the page CMYK with a fifth ink, gold.
void write_gold_page(const std::string& path, PageSpec spec) {
  spec.samples = 5;
  spec.photometric = PHOTOMETRIC_SEPARATED;
  spec.extra_samples = {EXTRASAMPLE_UNSPECIFIED};
  write_page(path, spec);
  const std::string names("Cyan\0Magenta\0Yellow\0Black\0Gold", 30);
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r+"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size() + 1), names.c_str());
  ASSERT_EQ(TIFFRewriteDirectory(tiff.get()), 1);
}

TEST_F(TiffToPlates, SamplesThatAreLeftOutAreWarnedOf) {
  PageSpec spec = page();
  spec.samples = 4;
  spec.extra_samples = {EXTRASAMPLE_UNSPECIFIED};
  write_page(file("page.tif"), spec);
  const Outcome outcome = filter("page.tif", {.options = sheet});
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              testing::ElementsAre(testing::HasSubstr("sample 4 of each pixel is left out")));
}

TEST_F(TiffToPlates, AJobMayNameTheSpotInksOfItsPages) {
  write_gold_page(file("page.tif"), page());
  const auto plates = printed("planes=gold");
  ASSERT_EQ(plates.size(), 1u);
  EXPECT_EQ(plates[0].page_name, "Gold");
  expect_failed(filter("page.tif", {.options = sheet + " planes=White"}), {"planes: ", "'White' names no ink", "Gold"});
}

class EveryTiff : public TiffToPlates, public testing::WithParamInterface<Kind> {};

// Formats that CUPS' own filter for pictures refuses, or of which it loses something.
TEST_P(EveryTiff, KeepsAllThatItHas) {
  PageSpec spec = GetParam().spec;
  spec.width = width;
  spec.height = height;
  spec.resolution_x = spec.resolution_y = 300;
  write_page(file("page.tif"), spec);
  expect_same(printed(), plates_of_file());
  const Outcome outcome = filter("page.tif", {.options = sheet});
  expect_printed(outcome);
  expect_same(plates_of(outcome.out), plates_of_file());
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, EveryTiff, testing::ValuesIn(kinds), [](const auto& test) { return test.param.name; });

TEST_F(TiffToPlates, WarnsOfAPressProfileThatChangesNoInks) {
  PageSpec cmyk = page();
  cmyk.samples = 4;
  cmyk.photometric = PHOTOMETRIC_SEPARATED;
  write_page(file("page.tif"), cmyk);
  write_file(file("six.icc"), made::press_of_inks(6));
  const Outcome outcome = run(command({.options = sheet + " PlateripProfile=six.icc"}, file("page.tif")));
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              ElementsAre(testing::EndsWith("its inks pass through unchanged, not converted to six.icc; give "
                                            "convert-cmyk with an input profile to convert them")));
}

TEST_F(TiffToPlates, TheRestOfTheSheetIsPaper) {
  PageSpec small = page();
  small.width = 100;
  small.height = 80;
  write_page(file("page.tif"), small);
  const std::vector<Plate> plates = printed("position=bottom-right");
  ASSERT_EQ(plates.size(), 4u);
  EXPECT_EQ(plates[0].width, width);
  EXPECT_EQ(plates[0].height, height);
  EXPECT_EQ(plates[0].x_resolution, 300);
  for (const Plate& plate : plates) {
    EXPECT_EQ(plate.coverage({0, 0, width, height - 80}), 0);
    EXPECT_EQ(plate.coverage({0, height - 80, width - 100, 80}), 0);
  }
  EXPECT_GT(plates[1].coverage({width - 100, height - 80, 100, 80}), 5);
}

TEST_F(TiffToPlates, PngsAndJpegsArePrintedAsTiffsAre) {
  PageSpec turned = page();
  turned.width = height;
  turned.height = width;
  turned.smooth = true;
  turned.orientation = ORIENTATION_RIGHTTOP;
  const std::string exif = exif_of({.orientation = ORIENTATION_RIGHTTOP, .x = 300, .y = 300});
  const std::string jpeg = jpeg_of({.page = turned, .markers = [&](jpeg_compress_struct& to) {
                                      write_segment(to, 0xe1, std::string("Exif\0\0", 6) + exif);
                                    }});
  save("page.jpg", jpeg);
  write_decoded(file("page.tif"), jpeg, turned);
  expect_same(printed("", "page.jpg"), printed());

  PageSpec deep = page();
  deep.bits = 16;
  deep.samples = 4;
  deep.extra_samples = {EXTRASAMPLE_UNASSALPHA};
  write_page(file("page.tif"), deep);
  const std::vector<Plate> expected = printed();
  for (const bool interlaced : {false, true}) {
    save("page.png", png_of({.page = deep, .interlaced = interlaced, .more = [](png_structp png, png_infop info) {
                               png_set_pHYs(png, info, 11811, 11811, PNG_RESOLUTION_METER);
                             }}));
    expect_same(printed("", "page.png"), expected);
    const Outcome from_pipe = filter("page.png", {.options = sheet});
    expect_printed(from_pipe);
    expect_same(plates_of(from_pipe.out), expected);
  }
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

TEST_F(TiffToPlates, PlatesAreMadeOfThePagesAlpha) {
  PageSpec spec = page();
  spec.samples = 4;
  spec.extra_samples = {EXTRASAMPLE_UNASSALPHA};
  write_page(file("page.tif"), spec);
  const Outcome expected = piped("page.tif", {"-", "-o", "-", "--plate", "White=alpha,choke=0.1", "--plate",
                                              "Varnish=inks", "--choke", "K=1px", "--crisp", "off"});
  expect_done(expected);
  expect_same(printed("plate=White=alpha,choke=0.1,Varnish=inks choke=K=1px crisp=off"), plates_of(expected.out));
  spec.width = 100;
  write_page(file("page.tif"), spec);
  const std::vector<Plate> plates = printed("position=left plate=White=alpha");
  ASSERT_EQ(plates.size(), 5u);
  EXPECT_EQ(plates[4].page_name, "White");
  EXPECT_GT(plates[4].coverage({0, 0, 100, height}), 20);
  EXPECT_EQ(plates[4].coverage({100, 0, width - 100, height}), 0) << "beside the page";
}

TEST_F(TiffToPlates, TurnsAndMirrorsTheSheet) {
  PageSpec lying = page();
  lying.width = height;
  lying.height = width;
  write_page(file("page.tif"), lying);
  EXPECT_EQ(printed("orientation-requested=4")[0].width, width);
  // A page whose orientation tag says that it is turned is printed upright, like a copy without the tag that the job
  // turns.
  const std::vector<Plate> turned = printed("orientation-requested=5");
  lying.orientation = ORIENTATION_RIGHTTOP;
  write_page(file("said.tif"), lying);
  expect_same(printed("", "said.tif"), turned);
  write_page(file("page.tif"), page());
  PageSpec mirrored = page();
  mirrored.orientation = ORIENTATION_TOPRIGHT;
  write_page(file("said.tif"), mirrored);
  expect_same(printed("", "said.tif"), printed("mirror=true"));
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

TEST_F(TiffToPlates, ATurnThatTakesBackTheFilesOwnLeavesTheSheetUpright) {
  write_page(file("page.tif"), page());
  const std::vector<Plate> upright = plates_of_file();
  const std::pair<std::uint16_t, std::string> pairs[] = {{ORIENTATION_RIGHTTOP, "orientation-requested=4"},
                                                         {ORIENTATION_RIGHTTOP, "landscape=true"},
                                                         {ORIENTATION_LEFTBOT, "orientation-requested=5"},
                                                         {ORIENTATION_BOTRIGHT, "orientation-requested=6"},
                                                         {ORIENTATION_TOPRIGHT, "mirror=true"}};
  for (const auto& [orientation, option] : pairs) {
    SCOPED_TRACE(option);
    PageSpec said = page();
    said.orientation = orientation;
    write_page(file("said.tif"), said);
    const std::vector<Plate> plates = printed(option, "said.tif");
    EXPECT_EQ(plates[0].orientation, ORIENTATION_TOPLEFT);
    expect_same(plates, upright);
  }
}

TEST_F(TiffToPlates, ScalesWhatHasAnotherResolution) {
  PageSpec half = page();
  half.width = width / 2;
  half.height = height / 2;
  half.resolution_x = half.resolution_y = 150;
  half.smooth = true;
  write_page(file("page.tif"), half);
  const std::vector<Plate> plates = printed();
  EXPECT_GT(plates[1].coverage({0, 0, 50, 50}) + plates[0].coverage({0, 0, 50, 50}), 0);
  const std::vector<Plate> small = printed("ppi=300 position=top-left");
  for (std::size_t ink = 0; ink < 4; ++ink) {
    EXPECT_NEAR(plates[ink].coverage(), small[ink].coverage({0, 0, half.width, half.height}), 1) << ink;
    EXPECT_EQ(small[ink].coverage({half.width, 0, width - half.width, height}), 0);
  }
}

TEST_F(TiffToPlates, AResolutionOfOneDirectionCountsForBothAndIsSaid) {
  PageSpec half = page();
  half.width = width / 2;
  half.height = height / 2;
  half.resolution_x = half.resolution_y = 150;
  half.smooth = true;
  write_page(file("page.tif"), half);
  const std::vector<Plate> expected = printed();
  half.resolution_y = 0;
  write_page(file("page.tif"), half);
  const Outcome outcome = run(command({.options = sheet}, file("page.tif")));
  expect_printed(outcome);
  expect_same(plates_of(outcome.out), expected);
  EXPECT_THAT(lines_of(outcome, "WARNING"),
              testing::ElementsAre("a page: says its resolution in one direction only, and it is taken for both"));
}

// The page is kilometres wide, so only the part on the sheet may be made.
TEST_F(TiffToPlates, OnlyWhatIsOnTheSheetIsMade) {
  PageSpec flat = page();
  flat.smooth = true;
  write_page(file("page.tif"), flat);
  for (const std::string position : {"center", "bottom-right"}) {
    Command command = this->command({.options = sheet + " ppi=0.001 position=" + position}, file("page.tif"));
    command.patience = std::chrono::seconds(60);
    const Outcome outcome = run(command);
    expect_printed(outcome);
    const std::vector<Plate> plates = plates_of(outcome.out);
    EXPECT_NEAR(plates[1].coverage({0, 0, width, height / 2}), plates[1].coverage({0, height / 2, width, height / 2}),
                1);
  }
}

TEST_F(TiffToPlates, PagesAndCopiesAreChosen) {
  for (const int number : {1, 2, 3}) {
    PageSpec spec = page();
    spec.width = static_cast<std::uint32_t>(100 * number);
    spec.append = number > 1;
    write_page(file("page.tif"), spec);
  }
  const Outcome outcome =
      run(command({.options = sheet + " page-ranges=2-3 position=left", .copies = 2}, file("page.tif")));
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 2", "2 2"));
  const std::vector<Plate> plates = plates_of(outcome.out);
  ASSERT_EQ(plates.size(), 16u);
  EXPECT_TRUE(plates[0].levels == plates[4].levels);
  EXPECT_EQ(plates[1].coverage({200, 0, 300, height}), 0);
  EXPECT_GT(plates[9].coverage({200, 0, 100, height}), 1);
}

TEST_F(TiffToPlates, APageSetChoosesEverySecondPage) {
  for (const int number : {1, 2, 3}) {
    PageSpec spec = page();
    spec.width = static_cast<std::uint32_t>(100 * number);
    spec.append = number > 1;
    write_page(file("page.tif"), spec);
  }
  const std::vector<Plate> odd = printed("page-set=odd position=left");
  ASSERT_EQ(odd.size(), 8u);
  EXPECT_EQ(odd[1].coverage({100, 0, 400, height}), 0);
  EXPECT_GT(odd[5].coverage({200, 0, 100, height}), 1);
  const std::vector<Plate> even = printed("page-set=even position=left");
  ASSERT_EQ(even.size(), 4u);
  EXPECT_GT(even[1].coverage({100, 0, 100, height}), 1);
  EXPECT_EQ(printed("page-set=even page-ranges=2-3").size(), 4u);
  expect_failed(run(command({.options = sheet + " page-set=even page-ranges=3"}, file("page.tif"))),
                {"page-set", "1 to 3"});
}

TEST_F(TiffToPlates, OptionsOfOtherFiltersAreIgnoredWithAWarning) {
  write_page(file("page.tif"), page());
  const auto warnings = [this](const std::string& options) {
    const Outcome outcome = run(
        command({.options = sheet + " " + options, .environment = {{"CONTENT_TYPE", "image/tiff"}}}, file("page.tif")));
    expect_printed(outcome);
    expect_same(plates_of(outcome.out), plates_of_file());
    return lines_of(outcome, "WARNING");
  };
  EXPECT_THAT(warnings("number-up=4 outputorder=reverse"),
              ElementsAre(HasSubstr("number-up=4 has no effect on pictures"), HasSubstr("outputorder=reverse")));
  EXPECT_THAT(warnings("booklet=true brightness=150"), testing::SizeIs(2));
  EXPECT_THAT(warnings("number-up=1 outputorder=normal page-border=none booklet=off nobooklet brightness=100"),
              IsEmpty());
}

TEST_F(TiffToPlates, SheetsHaveAnyResolutionThatIsAskedFor) {
  write_page(file("page.tif"), page());
  const auto printed_at = [this](const std::string& resolution) {
    const Outcome outcome = run(command({.options = "PageSize=Custom.120x96 " + resolution}, file("page.tif")));
    expect_printed(outcome);
    return plates_of(outcome.out);
  };
  // The PPD lists neither of the second forms.
  expect_same(printed_at("Resolution=1016x1016dpi"), printed_at("Resolution=1016dpi"));
  expect_same(printed_at("printer-resolution=1000dpcm"), printed_at("Resolution=2540dpi"));
  const std::vector<Plate> plates = printed_at("Resolution=725x500dpi");
  EXPECT_EQ(plates[0].width, 1208u);
  EXPECT_EQ(plates[0].height, 667u);
  EXPECT_EQ(plates[0].x_resolution, 725);
  EXPECT_EQ(plates[0].y_resolution, 500);
  EXPECT_EQ(printed_at("Resolution=600dpi")[0].width, 1000u);
  EXPECT_EQ(printed_at("")[0].width, 1000u) << "the PPD's default";
  expect_failed(run(command({.options = "Resolution=fine"}, file("page.tif"))), {"Resolution", "'fine'", "2540dpi"});
}

TEST_F(TiffToPlates, PagesThatAreNotWantedMayBeBroken) {
  write_page(file("page.tif"), page());
  PageSpec strange = page();
  strange.photometric = PHOTOMETRIC_CFA;
  strange.append = true;
  write_page(file("page.tif"), strange);
  PageSpec last = page();
  last.append = true;
  write_page(file("page.tif"), last);
  EXPECT_EQ(printed("page-ranges=1,3").size(), 8u);
  expect_failed(run(command({.options = sheet + " page-ranges=2"}, file("page.tif"))), {"raw camera data"});
}

TEST_F(TiffToPlates, AnA2PageStreamsThroughBoundedMemory) {
  if (sanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  write_sparse_page(file("page.tif"), 19866, 28087);  // its plates alone take 266 MiB
  Command command = this->command({.options = "PageSize=A2 Resolution=1200dpi"}, file("page.tif"));
  command.words = {"/bin/bash", "-c", "exec \"$@\" > /dev/null", "bash",          command.words[0], "1", "user",
                   "a page",    "1",  command.words[5],          command.words[6]};
  const Outcome outcome = run(command);
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "PAGE"), ElementsAre("1 1"));
  EXPECT_LT(outcome.peak_mib, 256);
}

TEST_F(TiffToPlates, APageInOneLargeTileIsPrintedUnlessTheQueueLimitsMemory) {
  PageSpec spec = page();
  spec.width = spec.height = 3590;
  spec.compression = COMPRESSION_ADOBE_DEFLATE;
  spec.tile_width = spec.tile_height = 3600;  // 37 MiB
  write_page(file("page.tif"), spec);
  const std::string options = sheet + " natural-scaling=100 threads=1";
  const Outcome outcome = filter("page.tif", {.options = options});
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "DEBUG"), testing::Contains(HasSubstr("memory: grown to ")));
  expect_failed(filter("page.tif", {.options = options + " memory=128"}), {"give memory-default "});
}

TEST_F(TiffToPlates, GraysArePrintedInBlackAlone) {
  for (const int bits : {8, 16}) {
    PageSpec spec = page();
    spec.bits = static_cast<std::uint16_t>(bits);
    write_page(file("page.tif"), spec);
    const std::vector<Plate> color = printed("print-color-mode=color");
    EXPECT_GT(color[0].coverage(), 1);
    const std::vector<Plate> gray = printed("print-color-mode=monochrome");
    for (const std::size_t ink : {0, 1, 2}) EXPECT_EQ(gray[ink].coverage(), 0) << ink;
    EXPECT_GT(gray[3].coverage(), color[3].coverage() + 1);
    expect_same(printed("ColorModel=Gray"), gray);
    EXPECT_GT(printed("ColorModel=Gray keep-black=none")[0].coverage(), 1) << "what the job says counts more";
  }
}

// Its PPD has no choice of grays.
TEST_F(TiffToPlates, ARasterPrinterPrintsGraysInBlackAlone) {
  PageSpec spec = page();
  spec.smooth = true;
  write_page(file("page.tif"), spec);
  const Outcome outcome = run(command({.options = sheet + " print-color-mode=monochrome ColorModel=KCMY",
                                       .final_type = raster_type,
                                       .ppd = PLATERIP_PPDS "/prraster.ppd"},
                                      file("page.tif")));
  expect_printed(outcome);
  const auto pages = read_raster(outcome.out);
  ASSERT_EQ(pages.size(), 1u);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    const auto& dots = pages[0].planes[plane];
    EXPECT_EQ(std::count(dots.begin(), dots.end(), 1) > 0, plane == 0) << plane;
  }
}

// With a profile that is not the gray page's own, grays differ.
TEST_F(TiffToPlates, GraysAreThoseOfThePagesProfile) {
  write_file(file("wide.icc"), made::wide_rgb());
  PageSpec spec = page();
  spec.smooth = true;
  write_page(file("page.tif"), spec);
  const std::vector<Plate> given = printed("ColorModel=Gray input-profile=" + file("wide.icc"));
  EXPECT_FALSE(given[3].levels == printed("ColorModel=Gray")[3].levels);
  spec.icc_profile = made::wide_rgb();
  write_page(file("page.tif"), spec);
  expect_same(printed("ColorModel=Gray"), given);
  expect_same(printed("ColorModel=Gray ignore-embedded input-profile=" + file("wide.icc")), given);
}

TEST_F(TiffToPlates, APressWithoutBlackPrintsGraysInItsInks) {
  write_file(file("press.icc"), made::press_of_inks(3));
  PageSpec spec = page();
  spec.smooth = true;
  write_page(file("page.tif"), spec);
  const std::vector<Plate> plates = printed("ColorModel=Gray profile=" + file("press.icc"));
  ASSERT_EQ(plates.size(), 3u);
  EXPECT_GT(plates[0].coverage(), 1);
}

TEST_F(TiffToPlates, APressThatDoesNotSayHowDarkItsBlackIsPrintsGraysInItsInks) {
  write_file(file("press.icc"), made::press({.prints = {}}));
  PageSpec spec = page();
  spec.smooth = true;
  write_page(file("page.tif"), spec);
  const std::vector<Plate> plates = printed("ColorModel=Gray profile=" + file("press.icc"));
  ASSERT_EQ(plates.size(), 4u);
  EXPECT_GT(plates[0].coverage(), 1);
}

TEST_F(TiffToPlates, CmykKeepsItsInksAndSaysSo) {
  PageSpec spec = page();
  spec.samples = 4;
  spec.photometric = PHOTOMETRIC_SEPARATED;
  write_page(file("page.tif"), spec);
  const Outcome outcome = run(command({.options = sheet + " ColorModel=Gray"}, file("page.tif")));
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"), ElementsAre(HasSubstr("is CMYK and keeps its inks")));
  expect_same(plates_of(outcome.out), plates_of_file());
}

TEST_F(TiffToPlates, CmykWithSpotInksSaysOnceThatItKeepsThem) {
  write_gold_page(file("page.tif"), page());
  const Outcome outcome = run(command({.options = sheet + " ColorModel=Gray"}, file("page.tif")));
  EXPECT_THAT(lines_of(outcome, "WARNING"), ElementsAre(HasSubstr("has spot inks and keeps its inks")));
}

TEST_F(TiffToPlates, LabKeepsItsColoursAndSaysSo) {
  PageSpec spec = page();
  spec.photometric = PHOTOMETRIC_CIELAB;
  write_page(file("page.tif"), spec);
  const Outcome outcome = run(command({.options = sheet + " ColorModel=Gray"}, file("page.tif")));
  expect_printed(outcome);
  EXPECT_THAT(lines_of(outcome, "WARNING"), ElementsAre(HasSubstr("is L*a*b* and keeps its colours")));
}

TEST_F(TiffToPlates, MakesRastersToo) {
  write_page(file("page.tif"), page());
  const Outcome outcome = run(command({.options = sheet + " ColorModel=KCMY",
                                       .final_type = raster_type,
                                       .ppd = PLATERIP_PPDS "/prraster.ppd",
                                       .copies = 3},
                                      file("page.tif")));
  expect_printed(outcome);
  const auto pages = read_raster(outcome.out);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].header.NumCopies, 3u);
  EXPECT_EQ(pages[0].header.PageSize[0], 120u);
  const std::vector<Plate> expected = plates_of_file();
  for (std::size_t color = 0; color < 4; ++color)
    EXPECT_TRUE(pages[0].planes[color] == expected[(color + 3) % 4].levels) << color;
}

TEST_F(TiffToPlates, PrintDialogsOfferEveryHalftone) {
  for (const char* const ppd : {"/prplates.ppd", "/prraster.ppd"}) {
    std::ifstream file(std::string(PLATERIP_PPDS) + ppd);
    const std::string choices(std::istreambuf_iterator<char>(file), {});
    EXPECT_THAT(choices, HasSubstr("*DefaultPlateripHalftone: tone"));
    for (const std::string& name : halftone_names())
      EXPECT_THAT(choices, HasSubstr("\n*PlateripHalftone " + name + "/"));
  }
}

TEST_F(TiffToPlates, PrintDialogsOfAPlateSetterOfferFilms) {
  std::ifstream file(PLATERIP_PPDS "/prplates.ppd");
  const std::string choices(std::istreambuf_iterator<char>(file), {});
  for (const char* const line :
       {"*DefaultPlateripMargin: 0", "*DefaultPlateripMarks: none", "*PlateripMarks all/",
        "*DefaultPlateripMirror: False", "*UIConstraints: *PlateripMarks all *PlateripMargin 10"})
    EXPECT_THAT(choices, HasSubstr(line));
}

// cupsd shows "Filter failed" if a filter has ended before cupsd has read its message.
TEST_F(TiffToPlates, StaysUntilItsErrorIsRead) {
  save("no.tif", "no TIFF");
  Command slow = command({}, file("no.tif"));
  std::string words;
  for (const std::string& word : slow.words) words += " '" + word + "'";
  slow.words = {"/bin/bash", "-c",
                "{" + words + " 2>&1 >/dev/null; touch ended; } | { sleep 0.3; ls ended 2>/dev/null; cat; }"};
  const Outcome outcome = run(slow);
  EXPECT_THAT(outcome.out, testing::AllOf(HasSubstr("ERROR: "), Not(HasSubstr("ended"))));
}

TEST_F(TiffToPlates, WhatCannotBeIsOneError) {
  write_page(file("page.tif"), page());
  expect_failed(run(command({.options = sheet + " position=upper"}, file("page.tif"))), {"position", "upper"});
  expect_failed(run(command({.options = sheet + " page-ranges=7"}, file("page.tif"))),
                {"a page", "page-ranges", "1 to 1"});
  expect_failed(run(command({.options = sheet}, file("missing.tif"))), {"missing.tif"});
  save("page.gif", "GIF89a and so on");
  expect_failed(filter("page.gif", {.options = sheet}), {"a page", "is a GIF"});
  save("garbage.tif", "II*" + std::string(1, '\0') + std::string(200000, 'x'));
  expect_failed(filter("garbage.tif", {.options = sheet}), {"a page"});
  expect_failed(run(command({.options = sheet, .ppd = ""}, file("page.tif"))), {"PPD"});
}

}  // namespace
}  // namespace platerip::test
