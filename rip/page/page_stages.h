// All stages of a page, in their order.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "rip/film/film_sheet.h"
#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/makers/backends.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// The stages of a page: first the one that lays the rows of `film` on its sheet, then a program's own, then the job's
/// others. `cores` decides whether stages on the cores are those of the reference.
Stages page_stages(const Job& job, const PagePlan& plan, const Film& film, const Stages& of_program,
                   const Backends& cores);

}  // namespace platerip::rip
