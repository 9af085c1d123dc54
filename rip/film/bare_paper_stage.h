// The stage that keeps a sheet's margin and gaps free of made plates: white and varnish lie under or over the copies of
// a page, not on the paper around them.
#pragma once

#include <memory>

#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// A stage for the cores, which empties the made plates of a page where its sheet is paper. Null if it has no such
/// plates, or no paper around its copies. May throw std::bad_alloc.
std::shared_ptr<const PlaneStage> bare_paper_stage(const Job& job, const PagePlan& plan);

}  // namespace platerip::rip
