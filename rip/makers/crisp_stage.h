// The stage that makes text and line art crisp (separation/edges/crisp.h). Private to rip/.
#pragma once

#include <memory>

#include "rip/strips/stages.h"
#include "separation/edges/crisp.h"

namespace platerip::rip {

/// Makes a stage for cores and GPUs. `by_reference`: the cores use make_crisp_by_reference().
std::shared_ptr<const PageStage> crisp_stage(separation::Crisp crisp, bool by_reference);

}  // namespace platerip::rip
