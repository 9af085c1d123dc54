// Pages that are larger than the memory that their reader may take.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "tests/lent_threads.h"
#include "tests/on_threads.h"
#include "tests/sanitized.h"
#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

/// The value of all bytes in a row.
std::byte row_value(std::int64_t row) {
  return static_cast<std::byte>(row * 37 >> 2);
}

class LargePage : public testing::Test {
 protected:
  static constexpr std::uint32_t width = 4000;
  static constexpr std::uint32_t height = sanitized ? 1500 : 6000;  // 18 or 72 MB of RGB
  static constexpr std::int64_t row_bytes = width * 3;

  /// Writes the page with little memory: one strip, row after row, or one tile after the other.
  void write(std::uint16_t compression, std::uint32_t tile_width, std::uint32_t tile_height,
             std::uint16_t planar = PLANARCONFIG_CONTIG) const {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, planar);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, compression);
    if (tile_width == 0) {
      TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, height);
      write_rows(tiff.get(), planar == PLANARCONFIG_SEPARATE ? 3 : 1);
    } else {
      TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, tile_width);
      TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, tile_height);
      write_tiles(tiff.get(), tile_width * 3, tile_height);
    }
  }

  /// Reads the page with `memory` bytes and checks every row. The process may use little more than `memory`.
  void expect_reads_within(std::size_t memory, int threads = 1) const {
    auto reader = tiffio::PageReader::open(path_, 0, memory, on_threads(threads), threads, lent_threads(threads - 1));
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    std::vector<std::byte> rows(static_cast<std::size_t>(16 * row_bytes)), expected(row_bytes);
    forget_peak();
    const std::size_t before = peak_memory();
    for (std::int64_t row = 0; row < height; row += 16) {
      const std::int64_t count = std::min<std::int64_t>(16, height - row);
      ASSERT_TRUE(reader->read(count, rows.data(), row_bytes).ok());
      for (std::int64_t r = 0; r < count; ++r) {
        std::ranges::fill(expected, row_value(row + r));
        ASSERT_EQ(std::memcmp(rows.data() + r * row_bytes, expected.data(), expected.size()), 0) << "row " << row + r;
      }
    }
    if (memory_can_be_measured) {
      EXPECT_LT(peak_memory(), before + reader->memory_bytes() + 3 * mib);
    }
    EXPECT_LE(reader->memory_bytes(), memory);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");

 private:
  static void write_rows(TIFF* tiff, int planes) {
    std::vector<std::byte> row(row_bytes);
    for (int plane = 0; plane < planes; ++plane) {
      for (std::uint32_t y = 0; y < height; ++y) {
        std::fill(row.begin(), row.end(), row_value(y));
        ASSERT_EQ(TIFFWriteScanline(tiff, row.data(), y, static_cast<std::uint16_t>(plane)), 1);
      }
    }
  }

  static void write_tiles(TIFF* tiff, std::uint32_t tile_row_bytes, std::uint32_t tile_height) {
    std::vector<std::byte> tile(std::size_t{tile_row_bytes} * tile_height);
    const std::int64_t across = (row_bytes + tile_row_bytes - 1) / tile_row_bytes;
    for (std::uint32_t index = 0; index < TIFFNumberOfTiles(tiff); ++index) {
      for (std::uint32_t y = 0; y < tile_height; ++y) {
        std::fill_n(tile.begin() + std::int64_t{y} * tile_row_bytes, tile_row_bytes,
                    row_value(index / across * tile_height + y));
      }
      ASSERT_EQ(TIFFWriteEncodedTile(tiff, index, tile.data(), static_cast<tmsize_t>(tile.size())),
                static_cast<tmsize_t>(tile.size()));
    }
  }
};

TEST_F(LargePage, OneCompressedStrip) {
  write(COMPRESSION_ADOBE_DEFLATE, 0, 0);
  expect_reads_within(2 * mib);
}

TEST_F(LargePage, OneCompressedStripPerPlane) {
  write(COMPRESSION_LZW, 0, 0, PLANARCONFIG_SEPARATE);
  expect_reads_within(4 * mib);
}

TEST_F(LargePage, OneUncompressedStrip) {
  write(COMPRESSION_NONE, 0, 0);
  expect_reads_within(64 << 10);
}

TEST_F(LargePage, TallCompressedTiles) {
  write(COMPRESSION_ADOBE_DEFLATE, 256, 2048);
  expect_reads_within(8 * mib);  // a row of tiles has 25 MB
}

TEST_F(LargePage, TallUncompressedTiles) {
  write(COMPRESSION_NONE, 256, 2048);
  expect_reads_within(64 << 10);
}

TEST_F(LargePage, TilesOfFourMegabytesThatManyThreadsDecode) {
  for (const std::uint16_t compression :
       std::vector<std::uint16_t>{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD}) {
    if (TIFFIsCODECConfigured(compression) == 0) continue;
    SCOPED_TRACE("compression " + std::to_string(compression));
    write(compression, 1024, 1360);
    for (const std::size_t memory : {std::size_t{12}, std::size_t{20}, std::size_t{64}})
      expect_reads_within(memory * mib, 16);
  }
}

TEST_F(LargePage, SmallTilesThatManyThreadsDecode) {
  write(COMPRESSION_LZW, 256, 256);
  for (const std::size_t memory : {std::size_t{2}, std::size_t{6}, std::size_t{64}})
    expect_reads_within(memory * mib, 16);
}

TEST_F(LargePage, TheMemoryThatTheRefusalNamesIsEnough) {
  write(COMPRESSION_LZW, 1024, 1024);
  const auto refused = tiffio::PageReader::open(path_, 0, 2 * mib);
  ASSERT_FALSE(refused.ok());
  const std::string& message = refused.error().message;
  const std::string before_number = "at least ";
  const auto at = message.find(before_number);
  ASSERT_NE(at, std::string::npos) << message;
  ASSERT_NE(message.find("MiB of memory"), std::string::npos) << message;
  expect_reads_within(std::stoul(message.substr(at + before_number.size())) * mib);
}

TEST(SmallFile, MayHoldFourHundredMegapixels) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 20000);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 20000);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ZSTD);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 1000);
    std::vector<std::byte> strip(20000 * 1000, std::byte{0x5a});
    for (std::uint32_t i = 0; i < 20; ++i) {
      ASSERT_EQ(TIFFWriteEncodedStrip(tiff.get(), i, strip.data(), 20000000), 20000000);
    }
  }
  ASSERT_LT(read_file(path).size(), 100000U);
  auto reader = tiffio::PageReader::open(path, 0, 8 * mib);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  std::vector<std::byte> rows(20000 * 100);
  for (int row = 0; row < 20000; row += 100) ASSERT_TRUE(reader->read(100, rows.data(), 20000).ok());
  EXPECT_EQ(std::count(rows.begin(), rows.end(), std::byte{0x5a}), 20000 * 100);
}

/// A BigTIFF of `bytes` bytes, which are holes except for the tags and for `last` at the end.
void write_sparse(const std::string& path, const RawTiff& page, std::uint64_t bytes,
                  const std::vector<std::byte>& last) {
  write_file(path, page.bytes());
  const int fd = open(path.c_str(), O_RDWR);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(pwrite(fd, last.data(), last.size(), static_cast<off_t>(bytes - last.size())),
            static_cast<ssize_t>(last.size()));
  close(fd);
}

TEST(SparseFile, OfSevenGigabytesInOneStripIsRead) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  constexpr std::uint64_t width = 60000;
  constexpr std::uint64_t height = 40000;
  constexpr std::uint64_t row_bytes = width * 3;
  RawTiff page = raw_rgb_page(width, height, 0);
  page.big = true;
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, {4096});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG8, {row_bytes * height});
  write_sparse(path, page, 4096 + row_bytes * height, {std::byte{1}});

  auto reader = tiffio::PageReader::open(path, 0, mib);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  std::vector<std::byte> rows(row_bytes * 100, std::byte{0xa5});
  ASSERT_TRUE(reader->read(100, rows.data(), row_bytes).ok());
  EXPECT_EQ(std::count(rows.begin(), rows.end(), std::byte{0}), static_cast<std::ptrdiff_t>(rows.size()));

  ASSERT_EQ(truncate(path.c_str(), static_cast<off_t>(row_bytes * height)), 0);
  EXPECT_FALSE(tiffio::PageReader::open(path, 0, mib).ok());
}

TEST(SparseFile, IsReadPastFourGigabytes) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  // One tile of 6 GB. Its rows have 3 MB each, of which only the first 48 bytes belong to the page.
  constexpr std::uint64_t tile_width = 1 << 20;
  constexpr std::uint64_t tile_height = 2000;
  RawTiff page = raw_rgb_page(16, tile_height, 0);
  page.big = true;
  for (const std::uint16_t tag :
       std::vector<std::uint16_t>{TIFFTAG_ROWSPERSTRIP, TIFFTAG_STRIPOFFSETS, TIFFTAG_STRIPBYTECOUNTS})
    page.remove(tag);
  page.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {tile_width});
  page.set(TIFFTAG_TILELENGTH, TIFF_LONG, {tile_height});
  page.set(TIFFTAG_TILEOFFSETS, TIFF_LONG8, {4096});
  page.set(TIFFTAG_TILEBYTECOUNTS, TIFF_LONG8, {tile_width * 3 * tile_height});
  write_sparse(path, page, 4096 + tile_width * 3 * tile_height,
               std::vector<std::byte>(tile_width * 3, std::byte{0x77}));

  const auto read = read_page(path, {.memory = mib, .chunk = 64});
  ASSERT_TRUE(read.ok()) << read.error().message;
  std::vector<std::byte> expected(48 * tile_height);
  std::fill(expected.end() - 48, expected.end(), std::byte{0x77});
  EXPECT_TRUE(read->pixels == expected);
}

}  // namespace
}  // namespace platerip::test
