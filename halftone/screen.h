// Screens: a tile of thresholds that covers the page. Nothing here throws, except copies of a Screen (std::bad_alloc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::halftone {

/// A tile of thresholds and how it repeats over the page: in bricks, as T. M. Holladay describes in "An optimum
/// algorithm for halftone generation for displays and hard copies" (Proc. SID 21, 1980). Each row of tiles lies `shift`
/// columns further left than the one above. So a rectangular tile can hold any lattice, at any angle.
///
/// The threshold T of the pixel in row y and column x of the page, both counted from 0 at its top left, is
/// thresholds[(y mod height) · width + (x + (y div height) · shift) mod width].
///
/// Let v = 257·a for an 8-bit sample a, v = a for a 16-bit sample a, and K = levels − 1. The pixel's level is v·K div
/// 65535, plus one where v·K mod 65535 > T. With two levels there is ink where v > T. Paper never gets ink, and solid
/// is always solid. screens/screen_tones.h has the levels of drops that are not evenly spaced, or mixed.
struct Screen {
  std::int32_t width = 0;                 ///< of the tile in pixels, at least 1
  std::int32_t height = 0;                ///< at least 1
  std::int32_t shift = 0;                 ///< 0 to width − 1
  std::vector<std::uint16_t> thresholds;  ///< row by row, upper first; 65535 prints only where the ink is solid

  friend bool operator==(const Screen&, const Screen&) = default;
};

/// The most thresholds of a tile.
inline constexpr std::int64_t max_screen_pixels = std::int64_t{1} << 22;

/// Checks a tile. Errors: a size or a shift out of range, or a number of thresholds that is not width · height.
Status check(const Screen& screen);

/// The column of the tile that lies on column 0 of page row y. Preconditions: the screen passes check(), and y is not
/// negative.
constexpr std::int32_t first_column(const Screen& screen, std::int64_t y) {
  return static_cast<std::int32_t>(y / screen.height % screen.width * screen.shift % screen.width);
}

/// A kind of tile, which is a method of its own. PlaneSettings::screen holds the tile itself.
struct ScreenKind {
  std::string_view name;
  std::string_view title;   // for print dialogs
  std::string_view source;  // who published it, and where
};

/// The table of screens.
inline constexpr std::array screen_kinds{
    ScreenKind{.name = "am",
               .title = "Dots on a Grid (AM)",
               .source = "supercells of clustered dots; T. M. Holladay, \"An optimum algorithm for halftone generation "
                         "for displays and hard copies\", Proc. SID 21, 1980"},
    ScreenKind{.name = "blue-noise",
               .title = "Scattered Dots (Blue Noise)",
               .source = "R. Ulichney, \"The void-and-cluster method for dither array generation\", SPIE 1913, 1993"},
    ScreenKind{.name = "green-noise",
               .title = "Scattered Clusters (Green Noise)",
               .source = "after D. L. Lau and G. R. Arce, \"Modern digital halftoning\", 2001"},
};

}  // namespace platerip::halftone
