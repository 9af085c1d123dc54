// Halftones pages by search, strip by strip: the order of tiles, rounds and rows that search.h defines. Private to
// halftone/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "halftone/halftone.h"
#include "halftone/inks_together.h"
#include "halftone/plane_groups.h"
#include "halftone/search/bands.h"
#include "halftone/search/plane_rows.h"

namespace platerip::halftone {

/// What a backend does in its own way.
struct SearchBackend {
  std::string description;
  UniformBackend start;  ///< halftones by the method that the search begins with
  /// Searches a tile. It changes errors of the tile and of the pixels beside it. Several threads may search tiles of
  /// one kind at once. Throws nothing.
  void (*search_in_tile)(const SearchMethod& method, const SearchEffort& effort, const TileAround& around);
  /// The same for drops (search_drops.h).
  void (*search_drops_in_tile)(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around);
  /// The same for inks that are searched together (inks_together.h) on two levels; `around` has the tile in
  /// each of the 1 to max_together planes.
  void (*search_inks_in_tile)(const SearchEffort& effort, std::span<const Shade> shades,
                              std::span<const TileAround> around);
};

/// Bytes of workspace for make_search(). Precondition of both: the settings pass check(), and all planes have the same
/// search method and effort.
std::size_t search_bytes(const SearchBackend& backend, const Settings& settings);

/// Errors: those of the backend's `start`.
Result<std::unique_ptr<Halftoner>> make_search(const SearchBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace);

}  // namespace platerip::halftone
