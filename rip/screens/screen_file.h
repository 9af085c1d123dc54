// Reads screens from files.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "halftone/screen.h"
#include "halftone/screens/supercell.h"

namespace platerip::rip {

/// The screen in a file:
///  - A binary PGM, or a gray TIFF of 8 or 16 bits, with one pixel for each threshold. Pixels print in the order of
///    their values, black first; where the image is white, only solid ink prints.
///  - A PostScript halftone dictionary of a type that parse_halftone() knows. What prints black there prints ink here.
/// Errors: the file cannot be read, is none of these, or is broken; the tile is too large.
Result<halftone::Screen> read_screen(const std::string& path, const halftone::Dpi& resolution);

}  // namespace platerip::rip
