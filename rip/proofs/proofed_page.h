// The page that proofs are made of. Nothing here throws.
#pragma once

#include <cmath>

#include "rip/job/color/page_plan.h"
#include "rip/job/job.h"
#include "rip/plates/plate_sink.h"
#include "rip/proofs/report/upright_place.h"

namespace platerip::rip {

/// A page with its job. Everything it refers to must outlive the calls that get it.
struct ProofedPage {
  const Job& job;
  const PlatesInfo& plates;
  const PagePlan& plan;
  int bits = 8;  ///< of a sample
};

/// The shape of the plates. Without a usable resolution, their pixels are square.
inline PageShape shape_of(const PlatesInfo& plates) {
  const double proportion = plates.resolution.is_known() ? plates.resolution.x / plates.resolution.y : 1;
  return {plates.width, plates.height, plates.orientation,
          std::isfinite(proportion) && proportion > 0 ? proportion : 1};
}

}  // namespace platerip::rip
