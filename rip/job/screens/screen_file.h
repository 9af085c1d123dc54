// Reads screens from files.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <variant>

#include "base/status.h"
#include "halftone/screen.h"
#include "halftone/screens/supercell.h"

namespace platerip::rip {

/// A screen in a file, which was read once.
class ScreenFile {
 public:
  /// Reads a file:
  ///  - A binary PGM, or a gray TIFF of 8 or 16 bits, with one pixel for each threshold. Pixels print in the order of
  ///    their values, black first; where the image is white, only solid ink prints.
  ///  - A PostScript halftone dictionary of a type that parse_halftone() knows. What prints black there prints ink
  ///    here.
  /// Errors: the file cannot be read, is none of these, or is broken; the tile is too large.
  static Result<ScreenFile> read(const std::string& path);

  /// The screen for plates of this resolution, which only PostScript's dictionaries of type 1 need. Errors: those of
  /// parse_halftone().
  [[nodiscard]] Result<halftone::Screen> at(const halftone::Dpi& resolution) const;

 private:
  std::string path_;
  std::variant<halftone::Screen, std::string> content_;  // of an image, or PostScript
};

}  // namespace platerip::rip
