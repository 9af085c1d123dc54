#include "tiffio/pages/page_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/seed.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::Alpha;
using tiffio::ColorModel;
using Numbers = std::vector<std::uint16_t>;

std::string describe(const PageSpec& spec) {
  return "bits " + std::to_string(spec.bits) + ", samples " + std::to_string(spec.samples) + ", photometric " +
         std::to_string(spec.photometric) + ", planar " + std::to_string(spec.planar) + ", compression " +
         std::to_string(spec.compression) + ", predictor " + std::to_string(spec.predictor) + ", rows per strip " +
         std::to_string(spec.rows_per_strip) + ", tile " + std::to_string(spec.tile_width) + " x " +
         std::to_string(spec.tile_height) + (spec.big_endian ? ", big-endian" : "") +
         (spec.big_tiff ? ", BigTIFF" : "");
}

void expect_pixels(const Result<ReadPage>& page, const std::vector<std::byte>& expected) {
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_TRUE(page->pixels == expected);
}

/// Reads the page in several ways, which must all give the known pixels.
void expect_reads(const std::string& path, const PageSpec& spec) {
  SCOPED_TRACE(describe(spec));
  const std::vector<std::byte> expected = expected_pixels(spec);
  expect_pixels(read_page(path), expected);
  expect_pixels(read_page(path, {.chunk = -1, .padding = 3}), expected);
  expect_pixels(read_page_tightly(path, {.chunk = -1}), expected);
  expect_pixels(read_page_tightly(path, {.chunk = 1, .padding = 5}), expected);
}

struct Coding {
  const char* name;
  std::uint16_t compression;
  std::uint16_t predictor;
};

class EveryLayout : public testing::TestWithParam<Coding> {};

std::vector<PageSpec> page_kinds() {
  PageSpec gray{.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  PageSpec rgb;
  PageSpec rgba{.samples = 4, .extra_samples = {EXTRASAMPLE_UNASSALPHA}};
  PageSpec cmyk{.samples = 4, .photometric = PHOTOMETRIC_SEPARATED};
  PageSpec spot{.samples = 6,
                .photometric = PHOTOMETRIC_RGB,
                .extra_samples = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA}};
  return {gray, rgb, rgba, cmyk, spot};
}

std::vector<PageSpec> with_layouts(const PageSpec& spec) {
  std::vector<PageSpec> specs;
  for (const std::uint32_t rows : {1U, 7U, 53U, 0xffffffffU}) {
    specs.push_back(spec);
    specs.back().rows_per_strip = rows;
  }
  for (const auto& [width, height] : {std::pair{16U, 16U}, {32U, 48U}, {64U, 16U}, {16U, 128U}}) {
    specs.push_back(spec);
    specs.back().tile_width = width;
    specs.back().tile_height = height;
  }
  return specs;
}

TEST_P(EveryLayout, GivesTheKnownPixels) {
  if (TIFFIsCODECConfigured(GetParam().compression) == 0) GTEST_SKIP() << "this libtiff lacks " << GetParam().name;
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  std::mt19937 random(test_seed());
  for (const PageSpec& kind : page_kinds()) {
    for (const std::uint16_t bits : Numbers{8, 16}) {
      for (const std::uint16_t planar : Numbers{PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
        for (PageSpec spec : with_layouts(kind)) {
          spec.bits = bits;
          spec.planar = planar;
          spec.compression = GetParam().compression;
          spec.predictor = GetParam().predictor;
          spec.big_endian = random() % 2 == 0;
          spec.big_tiff = random() % 3 == 0;
          write_page(path, spec);
          expect_reads(path, spec);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Codecs, EveryLayout,
                         testing::Values(Coding{"none", COMPRESSION_NONE, PREDICTOR_NONE},
                                         Coding{"packbits", COMPRESSION_PACKBITS, PREDICTOR_NONE},
                                         Coding{"lzw", COMPRESSION_LZW, PREDICTOR_NONE},
                                         Coding{"lzw_predictor", COMPRESSION_LZW, PREDICTOR_HORIZONTAL},
                                         Coding{"deflate", COMPRESSION_ADOBE_DEFLATE, PREDICTOR_NONE},
                                         Coding{"deflate_predictor", COMPRESSION_ADOBE_DEFLATE, PREDICTOR_HORIZONTAL},
                                         Coding{"old_deflate", COMPRESSION_DEFLATE, PREDICTOR_NONE},
                                         Coding{"zstd", COMPRESSION_ZSTD, PREDICTOR_NONE},
                                         Coding{"zstd_predictor", COMPRESSION_ZSTD, PREDICTOR_HORIZONTAL},
                                         Coding{"lzma", COMPRESSION_LZMA, PREDICTOR_NONE}),
                         [](const auto& coding) { return std::string(coding.param.name); });

class PageReading : public testing::Test {
 protected:
  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

TEST_F(PageReading, WebpIsReadLosslessly) {
  if (TIFFIsCODECConfigured(COMPRESSION_WEBP) == 0) GTEST_SKIP() << "this libtiff lacks WebP";
  for (PageSpec spec : with_layouts(PageSpec{.compression = COMPRESSION_WEBP})) {
    write_page(path_, spec);
    expect_reads(path_, spec);
  }
}

void expect_close(const Result<ReadPage>& page, const std::vector<std::byte>& expected) {
  ASSERT_TRUE(page.ok()) << page.error().message;
  ASSERT_EQ(page->pixels.size(), expected.size());
  int worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    worst = std::max(worst, std::abs(static_cast<int>(page->pixels[i]) - static_cast<int>(expected[i])));
  }
  EXPECT_LE(worst, 24);
}

TEST_F(PageReading, JpegIsReadAsTheColoursThatWereSaved) {
  const PageSpec rgb{.compression = COMPRESSION_JPEG, .smooth = true};
  PageSpec ycbcr = rgb;
  ycbcr.photometric = PHOTOMETRIC_YCBCR;
  PageSpec gray = rgb;
  gray.samples = 1;
  gray.photometric = PHOTOMETRIC_MINISBLACK;
  PageSpec cmyk = rgb;
  cmyk.samples = 4;
  cmyk.photometric = PHOTOMETRIC_SEPARATED;
  PageSpec planes = rgb;
  planes.planar = PLANARCONFIG_SEPARATE;
  for (const PageSpec& kind : {rgb, ycbcr, gray, cmyk, planes}) {
    for (PageSpec spec : with_layouts(kind)) {
      if (spec.tile_width == 0 && spec.rows_per_strip < spec.height) spec.rows_per_strip = 16;  // whole JPEG blocks
      write_page(path_, spec);
      SCOPED_TRACE(describe(spec));
      const auto expected = expected_pixels(spec);
      expect_close(read_page(path_), expected);
      expect_close(read_page(path_, {.chunk = -1, .padding = 3}), expected);
      expect_close(read_page_tightly(path_, {.chunk = 1}), expected);
      const auto page = read_page(path_);
      ASSERT_TRUE(page.ok());
      EXPECT_EQ(page->info.samples(), spec.samples);
    }
  }
}

TEST_F(PageReading, ALastStripMayHoldMoreRowsThanThePage) {
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD, COMPRESSION_JPEG}) {
    for (const std::uint16_t bits : Numbers{8, 16}) {
      for (const bool predicted : {false, true}) {
        const bool can_predict = compression != COMPRESSION_JPEG && compression != COMPRESSION_PACKBITS;
        if ((compression == COMPRESSION_JPEG && bits == 16) || (predicted && !can_predict)) continue;
        PageSpec spec{
            .width = 64, .height = 64, .bits = bits, .compression = compression, .rows_per_strip = 32, .smooth = true};
        if (predicted) spec.predictor = PREDICTOR_HORIZONTAL;
        write_page(path_, spec);
        spec.height = 53;
        TIFF* tiff = TIFFOpen(path_.c_str(), "r+");
        ASSERT_NE(tiff, nullptr);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, spec.height);
        ASSERT_NE(TIFFRewriteDirectory(tiff), 0);
        TIFFClose(tiff);
        SCOPED_TRACE(describe(spec));
        for (const auto& page : {read_page(path_), read_page_tightly(path_, {.chunk = 1})}) {
          if (compression == COMPRESSION_JPEG)
            expect_close(page, expected_pixels(spec));
          else
            expect_pixels(page, expected_pixels(spec));
        }
      }
    }
  }
}

TEST_F(PageReading, MinIsWhiteArrivesAsGrayWithZeroBlack) {
  for (const std::uint16_t bits : Numbers{8, 16}) {
    PageSpec spec{.bits = bits, .samples = 1, .photometric = PHOTOMETRIC_MINISWHITE};
    write_page(path_, spec);
    expect_reads(path_, spec);
    spec.samples = 2;
    spec.extra_samples = {EXTRASAMPLE_UNASSALPHA};  // which is not changed
    write_page(path_, spec);
    expect_reads(path_, spec);
  }
}

TEST_F(PageReading, PalettesArriveAsRgbWhateverTheirRange) {
  for (const bool narrow : {false, true}) {
    for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW}) {
      const PageSpec spec{
          .samples = 1, .photometric = PHOTOMETRIC_PALETTE, .compression = compression, .narrow_palette = narrow};
      write_page(path_, spec);
      expect_reads(path_, spec);
      const auto page = read_page(path_);
      ASSERT_TRUE(page.ok());
      EXPECT_EQ(page->info.model, ColorModel::rgb);
      EXPECT_EQ(page->info.bits, 8);
    }
  }
}

TEST_F(PageReading, FillOrderTwoIsTurnedRound) {
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE}) {
    for (const std::uint16_t bits : Numbers{8, 16}) {
      const PageSpec spec{.bits = bits, .compression = compression, .fill_order = FILLORDER_LSB2MSB};
      write_page(path_, spec);
      expect_reads(path_, spec);
    }
  }
}

TEST_F(PageReading, AlphaIsWhatExtraSamplesSay) {
  struct Case {
    std::vector<std::uint16_t> extra_samples;
    Alpha alpha;
    int samples;
  };
  const std::vector<Case> cases = {
      {{}, Alpha::none, 3},
      {{EXTRASAMPLE_UNSPECIFIED}, Alpha::none, 3},
      {{EXTRASAMPLE_ASSOCALPHA}, Alpha::associated, 4},
      {{EXTRASAMPLE_UNASSALPHA}, Alpha::unassociated, 4},
      {{EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_ASSOCALPHA}, Alpha::unassociated, 4},
  };
  for (const Case& c : cases) {
    const PageSpec spec{.samples = static_cast<std::uint16_t>(3 + c.extra_samples.size()),
                        .extra_samples = c.extra_samples};
    write_page(path_, spec);
    const auto page = read_page(path_);
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->info.alpha, c.alpha);
    EXPECT_EQ(page->info.samples(), c.samples);
    EXPECT_EQ(page->info.row_bytes(), spec.width * c.samples);
  }
}

TEST_F(PageReading, CarriesOverOrientationResolutionAndProfile) {
  std::vector<std::byte> profile(3144);
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i] = static_cast<std::byte>(i * 31);
  for (std::uint16_t orientation = 1; orientation <= 8; ++orientation) {
    const PageSpec spec{.orientation = orientation,
                        .resolution_x = 2400,
                        .resolution_y = 1200,
                        .resolution_unit = RESUNIT_CENTIMETER,
                        .icc_profile = profile};
    write_page(path_, spec);
    expect_reads(path_, spec);  // no pixel moves
    const auto page = read_page(path_);
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->info.orientation, orientation);
    EXPECT_EQ(page->info.resolution.x, 2400);
    EXPECT_EQ(page->info.resolution.y, 1200);
    EXPECT_EQ(page->info.resolution.unit, RESUNIT_CENTIMETER);
    EXPECT_TRUE(page->info.icc_profile == profile);
  }
}

TEST_F(PageReading, APageWithoutResolutionHasNone) {
  write_page(path_, PageSpec{});
  const auto page = read_page(path_);
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->info.resolution.x, 0);
  EXPECT_EQ(page->info.resolution.y, 0);
  EXPECT_TRUE(page->info.icc_profile.empty());
}

TEST_F(PageReading, PagesAreDirectoriesLessThumbnailsAndMasks) {
  PageSpec first{.width = 40};
  PageSpec thumbnail{.width = 8, .subfile_type = FILETYPE_REDUCEDIMAGE, .append = true};
  PageSpec mask{
      .width = 40, .samples = 1, .photometric = PHOTOMETRIC_MASK, .subfile_type = FILETYPE_MASK, .append = true};
  PageSpec second{.width = 50, .compression = COMPRESSION_LZW, .subfile_type = FILETYPE_PAGE, .append = true};
  for (const PageSpec& spec : {first, thumbnail, mask, second}) write_page(path_, spec);

  const auto pages = tiffio::find_pages(path_);
  ASSERT_TRUE(pages.ok()) << pages.error().message;
  EXPECT_EQ(pages->count(), 2);
  EXPECT_FALSE(pages->broken);
  expect_pixels(read_page(path_, {.index = 0}), expected_pixels(first));
  expect_pixels(read_page(path_, {.index = 1}), expected_pixels(second));
  for (const int index : {2, -1}) {
    const auto page = read_page(path_, {.index = index});
    ASSERT_FALSE(page.ok());
    EXPECT_THAT(page.error().message, HasSubstr("has no page " + std::to_string(index)));
  }
}

TEST_F(PageReading, ReadersAreIndependentAndCanBeMoved) {
  const PageSpec spec{.compression = COMPRESSION_LZW};
  write_page(path_, spec);
  auto a = tiffio::PageReader::open(path_, 0, 1 << 20);
  auto b = tiffio::PageReader::open(path_, 0, 1 << 20);
  ASSERT_TRUE(a.ok() && b.ok());
  const auto row_bytes = static_cast<std::size_t>(a->info().row_bytes());
  std::vector<std::byte> rows(row_bytes * spec.height);
  ASSERT_TRUE(a->read(20, rows.data(), row_bytes).ok());
  *b = *std::move(a);  // closes b's own page; b continues with a's
  ASSERT_TRUE(b->read(33, rows.data() + 20 * row_bytes, row_bytes).ok());
  EXPECT_TRUE(rows == expected_pixels(spec));
}

}  // namespace
}  // namespace platerip::test
