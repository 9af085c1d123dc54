// Pages as JPEGs, written by libjpeg, and what libjpeg decodes them to.
#pragma once

#include <cstdio>

#include <jpeglib.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

struct JpegSpec {
  PageSpec page;  // 8-bit gray, RGB or CMYK, as the JPEG has it
  J_COLOR_SPACE space = JCS_YCbCr;
  bool progressive = false;
  std::function<void(jpeg_compress_struct&)> more = {};     // sets more
  std::function<void(jpeg_compress_struct&)> markers = {};  // writes markers
};

std::string jpeg_of(const JpegSpec& spec);

/// Writes an uncompressed TIFF of the pixels that libjpeg decodes: gray, RGB, or CMYK. `page` has the other tags.
/// `inverted`: with all samples inverted.
void write_decoded(const std::string& path, const std::string& jpeg, const PageSpec& page, bool inverted = false);

/// An Exif segment's data with these tags.
struct ExifSpec {
  std::uint16_t orientation = 1;
  std::uint32_t x = 0;  // 0: none
  std::uint32_t y = 0;
  std::uint16_t unit = 2;
  bool big_endian = false;
};
std::string exif_of(const ExifSpec& spec);

/// Writes a segment.
void write_segment(jpeg_compress_struct& jpeg, int marker, std::string_view data);

}  // namespace platerip::test
