// Spot functions: the order in which the pixels of a halftone cell print. Nothing here throws.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace platerip::halftone {

/// The unit of cell coordinates. The middle of a cell is (0, 0), and its sides are at ±1.
inline constexpr std::int64_t spot_unit = std::int64_t{1} << 16;

/// A spot function. Of two pixels of a cell, the one with the greater value prints first. Only the order counts, so the
/// values may have any scale. They are integers, so that the order is the same on every machine. x goes in the
/// direction of the screen's angle, and y counterclockwise from it.
struct Spot {
  std::string_view name;  ///< PostScript's: "PostScript Language Reference", 3rd edition, 1999, and ISO 32000-1, 10.5.5
  std::int64_t (*value)(std::int64_t x, std::int64_t y);
};

/// The spot function of that name; null if PostScript has none.
const Spot* find_spot(std::string_view postscript_name);

/// All of them, in the order in which the PDF standard lists them.
std::span<const Spot> all_spots();

/// The dot shapes of AM screens.
enum class DotShape { round, euclidean, ellipse, diamond, line, square };

/// Round dots grow until they meet at their sides, at about 78 %. Euclidean dots are round in light tones, become
/// squares that meet at their corners at 50 %, and then leave round holes. Ellipses and diamonds meet in two steps,
/// first at two corners and then at the other two, so that no tone jumps. Lines grow along the angle. Squares meet at
/// their sides.
const Spot& spot_of(DotShape shape);

}  // namespace platerip::halftone
