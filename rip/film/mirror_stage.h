// The stage that mirrors sheets left to right. Films are mirrored here, and not where the page is read, because a GPU
// does it in a fraction of the time that the host's memory takes.
#pragma once

#include <memory>

#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// A stage for cores and GPUs that mirrors each row of the sheet. Null if the job mirrors nothing, or if on_film() does
/// it, because the page lies on its side. May throw std::bad_alloc.
std::shared_ptr<const PageStage> mirror_stage(const Job& job, const PagePlan& plan);

}  // namespace platerip::rip
