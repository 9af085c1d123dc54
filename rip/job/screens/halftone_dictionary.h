// PostScript's halftone dictionaries as screens.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string_view>

#include "base/status.h"
#include "halftone/screen.h"
#include "halftone/screens/supercell.h"

namespace platerip::rip {

/// The screen of the one halftone dictionary in `text`. The dictionary may be written with << and >>, or with `begin`,
/// `def` and `end`. "PostScript Language Reference", 3rd edition, 1999, 7.4, defines the types:
///  - 1: Frequency, Angle, and SpotFunction, the name of one of PostScript's functions. The supercell is found as for
///    AM screens, so Frequency and Angle come out closer than on most devices. Only this type needs the resolution.
///  - 3 and 6: Width, Height, and Thresholds of 8 bits.
///  - 10: Xsquare, Ysquare, and Thresholds of 8 bits.
///  - 16: Width, Height, maybe Width2 and Height2, and Thresholds of 16 bits.
/// Thresholds are a string, or they follow the dictionary's last operator: as bytes, or coded for ASCIIHexDecode or
/// ASCII85Decode. Gray runs from 0, black, to 255 or 65535; a threshold t prints where the gray is less than t, and a
/// threshold of 0 counts as 1. The tile begins at the top left of the page. Errors: other types and functions, a
/// missing or repeated entry, a number out of range, too few or too many thresholds, a transfer function, or broken
/// PostScript. Errors do not name the file.
Result<halftone::Screen> parse_halftone(std::string_view text, const halftone::Dpi& resolution);

}  // namespace platerip::rip
