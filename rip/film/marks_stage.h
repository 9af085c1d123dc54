// The stage that draws marks on the inks of a page, before they are halftoned.
#pragma once

#include <memory>

#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// The stage that draws the job's marks on the plates of a page, on cores and GPUs; null if it wants none. May throw
/// std::bad_alloc. Precondition: the plan is of the page's sheet (on_film()).
std::shared_ptr<const PlaneStage> marks_stage(const Job& job, const PagePlan& plan);

}  // namespace platerip::rip
