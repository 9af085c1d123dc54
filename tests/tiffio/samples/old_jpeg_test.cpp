// Old-style JPEG (TIFF 6.0, section 22): a JPEG file inside the TIFF, or its tables and its data apart.
#include <array>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"
#include "tests/tiffio/samples/old_jpeg.h"

namespace platerip::test {
namespace {

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
