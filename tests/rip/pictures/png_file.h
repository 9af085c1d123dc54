// Pages as PNGs, written by libpng, and PNGs that libpng would not write.
#pragma once

#include <png.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

/// A sample of a page.
using Samples = std::function<std::uint16_t(std::uint32_t x, std::uint32_t y, int sample)>;

struct PngSpec {
  PageSpec page;  // gray, RGB or a palette, with alpha or without, of the bits that a PNG can have
  bool interlaced = false;
  Samples samples = {};                                   // instead of the page's own
  std::function<void(png_structp, png_infop)> more = {};  // adds chunks
};

std::string png_of(const PngSpec& spec);

/// A chunk with its checksum.
std::string png_chunk(std::string_view name, std::string_view data);

/// The PNG with more bytes before the first chunk of this name.
std::string inserted(std::string png, std::string_view before, std::string_view more);

/// Deflated by zlib.
std::string deflated(std::string_view bytes);

/// The beginning of a PNG: signature and IHDR. `type`: PNG_COLOR_TYPE_…
std::string png_begin(std::uint32_t width, std::uint32_t height, int bits, int type, bool interlaced = false);

/// A white page of 1 bit, whose file is a thousandth of its bits.
std::string large_png(std::uint32_t width, std::uint32_t height);

}  // namespace platerip::test
