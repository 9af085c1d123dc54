#include "halftone/screens/supercell.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

namespace platerip::halftone {
namespace {

constexpr std::int64_t least_pixels = 4096;
constexpr std::int64_t most_pixels = std::int64_t{1} << 20;
constexpr double enough = 0.5;  // of the tolerances: a better supercell is not searched for
constexpr double degree = std::numbers::pi / 180;

// The greatest integer not above a coordinate. The coordinate is first rounded to a fine grid, so that machines whose
// cosines differ in the last digit get the same result.
std::int64_t whole_part(double value) {
  constexpr double fine = 1 << 20;
  return static_cast<std::int64_t>(std::floor(std::round(value * fine) / fine));
}

Grid grid_of(const PixelVector& vector, std::int64_t cells, const Dpi& resolution) {
  const double x = static_cast<double>(vector.x) / resolution.x, y = -static_cast<double>(vector.y) / resolution.y;
  return {static_cast<double>(cells) / std::hypot(x, y), std::atan2(y, x) / degree};
}

// The angle between −180 and 180 degrees.
double turned(double degrees) {
  return std::remainder(degrees, 360);
}

// A vector of some cells, and its greatest deviation in tolerances.
struct Fit {
  PixelVector vector;
  double deviation;
};

// The best of the four vectors around the exact one.
Fit fit(const Grid& wanted, std::int64_t cells, const Dpi& resolution) {
  const double inches = static_cast<double>(cells) / wanted.lpi;
  const std::int64_t x = whole_part(inches * resolution.x * std::cos(wanted.angle * degree));
  const std::int64_t y = whole_part(-inches * resolution.y * std::sin(wanted.angle * degree));
  Fit best{{}, std::numeric_limits<double>::infinity()};
  for (const PixelVector& vector : {PixelVector{x, y}, {x + 1, y}, {x, y + 1}, {x + 1, y + 1}}) {
    const Grid grid = grid_of(vector, cells, resolution);
    const double deviation = std::max(std::abs(grid.lpi - wanted.lpi) / lpi_tolerance,
                                      std::abs(turned(grid.angle - wanted.angle)) / angle_tolerance);
    if (deviation < best.deviation) best = {vector, deviation};
  }
  return best;
}

bool is_positive(double value) {
  return value > 0 && std::isfinite(value);
}

Error out_of_range(const Grid& wanted, const Dpi& resolution, const char* why) {
  std::ostringstream text;
  text << "a screen of " << wanted.lpi << " lpi at " << std::min(resolution.x, resolution.y) << " dpi is " << why;
  return {text.str(), ErrorCode::bad_setting};
}

}  // namespace

Result<Supercell> find_supercell(const Grid& wanted, const Dpi& resolution) {
  if (!is_positive(resolution.x) || !is_positive(resolution.y) || !is_positive(wanted.lpi) ||
      !std::isfinite(wanted.angle))
    return out_of_range(wanted, resolution, "not possible");
  const double finest = std::min(resolution.x, resolution.y) / wanted.lpi;
  if (finest < finest_cell) return out_of_range(wanted, resolution, "too fine: cells need 2 pixels");
  if (std::max(resolution.x, resolution.y) / wanted.lpi > coarsest_cell)
    return out_of_range(wanted, resolution, "too coarse: cells can have 512 pixels");
  // Removes whole turns, because 90 degrees added to a very large angle would be lost in rounding.
  const Grid grid{wanted.lpi, turned(wanted.angle)};
  Supercell best;
  double least = -1;
  for (std::int64_t cells = 1;; ++cells) {
    const Fit across = fit(grid, cells, resolution);
    const Fit up = fit({grid.lpi, grid.angle + 90}, cells, resolution);
    const Supercell supercell{.cells = cells, .across = across.vector, .up = up.vector};
    if (supercell.pixels() > most_pixels && least >= 0) return best;
    if (supercell.pixels() < least_pixels) continue;
    const double deviation = std::max(across.deviation, up.deviation);
    if (least < 0 || deviation < least) {
      least = deviation;
      best = supercell;
    }
    if (deviation <= enough) return supercell;
  }
}

Grid grid_of(const Supercell& supercell, const Dpi& resolution) {
  const Grid across = grid_of(supercell.across, supercell.cells, resolution);
  const Grid up = grid_of(supercell.up, supercell.cells, resolution);
  return {(across.lpi + up.lpi) / 2, across.angle + turned(up.angle - 90 - across.angle) / 2};
}

}  // namespace platerip::halftone
