// CUPS and PWG rasters as pages and as plates of `platerip`.
#include <algorithm>
#include <tuple>

#include "tests/rip/cups/raster_file.h"
#include "tests/rip/stream_command.h"

namespace platerip::test {
namespace {

using testing::IsEmpty;

struct Space {
  const char* name;
  cups_cspace_t space;
  std::uint16_t samples;
  std::uint16_t photometric;
};

const Space spaces[] = {{"Rgb", CUPS_CSPACE_RGB, 3, PHOTOMETRIC_RGB},
                        {"Srgb", CUPS_CSPACE_SRGB, 3, PHOTOMETRIC_RGB},
                        {"Gray", CUPS_CSPACE_W, 1, PHOTOMETRIC_MINISBLACK},
                        {"SGray", CUPS_CSPACE_SW, 1, PHOTOMETRIC_MINISBLACK},
                        {"Cmyk", CUPS_CSPACE_CMYK, 4, PHOTOMETRIC_SEPARATED}};

RasterSpec spec_of(const Space& space, int bits, cups_order_t order) {
  return {.page = {.width = 151,
                   .height = 103,
                   .bits = static_cast<std::uint16_t>(bits),
                   .samples = space.samples,
                   .photometric = space.photometric},
          .space = space.space,
          .order = order};
}

class EverySpace : public StreamTest, public testing::WithParamInterface<std::tuple<Space, int>> {};

TEST_P(EverySpace, MakesThePlatesOfTheFileInAnyOrderAndVersion) {
  const auto [space, bits] = GetParam();
  write_page(file("page.tif"), spec_of(space, bits, CUPS_ORDER_CHUNKED).page);
  const std::vector<Plate> expected = plates_of_file();
  for (const auto version :
       {RasterVersion::v1, RasterVersion::v2, RasterVersion::v3, RasterVersion::v3_swapped, RasterVersion::pwg}) {
    std::vector<RasterSpec> pages{spec_of(space, bits, CUPS_ORDER_CHUNKED)};
    if (version != RasterVersion::pwg) {
      pages.push_back(spec_of(space, bits, CUPS_ORDER_BANDED));
      pages.push_back(spec_of(space, bits, CUPS_ORDER_PLANAR));
    }
    for (std::size_t i = pages.size(); i > 0; --i) {
      RasterSpec padded = pages[i - 1];
      padded.padding = static_cast<std::size_t>(5 * space.samples * bits / 8);  // whole pixels, as libcups wants
      pages.push_back(padded);
    }
    save("pages.ras", raster_of(pages, version));
    const Outcome outcome = piped("pages.ras", {"-", "-o", "-"});
    expect_done(outcome);
    const std::vector<Plate> made = plates_of(outcome.out);
    ASSERT_EQ(made.size(), 4 * pages.size());
    for (std::size_t page = 0; page < pages.size(); ++page) {
      SCOPED_TRACE(testing::Message() << "version " << static_cast<int>(version) << " order " << pages[page].order);
      const auto first = made.begin() + static_cast<std::ptrdiff_t>(4 * page);
      expect_same({first, first + 4}, expected);
    }
  }
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, EverySpace, testing::Combine(testing::ValuesIn(spaces), testing::Values(8, 16)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param).name) + std::to_string(std::get<1>(test.param));
                         });

class RasterStreams : public StreamTest {
 protected:
  const RasterSpec rgb_{.page = {.width = 151, .height = 103}};
};

TEST_F(RasterStreams, BlackIsBlackInkOnly) {
  const PageSpec gray{.width = 151, .height = 103, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  save("page.ras", raster_of({{.page = gray, .space = CUPS_CSPACE_K}}));
  const std::vector<Plate> plates = plates_of(piped("page.ras", {"-", "-o", "-"}).out);
  ASSERT_EQ(plates.size(), 4u);
  for (int ink = 0; ink < 3; ++ink) EXPECT_EQ(plates[static_cast<std::size_t>(ink)].coverage(), 0);
  EXPECT_GT(plates[3].coverage(), 10);
}

TEST_F(RasterStreams, BlackMayBePadded) {
  const PageSpec gray{.width = 151, .height = 103, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  save("page.ras", raster_of({{.page = gray, .space = CUPS_CSPACE_K}}));
  const std::vector<Plate> plain = plates_of(piped("page.ras", {"-", "-o", "-"}).out);
  save("page.ras", raster_of({{.page = gray, .space = CUPS_CSPACE_K, .padding = 9}}));
  expect_same(plates_of(piped("page.ras", {"-", "-o", "-"}).out), plain);
}

TEST_F(RasterStreams, AResolutionOfOneDirectionCountsForBoth) {
  const auto resolution_of = [](const std::string& raster) {
    const auto pages = read_raster(raster);
    return pages.empty() ? std::pair(0U, 0U)
                         : std::pair(pages[0].header.HWResolution[0], pages[0].header.HWResolution[1]);
  };
  for (const int known : {0, 1}) {
    cups_page_header2_t header = header_of(rgb_);
    header.HWResolution[known] = 600;
    header.HWResolution[1 - known] = 0;
    save("page.ras", raw_raster(header, std::string(header.cupsBytesPerLine * header.cupsHeight, 'x')));
    const Outcome outcome = piped("page.ras", {"-", "-o", "-", "--output-format", "cups-raster"});
    expect_complaint(outcome, 0, {"stdin page 1: says its resolution in one direction only"});
    EXPECT_EQ(resolution_of(outcome.out), std::pair(600U, 600U));
  }
}

TEST_F(RasterStreams, AdobeRgbIsAnotherColor) {
  save("adobe.ras", raster_of({{.page = rgb_.page, .space = CUPS_CSPACE_ADOBERGB}}));
  save("page.ras", raster_of({rgb_}));
  const Outcome adobe = piped("adobe.ras", {"-", "-o", "-", "-v"});
  EXPECT_THAT(adobe.err, testing::HasSubstr("embedded profile"));
  EXPECT_EQ(adobe.status, 0);
  EXPECT_TRUE(adobe.out != piped("page.ras", {"-", "-o", "-"}).out);
}

TEST_F(RasterStreams, PagesOfManySizesFollowEachOther) {
  for (const auto version : {RasterVersion::v2, RasterVersion::v3}) {
    const RasterSpec small{.page = {.width = 20, .height = 1}};
    save("three.ras", raster_of({rgb_, small, spec_of(spaces[4], 16, CUPS_ORDER_BANDED)}, version));
    const std::vector<Plate> plates = plates_of(piped("three.ras", {"-", "-o", "-"}).out);
    ASSERT_EQ(plates.size(), 12u);
    EXPECT_EQ(plates[4].width, 20u);
    EXPECT_EQ(plates[4].height, 1u);
    EXPECT_EQ(plates[8].width, 151u);
    EXPECT_EQ(plates[0].x_resolution, 300);
  }
}

class RasterPlates : public RasterStreams, public testing::WithParamInterface<int> {};

TEST_P(RasterPlates, AreThePlatesOfTheFile) {
  const std::vector<std::string> levels{"--levels", std::to_string(GetParam())};
  write_page(file("page.tif"), rgb_.page);
  save("page.ras", raster_of({rgb_}));
  std::vector<std::string> arguments{"-", "-o", "-", "--output-format", "cups-raster"};
  arguments.insert(arguments.end(), levels.begin(), levels.end());
  const Outcome outcome = piped("page.ras", arguments);
  expect_done(outcome);
  const auto pages = read_raster(outcome.out);
  const std::vector<Plate> expected = plates_of_file(levels);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].header.cupsColorSpace, CUPS_CSPACE_CMYK);
  EXPECT_EQ(pages[0].header.HWResolution[1], 300u);
  EXPECT_EQ(pages[0].header.cupsBitsPerColor, static_cast<unsigned>(expected[0].bits));
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_TRUE(pages[0].planes[ink] == expected[ink].levels) << ink;
}

TEST_P(RasterPlates, OfOtherInksAreColorsOfDeviceN) {
  std::vector<std::string> arguments{"-", "-o", "-", "--levels", std::to_string(GetParam())};
  for (const char* const plate : {"White=light", "Varnish=inks:C+K", "Foil=all"})
    arguments.insert(arguments.end(), {"--plate", plate});
  save("page.ras", raster_of({rgb_}));
  const std::vector<Plate> expected = plates_of(piped("page.ras", arguments).out);
  arguments.insert(arguments.end(), {"--output-format", "cups-raster"});
  const Outcome outcome = piped("page.ras", arguments);
  expect_done(outcome);
  const auto pages = read_raster(outcome.out);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].header.cupsColorSpace, CUPS_CSPACE_DEVICE7);
  ASSERT_EQ(pages[0].planes.size(), 7u);
  ASSERT_EQ(expected.size(), 7u);
  for (std::size_t ink = 0; ink < 7; ++ink) EXPECT_TRUE(pages[0].planes[ink] == expected[ink].levels) << ink;
}

INSTANTIATE_TEST_SUITE_P(Levels, RasterPlates, testing::Values(2, 4, 16));

// Pages without a unit, and with less than one dot per inch.
TEST_F(RasterStreams, ResolutionsThatNoRasterCanSayBecomeOnesThatItCan) {
  const auto resolution_of = [this](float resolution, std::uint16_t unit) {
    write_page(file("page.tif"), {.resolution_x = resolution, .resolution_y = resolution, .resolution_unit = unit});
    const auto pages = read_raster(piped("page.tif", {"-", "-o", "-", "--output-format", "cups-raster"}).out);
    return pages.empty() ? 0 : pages[0].header.HWResolution[0];
  };
  EXPECT_EQ(resolution_of(300, RESUNIT_NONE), 72u);
  EXPECT_EQ(resolution_of(0.25F, RESUNIT_INCH), 1u);
  EXPECT_EQ(resolution_of(100, RESUNIT_CENTIMETER), 254u);
}

TEST_F(RasterStreams, PlatesThatARasterHasNoPlaceForStayPaper) {
  save("page.ras", raster_of({rgb_}));
  const auto pages =
      read_raster(piped("page.ras", {"-", "-o", "-", "--output-format", "cups-raster", "--planes", "K"}).out);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(std::count(pages[0].planes[0].begin(), pages[0].planes[0].end(), 1), 0);
  EXPECT_NE(std::count(pages[0].planes[3].begin(), pages[0].planes[3].end(), 1), 0);
}

TEST_F(RasterStreams, TruncatedPagesAreNamed) {
  for (const auto version : {RasterVersion::v1, RasterVersion::v2, RasterVersion::v3}) {
    const std::string whole = raster_of({rgb_, rgb_}, version);
    save("cut.ras", whole.substr(0, whole.size() - 100));
    expect_complaint(piped("cut.ras", {"-", "-o", "plates"}), 1, {"stdin page 2", "ends in row"});
    save("cut.ras", whole.substr(0, whole.size() / 2 + 100));
    expect_complaint(piped("cut.ras", {"-", "-o", "plates"}), 1, {"stdin page 2", "header"});
    save("cut.ras", whole.substr(0, 100));
    expect_complaint(piped("cut.ras", {"-", "-o", "plates"}), 1, {"stdin page 1", "header"});
  }
  save("cut.ras", "RaS3");
  expect_complaint(piped("cut.ras", {"-", "-o", "plates"}), 1, {"stdin", "nothing came"});
}

TEST_F(RasterStreams, APlanarPageThatIsTooLargeToKeepIsRefused) {
  RasterSpec planar{.page = {.width = 1000, .height = 1500}, .order = CUPS_ORDER_PLANAR};
  save("page.ras", raster_of({planar}));
  expect_complaint(piped("page.ras", {"-", "-o", "-", "--spool", "2"}), 1, {"stdin page 1", "2 MiB", "--spool"});
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

}  // namespace
}  // namespace platerip::test
