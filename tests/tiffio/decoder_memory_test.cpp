// Pages whose decoder needs memory of its own, because of their data. The memory is counted before it is taken. If it
// is too much, the message says how much would be enough.
#include "tiffio/pages/decoder_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>  // must come before jpeglib.h, which needs it
#include <cstdlib>

#include <jpeglib.h>

#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::initializer_list<unsigned> more) {
  for (const unsigned byte : more) bytes.push_back(static_cast<std::byte>(byte));
}

/// A Zstandard frame of `pieces` times 128 KiB of zeros, with a window of 2^`window_log` bytes.
Bytes zstd_frame(unsigned window_log, unsigned pieces) {
  Bytes frame;
  append(frame, {0x28, 0xb5, 0x2f, 0xfd, 0, (window_log - 10) << 3});
  for (unsigned i = 1; i <= pieces; ++i) {
    const unsigned header = (128U << 10) << 3 | 1 << 1 | (i == pieces ? 1 : 0);  // repeats one byte
    append(frame, {header & 255, header >> 8 & 255, header >> 16, 0});
  }
  return frame;
}

/// An .xz stream without checksums. Its blocks hold little data and ask for these dictionaries (property bytes of
/// LZMA2).
Bytes xz_stream(std::initializer_list<unsigned> dictionaries) {
  Bytes stream;
  append(stream, {0xfd, '7', 'z', 'X', 'Z', 0, 0, 1, 0, 0, 0, 0});
  for (const unsigned dictionary : dictionaries) {
    append(stream, {2, 0, 0x21, 1, dictionary, 0, 0, 0, 0, 0, 0, 0});
    append(stream, {1, 0, 2, 'a', 'b', 'c', 0xe0, 0, 3, 0, 1, 0x5d, 'd', 'e', 0});  // two chunks and their end
    append(stream, {0, 0, 0, 0, 0});  // padding to a multiple of four; CRC-32
  }
  append(stream, {0});
  return stream;
}

/// A JPEG of gray ramps with this number of components.
Bytes jpeg(unsigned width, unsigned height, int components, bool progressive) {
  jpeg_compress_struct compressor;
  jpeg_error_mgr errors;
  compressor.err = jpeg_std_error(&errors);
  jpeg_create_compress(&compressor);
  unsigned char* data = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&compressor, &data, &size);
  compressor.image_width = width;
  compressor.image_height = height;
  compressor.input_components = components;
  compressor.in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&compressor);
  if (progressive) jpeg_simple_progression(&compressor);
  jpeg_start_compress(&compressor, TRUE);
  std::vector<JSAMPLE> row(std::size_t{width} * static_cast<std::size_t>(components));
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = static_cast<JSAMPLE>(i / static_cast<std::size_t>(components) * 200 / width);
  }
  JSAMPROW rows = row.data();
  for (unsigned y = 0; y < height; ++y) jpeg_write_scanlines(&compressor, &rows, 1);
  jpeg_finish_compress(&compressor);
  jpeg_destroy_compress(&compressor);
  const auto* const begin = reinterpret_cast<const std::byte*>(data);
  Bytes result(begin, begin + size);
  std::free(data);
  return result;
}

/// A page whose planes all use the one block `data`.
RawTiff page_of(std::uint16_t compression, std::uint32_t width, std::uint32_t height, const Bytes& data,
                std::uint16_t planes = 1) {
  const auto all = [planes](std::uint64_t value) { return std::vector<std::uint64_t>(planes, value); };
  RawTiff page = raw_rgb_page(width, height, 0);
  page.data = data;
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, all(8));
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {compression});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT,
           {static_cast<unsigned>(planes == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB)});
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, all(page.data_offset()));
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {planes});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, all(data.size()));
  page.set(TIFFTAG_PLANARCONFIG, TIFF_SHORT,
           {static_cast<unsigned>(planes == 1 ? PLANARCONFIG_CONTIG : PLANARCONFIG_SEPARATE)});
  return page;
}

/// A colour page that is a single JPEG.
RawTiff jpeg_page(unsigned width, unsigned height, bool progressive) {
  RawTiff page = page_of(COMPRESSION_JPEG, width, height, jpeg(width, height, 3, progressive));
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {8, 8, 8});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_YCBCR});
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {3});
  page.set(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT, {2, 2});
  return page;
}

class DecoderMemory : public testing::Test {
 protected:
  void write(const RawTiff& page) const { write_file(path_, page.bytes()); }

  /// Expects that the page is refused with `little` memory, and can be read with the memory that the refusal names.
  void expect_honest_refusal(std::size_t little) const {
    const auto refused = tiffio::PageReader::open(path_, 0, little);
    ASSERT_FALSE(refused.ok());
    const std::string& message = refused.error().message;
    const std::string before_number = "at least ";
    ASSERT_THAT(message, AllOf(HasSubstr(before_number), HasSubstr("MiB of memory")));
    expect_reads_within(std::stoul(message.substr(message.find(before_number) + before_number.size())) * mib);
  }

  void expect_reads_within(std::size_t memory) const {
    forget_peak();
    const std::size_t before = peak_memory();
    auto reader = tiffio::PageReader::open(path_, 0, memory);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    const std::int64_t row_bytes = reader->info().row_bytes();
    Bytes row(static_cast<std::size_t>(row_bytes));
    for (std::int64_t y = 0; y < reader->info().height; ++y) {
      const Status status = reader->read(1, row.data(), row_bytes);
      ASSERT_TRUE(status.ok()) << status.error().message;
    }
    if (memory_can_be_measured) {
      EXPECT_LT(peak_memory(), before + memory + 3 * mib);
    }
  }

  /// decoder_memory() of a block of these bytes.
  std::uint64_t memory_of(std::uint16_t scheme, const Bytes& data, std::uint64_t decoded,
                          std::uint64_t small = 0) const {
    write_file(path_, data);
    const auto file = tiffio::InputFile::open(path_, path_);
    std::uint64_t bytes_read = 0;
    return decoder_memory(**file, *tiffio::find_codec(scheme), {.offset = 0, .stored = data.size(), .decoded = decoded},
                          small, bytes_read);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

TEST_F(DecoderMemory, OfZstdIsTheWindowOrThePage) {
  const std::uint64_t huge = 1 << 30;
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, zstd_frame(27, 3), huge), 128 * mib);
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, zstd_frame(27, 3), mib), mib);
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, zstd_frame(10, 3), mib, mib), mib) << "small blocks are not looked at";
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, {}, huge), 0U);

  Bytes two = zstd_frame(17, 300);
  const Bytes second = zstd_frame(26, 1);
  two.insert(two.end(), second.begin(), second.end());
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, two, huge), 64 * mib) << "of the second frame";

  Bytes single_segment;
  append(single_segment, {0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 2});
  EXPECT_EQ(memory_of(COMPRESSION_ZSTD, single_segment, huge), 32 * mib) << "its window is its content";
}

TEST_F(DecoderMemory, OfLzmaIsTheDictionaryOrThePage) {
  const std::uint64_t huge = std::uint64_t{1} << 33;
  EXPECT_EQ(memory_of(COMPRESSION_LZMA, xz_stream({12}), huge), 256U << 10);
  EXPECT_EQ(memory_of(COMPRESSION_LZMA, xz_stream({23}), huge), 12 * mib);
  EXPECT_EQ(memory_of(COMPRESSION_LZMA, xz_stream({12, 40, 14}), huge), 0xffffffffU) << "of the second block";
  EXPECT_EQ(memory_of(COMPRESSION_LZMA, xz_stream({40}), mib), mib);
}

TEST_F(DecoderMemory, OfJpegIsItsCoefficientsWhereItHasSeveralScans) {
  EXPECT_EQ(memory_of(COMPRESSION_JPEG, jpeg(800, 600, 1, true), 480000), 800U * 600 * 2);
  EXPECT_EQ(memory_of(COMPRESSION_JPEG, jpeg(801, 601, 1, true), 480000), 808U * 608 * 2) << "whole blocks";
  EXPECT_EQ(memory_of(COMPRESSION_JPEG, jpeg(800, 608, 3, true), 480000), 800U * 608 * 3) << "colour of half the size";
  EXPECT_EQ(memory_of(COMPRESSION_JPEG, jpeg(800, 600, 3, false), 480000), 0U);
}

TEST_F(DecoderMemory, OfZstdIsRefusedHonestly) {
  if (TIFFIsCODECConfigured(COMPRESSION_ZSTD) == 0) GTEST_SKIP() << "this libtiff lacks ZSTD";
  write(page_of(COMPRESSION_ZSTD, 8192, 6400, zstd_frame(25, 400)));
  expect_honest_refusal(8 * mib);
  write(page_of(COMPRESSION_ZSTD, 8192, 6400, zstd_frame(25, 400), 3));
  expect_honest_refusal(40 * mib);
  write(page_of(COMPRESSION_ZSTD, 8192, 6400, zstd_frame(20, 400)));
  expect_reads_within(4 * mib);
}

TEST_F(DecoderMemory, OfLzmaIsRefusedHonestly) {
  if (TIFFIsCODECConfigured(COMPRESSION_LZMA) == 0) GTEST_SKIP() << "this libtiff lacks LZMA";
  PageSpec spec{.width = 3000,
                .height = 2000,
                .samples = 1,
                .photometric = PHOTOMETRIC_MINISBLACK,
                .compression = COMPRESSION_LZMA,
                .rows_per_strip = 2000,
                .smooth = true};
  write_page(path_, spec);  // its dictionary has 256 KiB
  expect_reads_within(mib);
}

TEST_F(DecoderMemory, OfWebpIsRefusedHonestly) {
  if (TIFFIsCODECConfigured(COMPRESSION_WEBP) == 0) GTEST_SKIP() << "this libtiff lacks WebP";
  write_page(
      path_,
      PageSpec{.width = 2048, .height = 2048, .compression = COMPRESSION_WEBP, .rows_per_strip = 2048, .smooth = true});
  expect_honest_refusal(16 * mib);
}

TEST_F(DecoderMemory, OfProgressiveJpegIsRefusedHonestly) {
  write(jpeg_page(2000, 1600, true));
  expect_honest_refusal(2 * mib);
}

TEST_F(DecoderMemory, IsNotLookedForAgainAndAgainInTheSameData) {
  Bytes endless(2 * mib);  // a JPEG whose first marker is far away
  endless[0] = std::byte{0xff};
  endless[1] = std::byte{0xd8};
  RawTiff page = page_of(COMPRESSION_JPEG, 64, 1000, endless);
  page.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {1});
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, std::vector<std::uint64_t>(1000, page.data_offset()));
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, std::vector<std::uint64_t>(1000, endless.size()));
  write(page);
  const auto refused = tiffio::PageReader::open(path_, 0, 64 * mib);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("lie over each other"));
}

TEST_F(DecoderMemory, IsFoundInOnePassOverTheData) {
  Bytes data = zstd_frame(20, 100000);
  write_file(path_, data);
  const auto file = tiffio::InputFile::open(path_, path_);
  const tiffio::Block block{.offset = 0, .stored = data.size(), .decoded = 1 << 30};
  std::uint64_t bytes_read = 0;
  EXPECT_EQ(decoder_memory(**file, *tiffio::find_codec(COMPRESSION_ZSTD), block, 0, bytes_read), mib);
  EXPECT_EQ(bytes_read, data.size());
}

TEST_F(DecoderMemory, AProgressivePageHasTheRowsOfAnotherOne) {
  write(jpeg_page(200, 160, false));
  const auto plain = read_page(path_);
  write(jpeg_page(200, 160, true));
  const auto progressive = read_page(path_);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  ASSERT_TRUE(progressive.ok()) << progressive.error().message;
  EXPECT_TRUE(progressive->pixels == plain->pixels);
}

}  // namespace
}  // namespace platerip::test
