// The stage that splits inks among several. Private to rip/.
#pragma once

#include <memory>
#include <vector>

#include "rip/strips/split_ink.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// Makes a stage for cores and GPUs. Each ink gets a part once, and none that is split gets one of another. Throws
/// std::bad_alloc.
std::shared_ptr<const PlaneStage> split_stage(std::vector<SplitInk> inks);

}  // namespace platerip::rip
