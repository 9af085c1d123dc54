#include "halftone/reference/search_tile.h"

#include <cstdlib>

#include "halftone/reference/neighbours.h"
#include "halftone/reference/search_window.h"
#include "halftone/search/window_tile.h"

namespace platerip::halftone::reference {
namespace {

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it.
class Tile {
 public:
  Tile(const EyeTable& eye, const TileErrors& errors) : eye_(eye), errors_(errors) {
    for (int y = -1; y <= search_tile; ++y) {
      for (int x = -1; x <= search_tile; ++x) seen(y, x) = sum_around(y, x);
    }
  }

  // Returns whether the pixel was changed.
  bool visit(int y, int x) {
    const int own = error(y, x);
    if (own == 0) return false;
    const int s = own < 0 ? 1 : -1;
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(own) >= least_toggled && std::abs(own) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * eye_(0, 0) + s * seen(y, x));
    for (const Offset& each : neighbours) {
      const int other = error(y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const int change =
          search_step * (eye_(0, 0) - eye_(each.dy, each.dx)) + s * (seen(y, x) - seen(y + each.dy, x + each.dx));
      if (change >= lowest) continue;
      lowest = change;
      to = each;
    }
    if (lowest == 0) return false;
    change(y, x, s);
    if (to.dy != 0 || to.dx != 0) change(y + to.dy, x + to.dx, -s);
    return true;
  }

 private:
  static constexpr int side = search_tile + 2;

  [[nodiscard]] std::int16_t& error(int y, int x) const { return errors_.data()[y + tile_halo][x]; }
  // E of a pixel of the tile or beside it.
  int& seen(int y, int x) { return seen_.data()[(y + 1) * side + x + 1]; }

  [[nodiscard]] int sum_around(int y, int x) const {
    int sum = 0;
    for (int dy = -eye_reach; dy <= eye_reach; ++dy) {
      for (int dx = -eye_reach; dx <= eye_reach; ++dx) sum += eye_(dy, dx) * error(y + dy, x + dx);
    }
    return sum;
  }

  void change(int y, int x, int s) {
    error(y, x) = static_cast<std::int16_t>(error(y, x) + s * search_step);
    for (int row = -1; row <= search_tile; ++row) {
      for (int column = -1; column <= search_tile; ++column)
        seen(row, column) += s * search_step * eye_(row - y, column - x);
    }
  }

  const EyeTable& eye_;
  const TileErrors& errors_;
  std::array<int, std::size_t{side} * side> seen_;
};

}  // namespace

void search_in_tile(const SearchMethod& method, const SearchEffort& effort, const TileAround& around) {
  if (method.moves != Moves::toggles_and_swaps) return search_windows(method, effort.sweeps, find_pattern, around);
  Tile tile(table_of(effort.eye), around.errors);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; ++x) changed = tile.visit(y, x) || changed;
    }
    if (!changed) return;  // later sweeps would change nothing either
  }
}

}  // namespace platerip::halftone::reference
