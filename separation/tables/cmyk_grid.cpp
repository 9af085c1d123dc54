#include "separation/tables/cmyk_grid.h"

#include <lcms2.h>

#include <algorithm>

#include "separation/cmyk_interpolation.h"
#include "separation/plan.h"
#include "separation/simd/kernels.h"
#include "separation/tables/nodes.h"

namespace platerip::separation {

std::vector<std::uint16_t> CmykGrid::node_colors(std::size_t step) {
  std::vector<std::uint16_t> colors;
  for (std::size_t node = 0; node < cmyk_nodes; node += step)
    for (const std::uint32_t axis : cmyk_steps)
      colors.push_back(node_sample(static_cast<int>(node / axis % cmyk_side), cmyk_side));
  return colors;
}

Result<CmykGrid> CmykGrid::sample(const Settings& settings) {
  const auto nodes = sample_nodes(settings, TYPE_CMYK_16, node_colors(), 0);
  if (!nodes.ok()) return nodes.error();
  return CmykGrid(*nodes, static_cast<std::size_t>(profile_of_inks(settings).inks()));
}

CmykGrid::CmykGrid(std::span<const std::uint16_t> nodes, std::size_t inks)
    : groups_(in_groups(nodes, inks, cmyk_padding)) {}

void CmykGrid::interpolate_to_rgb(const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb) const {
  simd::interpolate_cmyk_to_rgb(groups_[0].data(), cmyk, count, rgb);
}

template <typename Sample>
void CmykGrid::interpolate(const Sample* cmyk, std::int64_t count, InkRows<Sample> inks) const {
  for (const auto& group : groups_) {
    const std::size_t served = std::min<std::size_t>(group_inks, inks.size());
    simd::interpolate_cmyk(group.data(), cmyk, count, inks.first(served));
    inks = inks.subspan(served);
  }
}

template void CmykGrid::interpolate(const std::uint8_t*, std::int64_t, InkRows<std::uint8_t>) const;
template void CmykGrid::interpolate(const std::uint16_t*, std::int64_t, InkRows<std::uint16_t>) const;

}  // namespace platerip::separation
