#include "halftone/search/bands.h"

#include <algorithm>

#include "halftone/page_boundary.h"
#include "halftone/search/saved_effort.h"

namespace platerip::halftone {
namespace {

// Follows the search of a band, tile row by tile row. Returns how many rows at its top may be spoilt. A row of tiles
// that is left out, or that reads spoilt rows, may spoil all rows down to those that a window reaches.
constexpr int most_spoilt_rows(const SearchEffort& effort) {
  int spoilt = 0;
  const auto search = [&](int round, int tile_row) {
    const int top = tile_row * search_tile;
    const bool is_right = tile_row >= first_tile_row(effort, round) && top - tile_halo >= spoilt;
    if (!is_right) spoilt = std::max(spoilt, top + search_tile + window_side - 1);
  };
  for (int step = 0; step < 4 * max_search_rounds; ++step) {
    for (int round = 0; round < effort.rounds; ++round) {
      search(round, 2 * (step - round));
      search(round, 2 * (step - round) - 1);
    }
  }
  return spoilt;
}

// Enough rows, and one unit less would be too few.
constexpr bool is_proved(int rounds) {
  const SearchEffort effort{.rounds = rounds};
  const int spoilt = most_spoilt_rows(effort);
  return spoilt <= rows_above(effort) && spoilt > rows_above(effort) - band_unit;
}
static_assert(is_proved(1) && is_proved(2) && is_proved(3) && is_proved(4) && is_proved(max_search_rounds));

const SearchMethod* search_of(const PlaneSettings& plane) {
  return plane.method.info().search;
}

}  // namespace

bool has_searches(const Settings& settings) {
  return std::ranges::any_of(settings.planes, search_of);
}

int rows_above(const Settings& settings) {
  int rows = 0;
  for (const PlaneSettings& plane : settings.planes)
    if (search_of(plane) != nullptr) rows = std::max(rows, rows_above(effort_of(plane)));
  return rows;
}

Boundary band_boundary(const Settings& settings, Boundary start) {
  for (std::size_t i = 0; i < start.planes.size(); ++i) {
    const PlaneSettings& plane = settings.planes[i];
    if (search_of(plane) == nullptr) continue;
    PlaneBoundary& begun = start.planes[i];
    begun.method = plane.method.name();
    begun.version = boundary_version_of(plane, settings.levels);
    save_effort(effort_of(plane), begun.state);
  }
  return start;
}

}  // namespace platerip::halftone
