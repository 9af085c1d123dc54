// The stage that spreads or chokes inks (separation/edges/disc_edges.h). Private to rip/.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "rip/strips/stages.h"
#include "separation/edges/disc_edges.h"

namespace platerip::rip {

/// Makes a stage for cores and GPUs that spreads or chokes these inks, all by the same radius, at most
/// separation::largest_edge_radius. `by_reference`: the cores use reference::move_edges(). Throws std::bad_alloc.
std::shared_ptr<const PlaneStage> disc_stage(separation::EdgeMove move, const separation::DiscRadius& radius,
                                             std::vector<std::size_t> inks, bool by_reference = false);

}  // namespace platerip::rip
