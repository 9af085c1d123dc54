// Old-style JPEG (TIFF 6.0, section 22): a JPEG file inside the TIFF, or its tables and its data apart.
#include <array>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"

namespace platerip::test {
namespace {

struct OldJpeg {
  std::uint32_t width = 61;
  std::uint32_t height = 53;
  int across = 2;  // pixels that share their Cb and Cr
  int down = 2;
  bool gray = false;
};

std::vector<std::byte> jpeg_of(const OldJpeg& page) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = page.width;
  jpeg.image_height = page.height;
  jpeg.input_components = page.gray ? 1 : 3;
  jpeg.in_color_space = page.gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 95, TRUE);
  jpeg.comp_info[0].h_samp_factor = page.gray ? 1 : page.across;
  jpeg.comp_info[0].v_samp_factor = page.gray ? 1 : page.down;
  jpeg_start_compress(&jpeg, TRUE);
  const PageSpec colors{.smooth = true};
  std::vector<unsigned char> row(page.width * static_cast<std::size_t>(jpeg.input_components));
  for (std::uint32_t y = 0; y < page.height; ++y) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto samples = static_cast<std::size_t>(jpeg.input_components);
      row[i] = static_cast<unsigned char>(
          sample_at(colors, static_cast<std::uint32_t>(i / samples), y, static_cast<int>(i % samples)));
    }
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&jpeg, &rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes);
  std::vector<std::byte> file(begin, begin + size);
  jpeg_destroy_compress(&jpeg);
  std::free(bytes);
  return file;
}

/// What libjpeg makes of it, with the Cb and Cr of each pixel as they are stored.
std::vector<std::byte> decoded(const std::vector<std::byte>& file) {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(file.data()), file.size());
  jpeg_read_header(&jpeg, TRUE);
  jpeg.do_fancy_upsampling = FALSE;
  jpeg_start_decompress(&jpeg);
  std::vector<std::byte> pixels;
  std::vector<std::byte> row(jpeg.output_width * static_cast<std::size_t>(jpeg.output_components));
  while (jpeg.output_scanline < jpeg.output_height) {
    auto* rows = reinterpret_cast<unsigned char*>(row.data());
    jpeg_read_scanlines(&jpeg, &rows, 1);
    pixels.insert(pixels.end(), row.begin(), row.end());
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return pixels;
}

/// A place in a JPEG file: just behind the segment of the marker.
std::size_t end_of_segment(const std::vector<std::byte>& jpeg, std::byte marker) {
  for (std::size_t at = 2; at + 4 < jpeg.size();) {
    const std::size_t length =
        std::to_integer<std::size_t>(jpeg[at + 2]) << 8 | std::to_integer<std::size_t>(jpeg[at + 3]);
    if (jpeg[at + 1] == marker) return at + 2 + length;
    at += 2 + length;
  }
  return 0;
}

RawTiff tiff_of(const OldJpeg& page, const std::vector<std::byte>& jpeg) {
  constexpr std::byte start_of_scan{0xda};
  const std::size_t scan = end_of_segment(jpeg, start_of_scan);
  const std::uint64_t samples = page.gray ? 1 : 3;
  RawTiff file = raw_rgb_page(page.width, page.height, 0);
  file.data = jpeg;
  file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, std::vector<std::uint64_t>(samples, 8));
  file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {samples});
  file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_OJPEG});
  file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {page.gray ? std::uint64_t{PHOTOMETRIC_MINISBLACK} : PHOTOMETRIC_YCBCR});
  file.set(TIFFTAG_JPEGPROC, TIFF_SHORT, {JPEGPROC_BASELINE});
  file.set(TIFFTAG_JPEGIFOFFSET, TIFF_LONG, {file.data_offset()});
  file.set(TIFFTAG_JPEGIFBYTECOUNT, TIFF_LONG, {jpeg.size()});
  file.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {file.data_offset() + scan});
  file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {jpeg.size() - scan});
  if (!page.gray)
    file.set(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT,
             {static_cast<std::uint64_t>(page.across), static_cast<std::uint64_t>(page.down)});
  return file;
}

class OldJpegs : public Refusal {};

TEST_F(OldJpegs, GiveTheColoursOfTheJpegInside) {
  for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {2, 2}, {1, 2}}) {
    for (const bool gray : {false, true}) {
      for (const std::uint32_t width : {61U, 64U, 200U}) {
        const OldJpeg page{.width = width, .across = across, .down = down, .gray = gray};
        SCOPED_TRACE(std::to_string(across) + " x " + std::to_string(down) + (gray ? ", gray" : ""));
        const std::vector<std::byte> jpeg = jpeg_of(page);
        write_file(path_, tiff_of(page, jpeg).bytes());
        const auto read = read_page(path_);
        ASSERT_TRUE(read.ok()) << read.error().message;
        const std::vector<std::byte> expected = decoded(jpeg);
        ASSERT_EQ(read->pixels.size(), expected.size());
        int worst = 0;
        for (std::size_t i = 0; i < expected.size(); ++i)
          worst = std::max(worst, std::abs(static_cast<int>(expected[i]) - static_cast<int>(read->pixels[i])));
        EXPECT_LE(worst, 3);
        expect_reads(path_, read->pixels);
      }
    }
  }
}

TEST_F(OldJpegs, ThatAreDamagedAreRefused) {
  const OldJpeg page;
  const std::vector<std::byte> jpeg = jpeg_of(page);
  RawTiff no_tables = tiff_of(page, jpeg);
  no_tables.remove(TIFFTAG_JPEGIFOFFSET);
  no_tables.remove(TIFFTAG_JPEGIFBYTECOUNT);
  expect_refused(no_tables, "");
  RawTiff cut_off = tiff_of(page, jpeg);
  cut_off.data.resize(cut_off.data.size() / 2);
  expect_refused(cut_off, "");
  RawTiff other_size = tiff_of(page, jpeg);
  other_size.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {4000});
  expect_refused(other_size, "");
  RawTiff deep = tiff_of(page, jpeg);
  deep.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {16, 16, 16});
  expect_refused(deep, "old-style JPEG compression of 16-bit samples is not handled");
}

}  // namespace
}  // namespace platerip::test
