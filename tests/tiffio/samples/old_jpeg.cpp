#include "tests/tiffio/samples/old_jpeg.h"

#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

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

namespace {

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

}  // namespace

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

}  // namespace platerip::test
