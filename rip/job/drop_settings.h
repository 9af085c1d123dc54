// The drop sizes of a job's inks (halftone/drops.h), and how the inks of a page get them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "profiles/per_ink.h"

namespace platerip::rip {

/// The amounts of an ink's levels, from 0 for paper to solid, as Drops::amounts.
using DropSizes = std::vector<int>;

/// The job's settings.
struct DropSettings {
  int levels = 2;                                    ///< of inks without sizes, evenly spaced
  std::optional<DropSizes> sizes;                    ///< of all inks
  std::vector<profiles::PerInk<DropSizes>> of_inks;  ///< of single inks
  std::optional<int> mix;                            ///< in percent; if not set, default_mix()
};

/// How much sizes are mixed if nobody says so: by tone filters and dbs 70 percent up to five levels, by screens 20;
/// else not at all. With more levels, a single size that prints alone is hardly seen, and mixing costs grain
/// everywhere.
int default_mix(const halftone::Method& method, std::size_t levels);

/// The most levels that a plate may have.
int most_levels(const DropSettings& settings);

/// Gives planes their drops, and returns the levels of the plates. `inks`: all inks of the page; `plate_inks`: those of
/// the planes, as indices in `inks`. The planes have their methods. Errors: sizes of an ink that the page does not
/// have, or steps between them that are too small.
Result<int> add_drops(const DropSettings& settings, std::span<const std::string> inks,
                      std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
