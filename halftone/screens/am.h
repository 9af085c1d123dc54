// Screens of dots on a grid (AM): clustered dots whose size follows the tone.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. The same tiles come out on every machine.
#pragma once

#include "base/status.h"
#include "halftone/screen.h"
#include "halftone/screens/spot.h"
#include "halftone/screens/supercell.h"

namespace platerip::halftone {

/// A screen, and the grid that it has.
struct AmScreen {
  Screen screen;
  Grid grid;
};

/// Makes the tile of a supercell. In each cell, pixels print in the order of the spot function. The cells take turns,
/// in an order that spreads them evenly (void-and-cluster), so that a tile has as many tones as pixels. Errors: those
/// of find_supercell().
Result<AmScreen> make_am(const Grid& wanted, const Dpi& resolution, const Spot& spot);

/// Whether two inks with these screens show moiré: their rulings are within 5 % of each other, and their angles differ
/// by less than apart − 2·angle_tolerance degrees, because grids are not exact. Angles count modulo 90, as grids of
/// dots repeat at right angles, or modulo 180 for lines. The usual values of `apart` are 30 degrees between dark inks,
/// and 15 between yellow and another ink (ISO 12647-2).
bool shows_moire(const Grid& one, const Grid& other, double apart, bool is_lines);

}  // namespace platerip::halftone
