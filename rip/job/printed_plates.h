// The plates that are printed of a page's planes: one for each, and one for each lighter ink.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/drop_settings.h"
#include "rip/plates/parted_plates.h"
#include "rip/strips/level_ink.h"

namespace platerip::rip {

/// A printed plate.
struct PrintedPlate {
  std::string ink;     ///< its name
  DropSizes sizes;     ///< of its levels
  PlatePart part;      ///< what it prints of a plane's levels
  LevelInk level_ink;  ///< of its own levels, in its own ink
};

/// The inks of a page, and those that have planes.
struct PrintedInks {
  std::span<const std::string> inks;        ///< all of the page
  std::size_t made = 0;                     ///< how many made plates are at the end of `inks`
  std::span<const std::size_t> plate_inks;  ///< of the planes, as indices in `inks`
};

/// The printed plates of a page's planes: the planes' own inks, then their lighter inks, then made plates and their
/// lighter inks. Errors: a lighter ink has the name of another ink, whatever the case.
Result<std::vector<PrintedPlate>> printed_plates(const PrintedInks& inks, const PageDrops& drops);

}  // namespace platerip::rip
