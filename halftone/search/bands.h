// Bands of a page whose methods are searches. Different halftoners make them, in different places and at the same time.
//
// The search of a band begins some rows above it, at a multiple of band_unit, with the state of SearchMethod::start
// there. It knows nothing of the rows further above. It counts the steps that those rows needed (search.h) as done,
// although they have changed nothing in its own first rows. What that spoils spreads downwards with every round, but
// never as far as the band. bands.cpp proves it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. Precondition: the settings pass check().
#pragma once

#include "halftone/halftone.h"

namespace platerip::halftone {

/// A band's halftoner begins at a row that is a multiple of this: a pair of rows of tiles.
inline constexpr int band_unit = 2 * search_tile;

/// How many rows a halftoner must be given above a band, for a search with this effort: a multiple of band_unit.
constexpr int rows_above(const SearchEffort& effort) {
  return 2 * band_unit * effort.rounds;
}

/// The first row of tiles that a round needs to search. They are counted from the row at which the halftoner begins.
constexpr int first_tile_row(const SearchEffort& effort, int round) {
  return 2 * (effort.rounds + round);
}

/// Whether a plane has a search. Only such pages have bands.
bool has_searches(const Settings& settings);

/// How many rows a halftoner must be given above a band: a multiple of band_unit. What it writes for these rows is of
/// no use. Below the band, it must be given rows_held_back() rows.
int rows_above(const Settings& settings);

/// The settings of the plates with which the searches begin. They have no look-ahead. Planes with other methods keep
/// their settings.
Settings start_of(const Settings& settings);

/// The boundary at which a band's halftoner begins, for Halftoner::restore(). `start`: the boundary of a page of
/// start_of(settings) at this row, which is a multiple of band_unit. No rows are held back, and PlaneBoundary::state
/// ends with the effort.
Boundary band_boundary(const Settings& settings, Boundary start);

}  // namespace platerip::halftone
