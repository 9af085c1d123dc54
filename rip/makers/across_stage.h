// The stage that gives inks tone curves that change across the plate. Private to rip/.
#pragma once

#include <memory>
#include <vector>

#include "rip/strips/column_curves.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// Makes a stage for cores and GPUs. Each ink is there once. `by_reference`: the cores make each sample on its own.
/// Throws std::bad_alloc.
std::shared_ptr<const PlaneStage> across_stage(std::vector<AcrossInk> inks, bool by_reference = false);

}  // namespace platerip::rip
