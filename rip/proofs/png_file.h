// Writes pictures of sheets as PNG.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

namespace platerip::rip {

/// A picture of 8-bit sRGB.
struct PngPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::span<const std::uint8_t> rgb;   ///< row by row
  std::uint32_t pixels_per_metre = 0;  ///< in both directions; 0: not known
  std::string comment;                 ///< in UTF-8; may be empty
};

/// Writes a picture (ISO/IEC 15948) by libpng, with sRGB, pHYs and iTXt. Returns what libpng complains about; empty if
/// nothing.
std::string write_png(std::FILE* file, const PngPicture& picture);

}  // namespace platerip::rip
