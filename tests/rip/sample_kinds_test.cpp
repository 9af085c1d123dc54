// Pages of every kind of sample make the plates of a page of 8 or 16 bits that a test has made of the same pixels.
#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "profiles/profile.h"
#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;

class SampleKinds : public PlateripTest {
 protected:
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> plates_of(const std::string& stem,
                                                                 std::vector<std::string> options = {}) const {
    options.push_back(stem + ".tif");
    expect_done(platerip(options));
    std::vector<std::vector<std::uint8_t>> levels;
    for (const std::string& name : four_plates(stem)) levels.push_back(plate(name).levels);
    return levels;
  }

  /// Writes pixels as the reader returns them: interleaved, uncompressed, and alpha last.
  void write_twin(const PageSpec& page, const std::vector<std::byte>& pixels) const {
    const int bits = page.bits <= 8 ? 8 : 16;
    const auto samples = pixels.size() / (page.width * page.height) / static_cast<std::size_t>(bits / 8);
    const bool gray = samples < 3;
    const bool cmyk = page.photometric == PHOTOMETRIC_SEPARATED;
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("twin.tif").c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(samples));
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC,
                 cmyk   ? PHOTOMETRIC_SEPARATED
                 : gray ? PHOTOMETRIC_MINISBLACK
                        : PHOTOMETRIC_RGB);
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    const std::size_t colors = cmyk ? 4 : gray ? 1 : 3;
    if (samples > colors) TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, 1, &alpha);
    std::vector<std::byte> data = pixels;
    ASSERT_EQ(TIFFWriteEncodedStrip(tiff.get(), 0, data.data(), static_cast<tmsize_t>(data.size())),
              static_cast<tmsize_t>(data.size()));
  }

  void expect_plates_of_twin(const PageSpec& kind, const std::vector<std::string>& options = {}) const {
    write_twin(kind, expected_pixels(kind));
    const auto expected = plates_of("twin", options);
    PageSpec tiles = kind, planes = kind, low_strips = kind;
    tiles.tile_width = tiles.tile_height = 32;
    planes.planar = PLANARCONFIG_SEPARATE;
    low_strips.rows_per_strip = 1;
    for (const PageSpec& page : {kind, tiles, planes, low_strips}) {
      SCOPED_TRACE(std::to_string(page.bits) + " bits, photometric " + std::to_string(page.photometric) +
                   ", compression " + std::to_string(page.compression) + ", tile " + std::to_string(page.tile_width) +
                   ", planar " + std::to_string(page.planar));
      write_page(file("page.tif"), page);
      EXPECT_TRUE(plates_of("page", options) == expected);
    }
  }
};

constexpr std::uint32_t width = 201;
constexpr std::uint32_t height = 97;

TEST_F(SampleKinds, OfFewBits) {
  for (const std::uint16_t bits : Numbers{1, 2, 4}) {
    for (const std::uint16_t photometric : Numbers{PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_PALETTE})
      expect_plates_of_twin({.width = width, .height = height, .bits = bits, .samples = 1, .photometric = photometric});
    expect_plates_of_twin({.width = width, .height = height, .bits = bits});
    expect_plates_of_twin(
        {.width = width, .height = height, .bits = bits, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED});
  }
}

TEST_F(SampleKinds, OfTwelveBits) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW}) {
    const PageSpec rgb{.width = width, .height = height, .bits = 12, .compression = compression};
    PageSpec gray = rgb;
    gray.samples = 1;
    gray.photometric = PHOTOMETRIC_MINISBLACK;
    PageSpec rgba = rgb;
    rgba.samples = 4;
    rgba.extra_samples = {EXTRASAMPLE_UNASSALPHA};
    for (const PageSpec& kind : {rgb, gray, rgba}) expect_plates_of_twin(kind);
  }
}

TEST_F(SampleKinds, OfFloatingPoint) {
  const PageSpec rgb{.width = width, .height = height, .bits = 32, .sample_format = SAMPLEFORMAT_IEEEFP};
  PageSpec gray = rgb;
  gray.samples = 1;
  gray.photometric = PHOTOMETRIC_MINISBLACK;
  for (const PageSpec& kind : {rgb, gray}) expect_plates_of_twin(kind);
}

TEST_F(SampleKinds, OfExtraSamplesThatAreNoAlpha) {
  const PageSpec page{.width = width,
                      .height = height,
                      .samples = 6,
                      .extra_samples = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_UNSPECIFIED}};
  expect_plates_of_twin(page, {"--quiet"});
  EXPECT_THAT(platerip({"page.tif"}).err,
              testing::HasSubstr("platerip: page.tif: samples 4 and 6 of each pixel are left out"));
  EXPECT_THAT(platerip({"--verbose", "twin.tif"}).err, testing::Not(testing::HasSubstr("left out")));
}

TEST_F(SampleKinds, OfBilevelCodecs) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4})
    for (const std::uint16_t photometric : Numbers{PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK})
      expect_plates_of_twin({.width = width,
                             .height = height,
                             .bits = 1,
                             .samples = 1,
                             .photometric = photometric,
                             .compression = compression});
}

/// The inks that LittleCMS gives a page in L*a*b* for the built-in press, with exact precision.
std::vector<std::byte> inks_of(const std::vector<std::uint16_t>& lab) {
  const profiles::Profile press = profiles::Profile::default_press();
  const cmsHPROFILE from = cmsCreateLab4Profile(nullptr);
  const cmsHTRANSFORM transform =
      cmsCreateTransform(from, TYPE_Lab_16, press.handle(), TYPE_CMYK_16, INTENT_RELATIVE_COLORIMETRIC,
                         cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE);
  std::vector<std::byte> inks(lab.size() / 3 * 8);
  cmsDoTransform(transform, lab.data(), inks.data(), static_cast<cmsUInt32Number>(lab.size() / 3));
  cmsDeleteTransform(transform);
  cmsCloseProfile(from);
  return inks;
}

TEST_F(SampleKinds, OfLab) {
  const PageSpec icc{.width = width, .height = height, .bits = 16, .photometric = PHOTOMETRIC_ICCLAB};
  std::vector<std::uint16_t> lab;
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c)
        lab.push_back(
            static_cast<std::uint16_t>(std::min(std::floor(sample_at(icc, x, y, c) * 257 / 256.0 + 0.5), 65535.0)));
  write_twin({.width = width, .height = height, .bits = 16, .photometric = PHOTOMETRIC_SEPARATED}, inks_of(lab));
  const auto expected = plates_of("twin", {"--crisp", "off", "--sharpness", "0"});
  PageSpec tiles = icc, planes = icc, packed = icc;
  tiles.tile_width = tiles.tile_height = 32;
  planes.planar = PLANARCONFIG_SEPARATE;
  packed.compression = COMPRESSION_LZW;
  packed.predictor = PREDICTOR_HORIZONTAL;
  for (const PageSpec& page : {icc, tiles, planes, packed}) {
    write_page(file("page.tif"), page);
    EXPECT_TRUE(plates_of("page", {"--sharpness", "0"}) == expected);
    EXPECT_TRUE(plates_of("page", {"--sharpness", "0", "--backend", "reference"}) == expected);
  }
}

// 8 bits are looked up in a table of all colours if the page is large, and all encodings mean the same.
TEST_F(SampleKinds, OfLabOfEightBitsFromATable) {
  const PageSpec signs{.width = 1024, .height = 512, .photometric = PHOTOMETRIC_CIELAB};
  write_page(file("page.tif"), signs);
  const auto reference = plates_of("page", {"--backend", "reference"});
  EXPECT_TRUE(plates_of("page") == reference);
}

TEST_F(SampleKinds, LabWhiteIsPaperAndNeutralsAreNeutral) {
  for (const std::uint16_t bits : Numbers{8, 16}) {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("page.tif").c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 256);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_CIELAB);
    std::vector<std::uint8_t> row;
    for (int i = 0; i < 256; ++i)
      row.insert(row.end(), static_cast<std::size_t>(bits / 8), 255),
          row.insert(row.end(), static_cast<std::size_t>(2 * (bits / 8)), 0);
    TIFFWriteEncodedStrip(tiff.get(), 0, row.data(), static_cast<tmsize_t>(row.size()));
  }
  for (const auto& levels : plates_of("page")) EXPECT_EQ(std::count(levels.begin(), levels.end(), 1), 0);
}

TEST_F(SampleKinds, LabNeedsNoProfile) {
  PageSpec page{.width = 30, .height = 20, .photometric = PHOTOMETRIC_CIELAB};
  page.icc_profile = std::vector<std::byte>(300);
  write_page(file("page.tif"), page);
  EXPECT_THAT(platerip({"--verbose", "page.tif"}).err,
              testing::HasSubstr("page.tif: is in L*a*b*, which needs no page profile: the profile is not used\n"));
  EXPECT_EQ(summary_of({"page.tif"})["profiles"]["page"], "CIE L*a*b*");
}

/// Line art: 1 where the page is black.
std::vector<std::uint8_t> black_pixels(const PageSpec& page) {
  const bool negative = page.photometric == PHOTOMETRIC_MINISWHITE;
  std::vector<std::uint8_t> black;
  for (std::uint32_t y = 0; y < page.height; ++y)
    for (std::uint32_t x = 0; x < page.width; ++x) black.push_back((sample_at(page, x, y, 0) != 0) == negative ? 1 : 0);
  return black;
}

TEST_F(SampleKinds, LineArtInBlackPassesThroughUnchanged) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_CCITTFAX4, COMPRESSION_JBIG}) {
    for (const std::uint16_t photometric : Numbers{PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK}) {
      const PageSpec page{.width = width,
                          .height = height,
                          .bits = 1,
                          .samples = 1,
                          .photometric = photometric,
                          .compression = compression,
                          .rows_per_strip = height};
      write_page(file("page.tif"), page);
      const std::vector<std::uint8_t> black = black_pixels(page);
      const std::vector<std::uint8_t> nothing(black.size());
      const std::vector<const char*> all{"floyd-steinberg", "jarvis", "tone",        "centred",  "bayer",
                                         "blue-noise",      "am",     "green-noise", "threshold"};
      for (const char* const method : compression == COMPRESSION_NONE ? all : std::vector{"tone"}) {
        SCOPED_TRACE(std::string(method) + ", compression " + std::to_string(compression));
        expect_done(platerip({"--keep-black=k", "--halftone", method, "page.tif"}));
        EXPECT_TRUE(plate("page.Black.tif").levels == black);
        for (const char* const ink : {"Cyan", "Magenta", "Yellow"})
          EXPECT_TRUE(plate("page." + std::string(ink) + ".tif").levels == nothing);
      }
      expect_done(platerip({"--keep-black=k", "--intent", "absolute", "page.tif"}));
      EXPECT_TRUE(plate("page.Black.tif").levels == black);
    }
  }
}

TEST_F(SampleKinds, LineArtInInksPassesThroughUnchanged) {
  const PageSpec page{.width = width,
                      .height = height,
                      .bits = 1,
                      .samples = 4,
                      .photometric = PHOTOMETRIC_SEPARATED,
                      .planar = PLANARCONFIG_SEPARATE,
                      .compression = COMPRESSION_CCITTFAX4};
  write_page(file("page.tif"), page);
  expect_done(platerip({"page.tif"}));
  const std::array<std::string, 4> inks = {"Cyan", "Magenta", "Yellow", "Black"};
  for (int ink = 0; ink < 4; ++ink) {
    std::vector<std::uint8_t> expected;
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x)
        expected.push_back(static_cast<std::uint8_t>(sample_at(page, x, y, ink)));
    EXPECT_TRUE(plate("page." + inks[static_cast<std::size_t>(ink)] + ".tif").levels == expected);
  }
}

// White paper stays white on every plate, with all inks, too.
TEST_F(SampleKinds, LineArtLeavesWhiteWhite) {
  const PageSpec page{.width = width,
                      .height = height,
                      .bits = 1,
                      .samples = 1,
                      .photometric = PHOTOMETRIC_MINISWHITE,
                      .compression = COMPRESSION_CCITTFAX4};
  write_page(file("page.tif"), page);
  const std::vector<std::uint8_t> black = black_pixels(page);
  for (const auto& levels : plates_of("page")) {
    for (std::size_t i = 0; i < levels.size(); ++i) ASSERT_LE(levels[i], black[i]);
  }
}

}  // namespace
}  // namespace platerip::test
