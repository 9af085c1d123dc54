// Pictures as PNG.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe unless it is said.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {

/// A picture, apart from its samples. These have 8 bits: sRGB, gray, or numbers of colours in a palette.
struct PngForm {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int channels = 3;                            ///< 3 for sRGB, else 1
  std::span<const std::uint8_t> palette = {};  ///< of sRGB, at most 256 colours; empty: none
  std::uint32_t pixels_per_metre = 0;          ///< in both directions; 0: not known
  std::string comment = {};                    ///< in UTF-8; may be empty
};

/// Rows of a picture, compressed.
struct PngRows {
  std::vector<std::uint8_t> chunk = {};
  std::uint32_t adler = 1;  ///< of what the chunk decompresses to
  std::size_t size = 0;     ///< of that, in bytes
};

/// Compresses rows from row `first` on. `samples` are theirs, row by row. Depends on no other rows.
PngRows png_rows(const PngForm& form, std::int64_t first, std::span<const std::uint8_t> samples);

/// Compresses all rows, in several pieces. Within a step of the strip loop or a ThreadArena, gets help from other
/// threads; the bytes do not depend on their number. Precondition: the picture has pixels.
std::vector<PngRows> all_png_rows(const PngForm& form, std::span<const std::uint8_t> samples);

/// A file (ISO/IEC 15948), with sRGB, pHYs and iTXt, in parts that follow each other. `rows`: all, from top to bottom.
std::vector<std::vector<std::uint8_t>> png_parts(const PngForm& form, std::vector<PngRows> rows);

/// The same file, written row by row. One thread at a time.
class PngFile {
 public:
  /// `file` is empty, and open as long as this object.
  PngFile(OpenFile file, const PngForm& form);

  /// Writes the next rows.
  void add(const PngRows& rows);

  /// Writes the end. Precondition: all rows were added. Errors: the disk is full or fails, also before.
  Status finish();

 private:
  void write(std::span<const std::uint8_t> bytes);

  OpenFile file_;
  std::int64_t place_ = 0;
  std::uint32_t adler_ = 1;
  Status written_;
};

}  // namespace platerip::rip
