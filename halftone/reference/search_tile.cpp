#include "halftone/reference/search_tile.h"

#include <cstdlib>

#include "halftone/reference/neighbours.h"
#include "halftone/reference/search_window.h"
#include "halftone/search/eye_sums.h"
#include "halftone/search/window_tile.h"

namespace platerip::halftone::reference {
namespace {

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it.
class Tile {
 public:
  Tile(const EyeTable& eye, const TileErrors& errors) : eye_(eye), errors_(errors), seen_(eye, errors) {}

  // Returns whether the pixel was changed.
  bool visit(int y, int x) {
    const int own = error(y, x);
    if (own == 0) return false;
    const int s = own < 0 ? 1 : -1;
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(own) >= least_toggled && std::abs(own) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * eye_(0, 0) + s * seen_(y, x));
    for (const Offset& each : neighbours) {
      const int other = error(y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const int change =
          search_step * (eye_(0, 0) - eye_(each.dy, each.dx)) + s * (seen_(y, x) - seen_(y + each.dy, x + each.dx));
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
  [[nodiscard]] std::int16_t& error(int y, int x) const { return errors_.data()[y + tile_halo][x]; }

  void change(int y, int x, int s) {
    error(y, x) = static_cast<std::int16_t>(error(y, x) + s * search_step);
    seen_.add(y, x, s * search_step);
  }

  const EyeTable& eye_;
  const TileErrors& errors_;
  EyeSums seen_;
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
