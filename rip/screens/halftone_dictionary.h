// PostScript's halftone dictionaries as screens.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string_view>

#include "base/status.h"
#include "halftone/screen.h"
#include "halftone/screens/supercell.h"

namespace platerip::rip {

/// The screen of the one halftone dictionary in `text`, which may be written with << and >> or with `begin`, `def` and
/// `end`. "PostScript Language Reference", 3rd edition, 1999, 7.4, has the types:
///  - 1: Frequency, Angle and SpotFunction, the name of one of PostScript's functions. The supercell is found as for AM
///    screens, so Frequency and Angle are kept better than most devices do.
///  - 3 and 6: Width, Height and Thresholds of 8 bits. 10: Xsquare, Ysquare. 16: Width, Height, maybe Width2 and
///    Height2, and Thresholds of 16 bits. Thresholds are a string, or follow the dictionary's last operator, as bytes
///    or through ASCIIHexDecode or ASCII85Decode.
/// A threshold t of 255 or 65535 prints where the gray is less than t, and 0 counts as 1. The tile begins at the top
/// left of the page. Errors: other types and functions, a missing or repeated entry, a number out of range, thresholds
/// that are too few or too many, a transfer function, or broken PostScript. Errors do not name the file.
Result<halftone::Screen> parse_halftone(std::string_view text, const halftone::Dpi& resolution);

}  // namespace platerip::rip
