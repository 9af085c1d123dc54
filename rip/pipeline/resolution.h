// The resolution of a page. Nothing here throws.
#pragma once

#include "halftone/screens/supercell.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// Whether the resolution is known: it has a unit, and is greater than 0.
inline bool is_known(const tiffio::Resolution& resolution) {
  return resolution.unit != 1 && resolution.x > 0 && resolution.y > 0;
}

/// In dots per inch; 0 if it is not known.
inline halftone::Dpi dpi_of(const tiffio::Resolution& resolution) {
  if (!is_known(resolution)) return {};
  const double units_per_inch = resolution.unit == 3 ? 2.54 : 1;
  return {units_per_inch * resolution.x, units_per_inch * resolution.y};
}

}  // namespace platerip::rip
