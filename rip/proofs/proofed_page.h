// The page that proofs are made of. Nothing here throws.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "halftone/halftone.h"
#include "rip/color/page_color.h"
#include "rip/job/job.h"
#include "rip/plates/plate_sink.h"
#include "rip/report/upright_place.h"

namespace platerip::rip {

/// A page with its job. Everything it refers to must outlive the calls that get it.
struct ProofedPage {
  const Job& job;
  const PlatesInfo& plates;
  const PageColor& color;
  std::span<const std::size_t> plate_inks;          ///< the index in color.inks of each plate's ink
  std::span<const halftone::PlaneSettings> planes;  ///< how each plate is halftoned
  int bits = 8;                                     ///< of a sample
};

/// Whether the plates have a resolution.
inline bool has_resolution(const PlatesInfo& plates) {
  return plates.resolution.unit != 1 && plates.resolution.x > 0 && plates.resolution.y > 0;
}

/// The shape of the plates. Without a usable resolution, their pixels are square.
inline PageShape shape_of(const PlatesInfo& plates) {
  const double proportion = has_resolution(plates) ? plates.resolution.x / plates.resolution.y : 1;
  return {plates.width, plates.height, plates.orientation,
          std::isfinite(proportion) && proportion > 0 ? proportion : 1};
}

}  // namespace platerip::rip
