// The nodes of LittleCMS' grids, sampled just as LittleCMS samples its own. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The sample at a node of an axis with `side` nodes.
std::uint16_t node_sample(int node, int side);

/// The inks of 16-bit colours in LittleCMS' format `format`, interleaved. The colour at index `white` has none if
/// LittleCMS would print it without ink. Errors: LittleCMS refuses the transform.
Result<std::vector<std::uint16_t>> sample_nodes(const Settings& settings, std::uint32_t format,
                                                std::span<const std::uint16_t> colors, std::size_t white);

/// Interleaved inks as groups of group_inks numbers per node, followed by `padding` nodes. Inks that do not exist are
/// 0.
std::vector<std::vector<std::uint16_t>> in_groups(std::span<const std::uint16_t> nodes, std::size_t inks,
                                                  std::size_t padding);

}  // namespace platerip::separation
