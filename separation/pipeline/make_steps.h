// Translates LittleCMS' unoptimised pipeline of a page into steps. Private to separation/.
#pragma once

#include <vector>

#include "base/status.h"
#include "separation/pipeline/steps.h"
#include "separation/separation.h"

namespace platerip::separation::pipeline {

/// The steps from a page's samples, widened to 16 bits, to 16-bit inks. Precondition: the page has a profile. Errors:
/// LittleCMS refuses the transform; or (ErrorCode::unsupported) its pipeline has a stage that is no step, or its
/// arithmetic is not that of the steps.
Result<std::vector<Step>> make_steps(const Settings& settings);

}  // namespace platerip::separation::pipeline
