// Samples that are no 8- or 16-bit numbers: each kind of page gives the pixels of its 8- or 16-bit twin.
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/sanitized.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;
using testing::HasSubstr;

class PackedSamples : public Refusal {
 protected:
  void expect_every_layout(const PageSpec& kind) const {
    for (const PageSpec& order : in_planes_and_orders(kind)) {
      if (kind.samples == 1 && order.planar == PLANARCONFIG_SEPARATE) continue;
      for (const PageSpec& spec : in_strips_and_tiles(order)) {
        SCOPED_TRACE(describe(spec));
        write_page(path_, spec);
        expect_reads(path_, expected_pixels(spec));
        if (HasFatalFailure()) return;
      }
    }
  }
};

std::vector<PageSpec> kinds() {
  const PageSpec gray{.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  const PageSpec negative{.samples = 1, .photometric = PHOTOMETRIC_MINISWHITE};
  const PageSpec rgb;
  const PageSpec cmyk{.samples = 4, .photometric = PHOTOMETRIC_SEPARATED};
  const PageSpec spot{.samples = 5, .extra_samples = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA}};
  const PageSpec negative_with_alpha{
      .samples = 2, .photometric = PHOTOMETRIC_MINISWHITE, .extra_samples = {EXTRASAMPLE_UNASSALPHA}};
  return {gray, negative, rgb, cmyk, spot, negative_with_alpha};
}

TEST_F(PackedSamples, OfEveryNumberOfBitsAreScaledToWholeBytes) {
  for (const std::uint16_t bits : Numbers{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15}) {
    for (PageSpec spec : kinds()) {
      spec.bits = bits;
      SCOPED_TRACE(describe(spec));
      write_page(path_, spec);
      expect_reads(path_, expected_pixels(spec));
    }
  }
}

TEST_F(PackedSamples, AreReadFromEveryLayoutAndCodec) {
  for (const std::uint16_t bits : Numbers{1, 2, 4, 12}) {
    for (PageSpec spec : kinds()) {
      spec.bits = bits;
      for (const std::uint16_t compression : sanitized
                                                 ? Numbers{COMPRESSION_NONE, COMPRESSION_LZW}
                                                 : Numbers{COMPRESSION_NONE, COMPRESSION_PACKBITS, COMPRESSION_LZW,
                                                           COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD}) {
        spec.compression = compression;
        expect_every_layout(spec);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(PackedSamples, OfPalettesAreColours) {
  for (const std::uint16_t bits : Numbers{1, 2, 3, 4, 8}) {
    for (const bool narrow : {false, true}) {
      PageSpec spec{.bits = bits, .samples = 1, .photometric = PHOTOMETRIC_PALETTE, .narrow_palette = narrow};
      expect_every_layout(spec);
      spec.samples = 2;
      spec.extra_samples = {EXTRASAMPLE_UNASSALPHA};
      expect_every_layout(spec);
    }
  }
}

TEST_F(PackedSamples, OfFloatingPointRunFromZeroToOne) {
  for (PageSpec spec : kinds()) {
    spec.bits = 32;
    spec.sample_format = SAMPLEFORMAT_IEEEFP;
    for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
      spec.compression = compression;
      for (const std::uint16_t predictor : Numbers{PREDICTOR_NONE, PREDICTOR_HORIZONTAL, PREDICTOR_FLOATINGPOINT}) {
        spec.predictor = compression == COMPRESSION_NONE ? PREDICTOR_NONE : predictor;
        expect_every_layout(spec);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(PackedSamples, OfFloatingPointOutsideOfTheRangeAreClamped) {
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const std::vector<float> samples = {-1,
                                      -0.0F,
                                      0,
                                      1,
                                      2,
                                      none,
                                      -none,
                                      infinite,
                                      -infinite,
                                      0.5F,
                                      1e-9F,
                                      0.4F / 65535,
                                      0.6F / 65535,
                                      65534.4F / 65535,
                                      65534.6F / 65535,
                                      1e30F};
  const std::vector<std::uint16_t> expected = {0, 0,     0, 65535, 65535, 0,     0,     65535,
                                               0, 32768, 0, 0,     1,     65534, 65535, 65535};
  RawTiff file = raw_rgb_page(static_cast<std::uint32_t>(samples.size()), 1, 0);
  const auto bytes = std::as_bytes(std::span(samples));
  file.data.assign(bytes.begin(), bytes.end());
  file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {32});
  file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
  file.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, {SAMPLEFORMAT_IEEEFP});
  file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISBLACK});
  file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {bytes.size()});
  write_file(path_, file.bytes());
  const auto page = read_page(path_);
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(page->info.bits, 16);
  std::vector<std::uint16_t> read(page->pixels.size() / 2);
  std::memcpy(read.data(), page->pixels.data(), page->pixels.size());
  EXPECT_EQ(read, expected);
}

TEST_F(PackedSamples, MayBeInReversedBits) {
  for (const std::uint16_t bits : Numbers{1, 4, 12}) {
    for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS}) {
      const PageSpec spec{.bits = bits, .compression = compression, .fill_order = FILLORDER_LSB2MSB};
      expect_every_layout(spec);
    }
  }
}

TEST_F(PackedSamples, ThatContradictOtherTagsAreRefused) {
  RawTiff palette = raw_rgb_page(20, 10, 600);
  palette.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_PALETTE});
  palette.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
  for (const std::uint64_t bits : {1, 2, 4, 8}) {
    palette.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {bits});
    palette.remove(TIFFTAG_COLORMAP);
    expect_refused(palette, bits < 8 ? "Colormap" : "its palette is missing");
    palette.set(TIFFTAG_COLORMAP, TIFF_SHORT, {0, 65535});
    expect_refused(palette, "");
  }
  palette.set(TIFFTAG_COLORMAP, TIFF_SHORT, std::vector<std::uint64_t>(3 * 4096));
  palette.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {12});
  expect_refused(palette, "a palette of 12-bit indexes is not handled");

  RawTiff tiles = raw_rgb_page(20, 10, 4800);
  for (const std::uint16_t tag : Numbers{TIFFTAG_ROWSPERSTRIP, TIFFTAG_STRIPOFFSETS, TIFFTAG_STRIPBYTECOUNTS})
    tiles.remove(tag);
  tiles.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {1, 1, 1});
  tiles.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {9});
  tiles.set(TIFFTAG_TILELENGTH, TIFF_LONG, {10});
  tiles.set(TIFFTAG_TILEOFFSETS, TIFF_LONG, {8, 1000, 2000});
  tiles.set(TIFFTAG_TILEBYTECOUNTS, TIFF_LONG, {40, 40, 40});
  expect_refused(tiles, "its tiles are 9 pixels wide, which is not a multiple of 16");

  RawTiff predicted = raw_rgb_page(20, 10, 600);
  predicted.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_LZW});
  predicted.set(TIFFTAG_PREDICTOR, TIFF_SHORT, {PREDICTOR_HORIZONTAL});
  predicted.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {4, 4, 4});
  expect_refused(predicted, "the predictor of 4-bit samples is not handled");
}

// Tests of hostile sizes: rows of many bits, of which the file holds none.
TEST_F(PackedSamples, OfHugePagesAreRefused) {
  for (const std::uint64_t bits : {1, 4, 12, 32}) {
    for (const std::uint64_t compression :
         {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4, COMPRESSION_JBIG}) {
      RawTiff file = raw_rgb_page(0xffffffff, 0xffffffff, 600);
      file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {bits});
      file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
      file.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, {std::uint64_t{bits == 32 ? 3U : 1U}});
      file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISBLACK});
      file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {compression});
      expect_refused(file, "");
    }
  }
}

}  // namespace
}  // namespace platerip::test
