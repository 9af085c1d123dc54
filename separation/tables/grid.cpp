#include "separation/tables/grid.h"

#include <lcms2.h>

#include <algorithm>
#include <utility>

#include "separation/interpolation.h"
#include "separation/plan.h"
#include "separation/tables/nodes.h"

namespace platerip::separation {
namespace {

// Interleaved inks of each `step`th node.
Result<std::vector<std::uint16_t>> sample_each(const Settings& settings, std::size_t step) {
  std::vector<std::uint16_t> colors;
  for (std::size_t node = 0; node < grid_nodes; node += step)
    for (const std::uint32_t axis : axis_steps)
      colors.push_back(node_sample(static_cast<int>(node / axis % grid_side), grid_side));
  return sample_nodes(settings, TYPE_RGB_16, colors, colors.size() / 3 - 1);
}

}  // namespace

Result<Grid> Grid::sample(const Settings& settings) {
  auto nodes = sample_each(settings, 1);
  if (!nodes.ok()) return nodes.error();
  return Grid(*std::move(nodes), static_cast<std::size_t>(profile_of_inks(settings).inks()));
}

Grid::Grid(std::vector<std::uint16_t> nodes, std::size_t inks)
    : nodes_(std::move(nodes)), groups_(in_groups(nodes_, inks, grid_padding)) {}

bool Grid::agrees(const Settings& settings) const {
  constexpr std::size_t step = 32;
  static_assert((grid_nodes - 1) % step == 0, "the last node is white, of which LittleCMS takes care");
  const auto some = sample_each(settings, step);
  if (!some.ok()) return false;
  const std::size_t inks = nodes_.size() / grid_nodes;
  for (std::size_t node = 0; node < grid_nodes; node += step)
    if (!std::equal(nodes_.begin() + node * inks, nodes_.begin() + (node + 1) * inks,
                    some->begin() + node / step * inks))
      return false;
  return true;
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
