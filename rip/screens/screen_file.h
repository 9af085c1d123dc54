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
///  - PGM, or a gray TIFF of 8 or 16 bits: a pixel for each threshold. Pixels print in the order of their values, black
///    first; where the image is white, only solid ink prints.
///  - a PostScript halftone dictionary of type 1 with one of PostScript's spot functions by name, for which the
///    resolution counts, or of type 3, 6, 10 or 16 ("PostScript Language Reference", 3rd edition, 1999, 7.4). What is
///    black there is ink here.
/// Errors: the file cannot be read, is none of these, or is broken; the tile is too large.
Result<halftone::Screen> read_screen(const std::string& path, const halftone::Dpi& resolution);

}  // namespace platerip::rip
