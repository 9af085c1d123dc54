// Compressed pages, which several threads decode: the plates of uncompressed ones, and the errors of one thread.
#include <tiffio.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>

#include "tests/rip/command.h"
#include "tests/rip/large_page.h"
#include "tests/tiffio/samples/old_jpeg.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;

PageSpec bilevel(std::uint16_t compression, std::uint32_t rows_per_strip) {
  return {.width = 611,
          .height = 707,
          .bits = 1,
          .samples = 1,
          .photometric = PHOTOMETRIC_MINISWHITE,
          .compression = compression,
          .rows_per_strip = rows_per_strip};
}

/// A page in strips of 16 rows in each codec that this libtiff has. WebP takes seconds for noise, so its page is
/// narrow.
std::vector<PageSpec> in_every_codec_of_strips() {
  std::vector<PageSpec> pages;
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD, COMPRESSION_LZMA,
               COMPRESSION_JPEG, COMPRESSION_WEBP})
    pages.push_back({.width = compression == COMPRESSION_WEBP ? 61U : 611U, .height = 707, .compression = compression});
  for (const std::uint16_t compression : Numbers{COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4})
    pages.push_back(bilevel(compression, 16));
  std::erase_if(pages, [](const PageSpec& page) { return TIFFIsCODECConfigured(page.compression) == 0; });
  return pages;
}

class CompressedPages : public PlateripTest {
 protected:
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> plates() const {
    std::vector<std::vector<std::uint8_t>> levels;
    for (const std::string& name : four_plates("page")) levels.push_back(plate(name).levels);
    return levels;
  }

  void expect_plates_of_twin(PageSpec page) const {
    PageSpec twin = page;
    twin.compression = COMPRESSION_NONE;
    twin.predictor = PREDICTOR_NONE;
    write_page(file("page.tif"), twin);
    expect_done(platerip({"page.tif"}));
    const auto expected = plates();
    write_page(file("page.tif"), page);
    for (const char* const threads : {"1", "2", "7"}) {
      for (const char* const memory : {"128", "12"}) {
        expect_done(platerip({"--threads", threads, "--memory", memory, "page.tif"}));
        EXPECT_TRUE(plates() == expected) << threads << " threads, " << memory << " MiB";
      }
    }
  }

  /// Keeps the first bytes of one strip.
  void cut_off_strip(std::uint32_t strip) const {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("page.tif").c_str(), "r+"), TIFFClose);
    std::uint64_t* bytes = nullptr;
    TIFFGetField(tiff.get(), TIFFTAG_STRIPBYTECOUNTS, &bytes);
    bytes[strip] /= 2;
    TIFFSetField(tiff.get(), TIFFTAG_DOCUMENTNAME, "cut off");
    ASSERT_NE(TIFFRewriteDirectory(tiff.get()), 0);
  }

  /// Changes some bytes in the middle of one strip.
  void change_strip(std::uint32_t strip) const {
    std::vector<std::byte> bytes = read_file(file("page.tif"));
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file("page.tif").c_str(), "r"), TIFFClose);
    const std::uint64_t middle = TIFFGetStrileOffset(tiff.get(), strip) + TIFFGetStrileByteCount(tiff.get(), strip) / 2;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(middle), 16, std::byte{0xff});
    write_file(file("page.tif"), bytes);
  }
};

TEST_F(CompressedPages, HaveThePlatesOfTheirUncompressedTwins) {
  const PageSpec page{.width = 611, .height = 707, .compression = COMPRESSION_LZW, .predictor = PREDICTOR_HORIZONTAL};
  PageSpec low_strips = page;
  low_strips.rows_per_strip = 1;
  PageSpec high_strips = page;
  high_strips.rows_per_strip = 300;
  high_strips.compression = COMPRESSION_ADOBE_DEFLATE;
  PageSpec tiles = page;
  tiles.tile_width = tiles.tile_height = 128;
  PageSpec deep_planes = page;
  deep_planes.bits = 16;
  deep_planes.planar = PLANARCONFIG_SEPARATE;
  deep_planes.compression = COMPRESSION_ADOBE_DEFLATE;
  PageSpec gray_tiles = page;
  gray_tiles.samples = 1;
  gray_tiles.photometric = PHOTOMETRIC_MINISWHITE;
  gray_tiles.tile_width = 512;
  gray_tiles.tile_height = 16;
  for (const PageSpec& kind : {page, low_strips, high_strips, tiles, deep_planes, gray_tiles}) {
    SCOPED_TRACE("rows per strip " + std::to_string(kind.rows_per_strip) + ", tiles of " +
                 std::to_string(kind.tile_width) + ", bits " + std::to_string(kind.bits));
    expect_plates_of_twin(kind);
  }
}

TEST_F(CompressedPages, OfWhichAStripIsCutOffAreRefusedWithOneLine) {
  for (const PageSpec& page : in_every_codec_of_strips()) {
    SCOPED_TRACE("compression " + std::to_string(page.compression));
    write_page(file("page.tif"), page);
    cut_off_strip(22);
    expect_complaint(platerip({"--threads", "7", "page.tif"}), 1, {"page.tif: rows 352 to 367 are "});
    EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  }
}

TEST_F(CompressedPages, OfWhichSeveralStripsAreCutOffAreRefusedForTheFirst) {
  write_page(file("page.tif"), {.width = 611, .height = 707, .compression = COMPRESSION_LZW});
  for (const std::uint32_t strip : {40, 27, 22}) cut_off_strip(strip);
  const Outcome alone = platerip({"--threads", "1", "page.tif"});
  expect_complaint(alone, 1, {"page.tif: rows 352 to 367 are damaged"});
  for (const char* const threads : {"2", "7"}) {
    const Outcome together = platerip({"--threads", threads, "page.tif"});
    expect_complaint(together, 1, {});
    EXPECT_EQ(together.err, alone.err);
  }
}

TEST_F(CompressedPages, OfOneStripThatIsCutOffAreRefusedWithOneLine) {
  if (TIFFIsCODECConfigured(COMPRESSION_JBIG) != 0) {
    write_page(file("page.tif"), bilevel(COMPRESSION_JBIG, 707));
    cut_off_strip(0);
    expect_complaint(platerip({"--threads", "7", "page.tif"}), 1, {"page.tif: rows 0 to 706 are "});
  }
  const OldJpeg old{.width = 611, .height = 707};
  std::vector<std::byte> jpeg = jpeg_of(old);
  jpeg.resize(jpeg.size() / 2);
  write_file(file("page.tif"), tiff_of(old, jpeg).bytes());
  expect_complaint(platerip({"--threads", "7", "page.tif"}), 1, {"page.tif: rows "});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

// Every codec but ZSTD and lossless WebP notices. Without a checksum, these two find other pixels in other bytes.
TEST_F(CompressedPages, WithOtherBytesInTheMiddleOfAStripAreRefusedWithOneLine) {
  for (const PageSpec& page : in_every_codec_of_strips()) {
    if (page.compression == COMPRESSION_ZSTD || page.compression == COMPRESSION_WEBP) continue;
    SCOPED_TRACE("compression " + std::to_string(page.compression));
    write_page(file("page.tif"), page);
    change_strip(22);
    expect_complaint(platerip({"--threads", "7", "page.tif"}), 1, {"page.tif: rows 352 to 367 are "});
    EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
  }
}

TEST_F(CompressedPages, AreStoppedBySignals) {
  write_compressed_page(file("page.tif"), 30'000, 30'000);
  Process process(command({"--threads", "7", "page.tif"}));
  std::error_code none_yet;
  while (!process.ended() && !std::filesystem::exists(file(".page.Black.tif.part"), none_yet))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  process.send(SIGTERM);
  expect_complaint(process.wait(), 143, {"page.tif", "SIGTERM"});
  EXPECT_EQ(files(), std::set<std::string>{"page.tif"});
}

/// Writes a white page of Deflate data, row after row: strips of `rows` rows.
void write_white_page(const std::string& path, std::uint32_t side, std::uint32_t rows) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, side);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, side);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff.get(), TIFFTAG_ZIPQUALITY, 1);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, rows);
  std::vector<std::uint8_t> row(std::size_t{3} * side, 255);
  for (std::uint32_t y = 0; y < side; ++y) ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), y, 0), 1);
}

TEST_F(CompressedPages, OfOneStripOfTwoGigabytesTakeLittleMemory) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  write_white_page(file("page.tif"), 27'000, 27'000);
  const Outcome outcome = platerip({"--threads", "16", "--memory", "128", "--planes", "K", "page.tif"});
  expect_done(outcome);
  EXPECT_LT(outcome.peak_mib, most_mib("16"));
}

TEST_F(CompressedPages, InLargeTilesTakeLittleMemory) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  for (const std::uint16_t compression : Numbers{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
    // Tiles of 4 MB.
    write_page(
        file("page.tif"),
        PageSpec{.width = 4700, .height = 4000, .compression = compression, .tile_width = 1168, .tile_height = 1168});
    const Outcome outcome = platerip({"--threads", "16", "--memory", "128", "page.tif"});
    expect_done(outcome);
    EXPECT_LT(outcome.peak_mib, most_mib("16"));
  }
}

}  // namespace
}  // namespace platerip::test
