// CCITT G3 and G4 and JBIG: pages of 1-bit samples.
#include <cstring>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;

class BilevelCodecs : public Refusal, public testing::WithParamInterface<std::uint16_t> {
 protected:
  [[nodiscard]] static PageSpec page() {
    return {.width = 203,
            .height = 97,
            .bits = 1,
            .samples = 1,
            .photometric = PHOTOMETRIC_MINISWHITE,
            .compression = GetParam(),
            .rows_per_strip = 97};
  }
};

TEST_P(BilevelCodecs, GiveThePixelsOfTheirUncompressedTwin) {
  for (const std::uint16_t photometric : Numbers{PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK}) {
    for (const std::uint16_t fill_order : Numbers{FILLORDER_MSB2LSB, FILLORDER_LSB2MSB}) {
      for (PageSpec spec : in_strips_and_tiles(page())) {
        spec.photometric = photometric;
        spec.fill_order = fill_order;
        const bool one = spec.tile_width == 0 && spec.rows_per_strip == spec.height;
        if (GetParam() == COMPRESSION_JBIG && !one) continue;
        SCOPED_TRACE(describe(spec) + ", fill order " + std::to_string(fill_order));
        write_page(path_, spec);
        expect_reads(path_, expected_pixels(spec));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(BilevelCodecs, OfNarrowAndWidePages) {
  for (const std::uint32_t width : {1U, 7U, 8U, 63U, 64U, 65U, 5000U}) {
    PageSpec spec = page();
    spec.width = width;
    SCOPED_TRACE(width);
    write_page(path_, spec);
    expect_reads(path_, expected_pixels(spec));
  }
}

TEST_P(BilevelCodecs, OfPlanes) {
  if (GetParam() == COMPRESSION_JBIG) GTEST_SKIP() << "one strip only";
  PageSpec spec = page();
  spec.samples = 4;
  spec.photometric = PHOTOMETRIC_SEPARATED;
  spec.planar = PLANARCONFIG_SEPARATE;
  for (const PageSpec& layout : in_strips_and_tiles(spec)) {
    SCOPED_TRACE(describe(layout));
    write_page(path_, layout);
    expect_reads(path_, expected_pixels(layout));
  }
}

// A row that nobody would draw, as the decoder must not take it for one that was not written.
TEST_P(BilevelCodecs, OfAPageThatIsCutOffAreRefused) {
  PageSpec spec = page();
  for (const std::uint32_t width : {4U, 203U}) {
    spec.width = width;
    write_page(path_, spec);
    RawTiff file = raw_rgb_page(spec.width, spec.height + 1, 0);
    file.data = read_file(path_);
    std::uint64_t* offsets = nullptr;
    std::uint64_t* counts = nullptr;
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    TIFFGetField(tiff.get(), TIFFTAG_STRIPOFFSETS, &offsets);
    TIFFGetField(tiff.get(), TIFFTAG_STRIPBYTECOUNTS, &counts);
    file.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {file.data_offset() + offsets[0]});
    file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {counts[0]});
    file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {1});
    file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
    file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISWHITE});
    file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {GetParam()});
    expect_refused(file, "rows 0 to 97 are ");
    for (const std::byte fill : {std::byte{0}, std::byte{0x55}, std::byte{0xff}}) {
      EXPECT_FALSE(read_page(path_, {.fill = fill}).ok());
      EXPECT_FALSE(read_page_tightly(path_, {.chunk = 1, .fill = fill}).ok());
    }
  }
}

TEST_P(BilevelCodecs, OfNoiseAreRefused) {
  RawTiff file = raw_rgb_page(203, 97, 4000);
  file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {1});
  file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
  file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISWHITE});
  file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {GetParam()});
  expect_refused(file, "");
}

TEST_P(BilevelCodecs, OfOtherSamplesAreRefused) {
  RawTiff file = raw_rgb_page(200, 97, 4000);
  file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {GetParam()});
  expect_refused(file, "compression of 8-bit samples is not handled; ");
  file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {1, 1, 1});
  expect_refused(file, "compression of 3 interleaved samples is not handled; ");
}

INSTANTIATE_TEST_SUITE_P(Of, BilevelCodecs,
                         testing::Values(COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4,
                                         COMPRESSION_JBIG));

TEST_F(Refusal, AFaxWithoutAColourSpaceIsBlackOnWhite) {
  const PageSpec spec{
      .bits = 1, .samples = 1, .photometric = PHOTOMETRIC_MINISWHITE, .compression = COMPRESSION_CCITTFAX4};
  write_page(path_, spec);
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "r+"), TIFFClose);
  ASSERT_EQ(TIFFUnsetField(tiff.get(), TIFFTAG_PHOTOMETRIC), 1);
  ASSERT_EQ(TIFFRewriteDirectory(tiff.get()), 1);
  expect_reads(path_, expected_pixels(spec));
}

TEST_F(Refusal, JbigOfSeveralStrips) {
  RawTiff file = raw_rgb_page(200, 97, 4000);
  file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {1});
  file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
  file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISWHITE});
  file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_JBIG});
  file.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {50});
  file.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 2008});
  file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {2000, 2000});
  expect_refused(file, "JBIG compression of several strips or tiles is not handled");
}

// The header asks for a picture that is larger than the page.
TEST_F(Refusal, JbigThatNeedsMuchMemory) {
  write_page(path_, {.width = 64,
                     .height = 64,
                     .bits = 1,
                     .samples = 1,
                     .photometric = PHOTOMETRIC_MINISWHITE,
                     .compression = COMPRESSION_JBIG,
                     .fill_order = FILLORDER_LSB2MSB,
                     .rows_per_strip = 64});
  std::vector<std::byte> bytes = read_file(path_);
  std::uint64_t* offsets = nullptr;
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    TIFFGetField(tiff.get(), TIFFTAG_STRIPOFFSETS, &offsets);
    for (const std::size_t place : {4, 5, 8, 9}) bytes[offsets[0] + place] = std::byte{0x7f};
  }
  write_file(path_, bytes);
  expect_refused(path_, "of memory");
}

}  // namespace
}  // namespace platerip::test
