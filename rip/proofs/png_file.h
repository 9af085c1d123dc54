// Pictures as PNG.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace platerip::rip {

/// A picture of 8-bit sRGB (3 samples for each pixel), of gray (1), or of numbers of colours in a palette (1).
struct PngPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::span<const std::uint8_t> samples;       ///< row by row
  std::span<const std::uint8_t> palette = {};  ///< of sRGB, at most 256 colours; empty: none
  std::uint32_t pixels_per_metre = 0;          ///< in both directions; 0: not known
  std::string comment = {};                    ///< in UTF-8; may be empty
};

/// The bytes of a file (ISO/IEC 15948), with sRGB, pHYs and iTXt. Within a step of the strip loop or a ThreadArena,
/// gets help from other threads; the bytes do not depend on their number. Precondition: the picture has pixels.
std::vector<std::uint8_t> png_of(const PngPicture& picture);

/// The same in parts, which follow each other in the file.
std::vector<std::vector<std::uint8_t>> png_parts_of(const PngPicture& picture);

}  // namespace platerip::rip
