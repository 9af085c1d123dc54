#include "separation/tables/grid.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>

#include "profiles/lcms.h"
#include "separation/reference/transform.h"

namespace platerip::separation {
namespace {

// The sample at a node of an axis: LittleCMS' _cmsQuantizeVal().
std::uint16_t node_sample(int node) {
  return static_cast<std::uint16_t>(std::floor(node * 65535.0 / (grid_side - 1) + 0.5));
}

std::vector<std::uint16_t> node_colors() {
  std::vector<std::uint16_t> colors;
  colors.reserve(3 * std::size_t{grid_nodes});
  for (int r = 0; r < grid_side; ++r)
    for (int g = 0; g < grid_side; ++g)
      for (int b = 0; b < grid_side; ++b) colors.insert(colors.end(), {node_sample(r), node_sample(g), node_sample(b)});
  return colors;
}

// LittleCMS' FixWhiteMisalignment(): it prints the page's white without ink. It does not do so for the absolute intent,
// which prints the paper's colour, if white would take nearly solid ink, or for spaces whose white it does not know.
bool fixes_white(const Settings& settings, std::span<const std::uint16_t> white) {
  const cmsColorSpaceSignature space = cmsGetColorSpace(settings.press->handle());
  if (space != cmsSigCmykData && space != cmsSigCmyData) return false;
  if (settings.intent == profiles::Intent::absolute) return false;
  return std::ranges::none_of(white, [](std::uint16_t ink) { return ink > 0xF000; });
}

}  // namespace

Result<Grid> Grid::sample(const Settings& settings) {
  const cmsHPROFILE press = settings.press->handle();
  const profiles::lcms::Complaint complaint;
  const profiles::lcms::Transform transform(cmsCreateTransformTHR(
      cmsGetProfileContextID(press), settings.page->handle(), TYPE_RGB_16, press,
      cmsFormatterForColorspaceOfProfile(press, 2, FALSE), static_cast<cmsUInt32Number>(settings.intent),
      reference::transform_flags(settings) | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE));
  if (!transform) return reference::no_transform(settings, complaint);

  const auto inks = static_cast<std::size_t>(settings.press->channels());
  std::vector<std::uint16_t> nodes(inks * grid_nodes);
  cmsDoTransform(transform.get(), node_colors().data(), nodes.data(), grid_nodes);
  const auto white = std::span(nodes).last(inks);
  if (fixes_white(settings, white)) std::ranges::fill(white, std::uint16_t{0});

  Grid grid;
  for (std::size_t first = 0; first < inks; first += group_inks) {
    auto& group = grid.groups_.emplace_back(group_inks * std::size_t{grid_nodes + grid_padding});
    const std::size_t count = std::min<std::size_t>(group_inks, inks - first);
    for (std::size_t node = 0; node < grid_nodes; ++node)
      std::copy_n(&nodes[node * inks + first], count, &group[node * group_inks]);
  }
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
