#include "halftone/screens/am.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "halftone/screens/tile.h"
#include "halftone/screens/void_and_cluster.h"

namespace platerip::halftone {
namespace {

constexpr std::int64_t most_turns = 64;  // across: so many are made in a few milliseconds

std::int64_t modulo(std::int64_t value, std::int64_t size) {
  return (value % size + size) % size;
}

struct Pixel {
  std::int32_t index;     // in the tile
  std::int32_t cell;      // of the supercell
  std::int64_t spot;      // the value of the spot function
  std::int64_t turn = 0;  // when it prints
};

// The pixels of a tile, and where in their cells they lie. Coordinates in cells are multiples of 1 / (2 · pixels()), so
// that nothing is rounded before the spot function.
std::vector<Pixel> pixels_of(const Supercell& supercell, const Bricks& bricks, const Spot& spot) {
  const std::int64_t unit = 2 * supercell.pixels();
  const PixelVector& a = supercell.across;
  const PixelVector& b = supercell.up;
  const auto in_cell = [&](std::int64_t place) { return 2 * spot_unit * modulo(place, unit) / unit - spot_unit; };
  const auto cell_of = [&](std::int64_t place) { return modulo(place, unit * supercell.cells) / unit; };
  std::vector<Pixel> pixels;
  pixels.reserve(static_cast<std::size_t>(supercell.pixels()));
  for (std::int64_t y = 0; y < bricks.height; ++y) {
    for (std::int64_t x = 0; x < bricks.width; ++x) {
      const std::int64_t along = supercell.cells * ((2 * y + 1) * b.x - (2 * x + 1) * b.y);
      const std::int64_t up = supercell.cells * ((2 * x + 1) * a.y - (2 * y + 1) * a.x);
      pixels.push_back({.index = static_cast<std::int32_t>(y * bricks.width + x),
                        .cell = static_cast<std::int32_t>(cell_of(up) * supercell.cells + cell_of(along)),
                        .spot = spot.value(in_cell(along), in_cell(up))});
    }
  }
  return pixels;
}

// The turn of each cell: 0 to turns · turns − 1. In large supercells, cells that are `turns` cells apart have the same
// turn.
std::vector<std::int64_t> turns_of(std::int64_t cells, std::int64_t turns) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(turns * turns));
  std::int64_t turn = 0;
  for (const Place place : void_and_cluster(static_cast<int>(turns), static_cast<int>(turns), 1))
    places[static_cast<std::size_t>(place)] = turn++;
  std::vector<std::int64_t> all;
  for (std::int64_t cell = 0; cell < cells * cells; ++cell)
    all.push_back(places[static_cast<std::size_t>(cell / cells % turns * turns + cell % cells % turns)]);
  return all;
}

// Cells may have different numbers of pixels. So a pixel's turn depends on its rank as a share of its own cell.
void take_turns(std::vector<Pixel>& pixels, std::int64_t cells) {
  constexpr std::int64_t fine = std::int64_t{1} << 20;
  const std::int64_t side = std::min(cells, most_turns);
  const std::vector<std::int64_t> turns = turns_of(cells, side);
  std::ranges::sort(pixels, [](const Pixel& one, const Pixel& other) {
    if (one.cell != other.cell) return one.cell < other.cell;
    return one.spot != other.spot ? one.spot > other.spot : one.index < other.index;
  });
  for (std::size_t begin = 0, end = 0; begin < pixels.size(); begin = end) {
    while (end < pixels.size() && pixels[end].cell == pixels[begin].cell) ++end;
    const auto count = static_cast<std::int64_t>(end - begin);
    for (std::int64_t rank = 0; rank < count; ++rank) {
      Pixel& pixel = pixels[begin + static_cast<std::size_t>(rank)];
      pixel.turn = (2 * (rank * side * side + turns[static_cast<std::size_t>(pixel.cell)]) + 1) * fine / count;
    }
  }
  std::ranges::sort(pixels, [](const Pixel& one, const Pixel& other) {
    return one.turn != other.turn ? one.turn < other.turn : one.index < other.index;
  });
}

}  // namespace

Result<AmScreen> make_am(const Grid& wanted, const Dpi& resolution, const Spot& spot) {
  const auto supercell = find_supercell(wanted, resolution);
  if (!supercell.ok()) return supercell.error();
  const Bricks bricks = bricks_of(supercell->across, supercell->up);
  std::vector<Pixel> pixels = pixels_of(*supercell, bricks, spot);
  take_turns(pixels, supercell->cells);
  std::vector<std::int32_t> order;
  order.reserve(pixels.size());
  for (const Pixel& pixel : pixels) order.push_back(pixel.index);
  return AmScreen{.screen = screen_of(bricks, order), .grid = grid_of(*supercell, resolution)};
}

bool shows_moire(const Grid& one, const Grid& other, double apart, bool is_lines) {
  if (std::abs(one.lpi - other.lpi) > 0.05 * std::max(one.lpi, other.lpi)) return false;
  const double angle = std::remainder(one.angle - other.angle, is_lines ? 180 : 90);
  return std::abs(angle) < apart - 2 * angle_tolerance;
}

}  // namespace platerip::halftone
