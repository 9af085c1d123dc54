// Strips and tiles whose byte counts are missing or wrong: read where their data can only lie in one place.
#include <algorithm>
#include <memory>

#include "tests/tiffio/refusal.h"

namespace platerip::test {
namespace {

using Counts = std::vector<std::uint64_t>;
using Numbers = std::vector<std::uint16_t>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ByteCounts : public Refusal {
 protected:
  /// The page's blocks as libtiff has encoded them, in a file that says what we like.
  RawTiff raw(const PageSpec& spec) const {
    write_page(path_, spec);
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "rc"), TIFFClose);
    RawTiff file = raw_rgb_page(spec.width, spec.height, 0);
    file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {spec.compression});
    file.set(TIFFTAG_PLANARCONFIG, TIFF_SHORT, {spec.planar});
    file.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {spec.rows_per_strip});
    const bool tiled = spec.tile_width != 0;
    if (tiled) {
      for (const std::uint16_t tag : Numbers{TIFFTAG_ROWSPERSTRIP, TIFFTAG_STRIPOFFSETS, TIFFTAG_STRIPBYTECOUNTS})
        file.remove(tag);
      file.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {spec.tile_width});
      file.set(TIFFTAG_TILELENGTH, TIFF_LONG, {spec.tile_height});
    }
    std::vector<std::uint64_t> offsets;
    Counts counts;
    const std::uint32_t blocks = tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
    for (std::uint32_t block = 0; block < blocks; ++block) {
      std::vector<std::byte> bytes(TIFFGetStrileByteCount(tiff.get(), block));
      const auto size = static_cast<tmsize_t>(bytes.size());
      tiled ? TIFFReadRawTile(tiff.get(), block, bytes.data(), size)
            : TIFFReadRawStrip(tiff.get(), block, bytes.data(), size);
      offsets.push_back(file.data_offset() + file.data.size());
      counts.push_back(bytes.size());
      file.data.insert(file.data.end(), bytes.begin(), bytes.end());
    }
    file.set(tiled ? TIFFTAG_TILEOFFSETS : TIFFTAG_STRIPOFFSETS, TIFF_LONG, offsets);
    file.set(tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, counts);
    return file;
  }

  /// Expects the page's pixels, and returns what is remarked.
  std::vector<std::string> expect_read(const RawTiff& file, const PageSpec& spec) const {
    write_file(path_, file.bytes());
    const auto page = read_page(path_, {.chunk = -1});
    EXPECT_TRUE(page.ok()) << page.error().message;
    if (!page.ok()) return {};
    EXPECT_TRUE(page->pixels == expected_pixels(spec));
    return page->info.remarks;
  }

  const PageSpec one_strip_{.rows_per_strip = 53};
};

TEST_F(ByteCounts, OfTheOnlyStripOrTileMayBeMissing) {
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD}) {
    SCOPED_TRACE(compression);
    PageSpec strip = one_strip_;
    strip.compression = compression;
    RawTiff file = raw(strip);
    file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {0});
    EXPECT_THAT(expect_read(file, strip), ElementsAre(HasSubstr("the byte counts of its strips are wrong")));
    file.remove(TIFFTAG_STRIPBYTECOUNTS);
    EXPECT_THAT(expect_read(file, strip), IsEmpty());
    PageSpec tile = strip;
    tile.tile_width = tile.tile_height = 64;
    RawTiff tiled = raw(tile);
    tiled.remove(TIFFTAG_TILEBYTECOUNTS);
    EXPECT_THAT(expect_read(tiled, tile), IsEmpty());
  }
}

TEST_F(ByteCounts, OfPlanesInOneStripEachMayBeMissing) {
  PageSpec planes = one_strip_;
  planes.planar = PLANARCONFIG_SEPARATE;
  RawTiff file = raw(planes);
  file.remove(TIFFTAG_STRIPBYTECOUNTS);
  EXPECT_THAT(expect_read(file, planes), IsEmpty());
}

// Their sizes say how many bytes there are.
TEST_F(ByteCounts, OfUncompressedStripsMayBeWrong) {
  for (const std::uint64_t count : {1, 61 * 53 * 3 - 1, 61 * 53 * 3 + 1, 0x7fffffff}) {
    RawTiff file = raw(one_strip_);
    file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {count});
    expect_read(file, one_strip_);
  }
  RawTiff file = raw(PageSpec{});
  Counts counts(4, 16 * 61 * 3);
  counts[1] = 3;
  counts[3] = 5 * 61 * 3;
  file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, counts);
  EXPECT_THAT(expect_read(file, PageSpec{}), ElementsAre(HasSubstr("the byte counts of its strips are wrong")));
}

TEST_F(ByteCounts, OfDataThatAreNotThereAreRefused) {
  RawTiff cut = raw(one_strip_);  // the directory follows the data, and would be read as pixels
  cut.data.resize(cut.data.size() - 400);
  cut.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {cut.data.size()});
  cut.set(TIFFTAG_IMAGEDESCRIPTION, TIFF_ASCII, std::vector<std::uint64_t>(1000, 'x'));
  expect_refused(cut, "the byte counts of its strips are missing or wrong");
  cut.remove(TIFFTAG_STRIPBYTECOUNTS);
  expect_refused(cut, "");
  RawTiff overlap = raw(PageSpec{});
  const std::uint64_t strip = 16 * 61 * 3;
  overlap.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 8 + strip, 7 + 2 * strip, 7 + 3 * strip});
  overlap.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {strip, strip - 1, strip, 5 * 61 * 3});
  expect_refused(overlap, "the byte counts of its strips are missing or wrong");
}

TEST_F(ByteCounts, OfSeveralStripsOrTilesMustBeThere) {
  PageSpec tiles;
  tiles.tile_width = tiles.tile_height = 32;
  for (const PageSpec& spec : {PageSpec{}, PageSpec{.compression = COMPRESSION_LZW}, tiles}) {
    const std::uint16_t tag = spec.tile_width == 0 ? TIFFTAG_STRIPBYTECOUNTS : TIFFTAG_TILEBYTECOUNTS;
    RawTiff file = raw(spec);
    file.remove(tag);
    expect_refused(file, "StripByteCounts");
    file.set(tag, TIFF_LONG, {100});
    expect_refused(file, "cut off");
    file.set(tag, TIFF_LONG, {0, 0, 0, 0});
    expect_refused(file, "the file holds no data for them");
  }
}

TEST_F(ByteCounts, AndStripsThatAreHigherThanThePage) {
  for (const std::uint64_t rows : {std::uint64_t{54}, std::uint64_t{1000}, std::uint64_t{0xffffffff}}) {
    for (const std::uint16_t planar : Numbers{PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
      for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW}) {
        PageSpec spec = one_strip_;
        spec.planar = planar;
        spec.compression = compression;
        SCOPED_TRACE(testing::Message() << rows << " rows, planar " << planar << ", compression " << compression);
        RawTiff file = raw(spec);
        file.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {rows});
        EXPECT_THAT(expect_read(file, spec), IsEmpty());
        if (compression != COMPRESSION_NONE) continue;
        file.remove(TIFFTAG_STRIPBYTECOUNTS);
        EXPECT_THAT(expect_read(file, spec), IsEmpty());
        file.remove(TIFFTAG_ROWSPERSTRIP);
        EXPECT_THAT(expect_read(file, spec), IsEmpty());
      }
    }
  }
}

}  // namespace
}  // namespace platerip::test
