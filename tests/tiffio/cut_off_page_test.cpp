// Files that do not hold what they promise: each is refused with one line that says what is missing.
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/tiffio/refusal.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;

TEST_F(Refusal, DataThatTheFileDoesNotHold) {
  // 60 KB that claim to be 400 megapixels.
  expect_refused(raw_rgb_page(20000, 20000, 60000), "rows 0 to 19999 are cut off");
  RawTiff lying = raw_rgb_page(20000, 20000, 60000);
  lying.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {1200000000});
  expect_refused(lying, "rows 0 to 19999 are cut off");

  RawTiff beyond = raw_rgb_page(20, 10, 600);
  beyond.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {0xfffffff0});
  expect_refused(beyond, "past the end of the file");

  RawTiff strips = raw_rgb_page(20, 10, 600);
  strips.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {4});
  strips.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 248, 488});
  strips.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {240, 240, 0});
  expect_refused(strips, "rows 8 to 9 are cut off");
  strips.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {240, 240});
  expect_refused(strips, "rows 8 to 9 are cut off");
  strips.remove(TIFFTAG_STRIPBYTECOUNTS);
  expect_refused(strips, "StripByteCounts");

  RawTiff single = raw_rgb_page(20, 2, 120);
  single.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {1});
  single.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 68});
  single.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {60, 0});
  expect_refused(single, "row 1 is cut off: the file holds no data for it");
  single.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 0xfffffff0});
  single.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {60, 60});
  expect_refused(single, "row 1 is cut off: its data lie past the end of the file");
}

// Whatever memory is allowed, 60 kB cannot expand to 1.2 GB.
TEST_F(Refusal, CompressedDataThatCannotBeEnoughAreCutOff) {
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE, COMPRESSION_PACKBITS}) {
    SCOPED_TRACE(compression);
    RawTiff file = raw_rgb_page(20000, 20000, 60000);
    file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {compression});
    expect_refused(file, "rows 0 to 19999 are cut off: they need at least ");
  }
}

TEST_F(Refusal, DataThatDecodeToTheMostThereIsAreNotCutOff) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS}) {
    SCOPED_TRACE(compression);
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 8000);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 4000);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, compression);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 4000);
    std::vector<std::byte> strip(8000 * 4000, std::byte{0});
    ASSERT_GT(TIFFWriteEncodedStrip(tiff.get(), 0, strip.data(), 32000000), 0);
    ASSERT_NE(TIFFFlush(tiff.get()), 0);
    EXPECT_TRUE(tiffio::PageReader::open(path_, 0, std::size_t{64} << 20).ok());
  }
}

TEST_F(Refusal, CompressedDataThatEndTooEarly) {
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD, COMPRESSION_LZMA,
               COMPRESSION_JPEG, COMPRESSION_WEBP}) {
    if (TIFFIsCODECConfigured(compression) == 0) continue;
    for (const bool tiled : {false, true}) {
      SCOPED_TRACE("compression " + std::to_string(compression) + (tiled ? ", tiles" : ", strips"));
      PageSpec spec{.width = 64, .height = 64, .compression = compression, .smooth = true};
      if (tiled) spec.tile_width = spec.tile_height = 32;
      write_page(path_, spec);
      // Halves all byte counts. What remains of each block is valid data, as far as it goes.
      TIFF* tiff = TIFFOpen(path_.c_str(), "r+");
      ASSERT_NE(tiff, nullptr);
      std::uint64_t* counts = nullptr;
      TIFFGetField(tiff, tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &counts);
      for (std::uint32_t i = 0; i < (tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff)); ++i) counts[i] /= 2;
      TIFFSetField(tiff, TIFFTAG_DOCUMENTNAME, "halved");
      ASSERT_NE(TIFFRewriteDirectory(tiff), 0);
      TIFFClose(tiff);
      expect_refused(path_, tiled ? "rows 0 to 31 are damaged" : "rows 0 to 15 are damaged");
      ReadOptions little;
      little.memory = 40000;  // reads strips row by row, and tiles in bands, if the codec can
      expect_refused(path_, "", little);
    }
  }
}

TEST_F(Refusal, DirectoriesThatRunInACircle) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.next_directory = file.directory_offset();
  write_file(path_, file.bytes());
  expect_first_page_only("circle");
}

TEST_F(Refusal, ASecondDirectoryThatIsNone) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.next_directory = 1000000;
  write_file(path_, file.bytes());
  expect_first_page_only("directory at byte 1000000 is not in the file");
}

TEST_F(Refusal, NothingButAThumbnail) {
  expect_refused(PageSpec{.subfile_type = FILETYPE_REDUCEDIMAGE}, "no page");
}

TEST_F(Refusal, APaletteThatIsCutOff) {
  write_page(path_, PageSpec{.samples = 1, .photometric = PHOTOMETRIC_PALETTE});
  const auto whole = read_file(path_);
  write_file(path_, std::span(whole).first(whole.size() - 700));
  expect_refused(path_, "its tag ColorMap cannot be read");
}

TEST_F(Refusal, AProfileThatIsCutOff) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.set(TIFFTAG_ICCPROFILE, TIFF_UNDEFINED, std::vector<std::uint64_t>(300, 7), 5000000);
  expect_refused(file, "its tag ICC Profile cannot be read");
}

}  // namespace
}  // namespace platerip::test
