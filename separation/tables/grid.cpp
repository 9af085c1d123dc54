#include "separation/tables/grid.h"

#include <lcms2.h>

#include <algorithm>

#include "separation/plan.h"
#include "separation/tables/nodes.h"

namespace platerip::separation {
namespace {

std::vector<std::uint16_t> rgb_node_colors() {
  const auto sample = [](int node) { return node_sample(node, grid_side); };
  std::vector<std::uint16_t> colors;
  colors.reserve(3 * std::size_t{grid_nodes});
  for (int r = 0; r < grid_side; ++r)
    for (int g = 0; g < grid_side; ++g)
      for (int b = 0; b < grid_side; ++b) colors.insert(colors.end(), {sample(r), sample(g), sample(b)});
  return colors;
}

}  // namespace

Result<Grid> Grid::sample(const Settings& settings) {
  auto nodes = sample_nodes(settings, TYPE_RGB_16, rgb_node_colors(), grid_nodes - 1);
  if (!nodes.ok()) return nodes.error();
  Grid grid;
  grid.groups_ = in_groups(*nodes, static_cast<std::size_t>(profile_of_inks(settings).inks()), grid_padding);
  return grid;
}

template <typename Sample>
void Grid::interpolate(const Sample* rgb, std::int64_t count, InkRows<Sample> inks) const {
  for (const auto& group : groups_) {
    const std::size_t served = std::min<std::size_t>(group_inks, inks.size());
    simd::interpolate(group.data(), rgb, count, inks.first(served));
    inks = inks.subspan(served);
  }
}

void Grid::fill(TableRow row) const {
  for (std::size_t group = 0; group < groups_.size(); ++group)
    simd::interpolate_reds(groups_[group].data(), row.green, row.blue, row.groups[group]);
}

template void Grid::interpolate(const std::uint8_t*, std::int64_t, InkRows<std::uint8_t>) const;
template void Grid::interpolate(const std::uint16_t*, std::int64_t, InkRows<std::uint16_t>) const;

}  // namespace platerip::separation
