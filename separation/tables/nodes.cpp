#include "separation/tables/nodes.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>

#include "profiles/ink_space.h"
#include "profiles/lcms.h"
#include "separation/interpolation.h"
#include "separation/plan.h"
#include "separation/reference/transform.h"

namespace platerip::separation {
namespace {

// Whether LittleCMS' FixWhiteMisalignment() takes the ink from the page's white. It does not for the absolute intent,
// which prints the paper's colour; for ink spaces whose white it does not know; or if the first ink that white has
// would be nearly solid.
bool fixes_white(const Settings& settings, std::span<const std::uint16_t> white) {
  const cmsColorSpaceSignature space = profiles::ink_space(profile_of_inks(settings).handle());
  if (space != cmsSigCmykData && space != cmsSigCmyData) return false;
  if (intent_of(settings) == profiles::Intent::absolute) return false;
  const auto first = std::ranges::find_if(white, [](std::uint16_t ink) { return ink > 0; });
  return first != white.end() && *first <= 0xF000;
}

}  // namespace

// LittleCMS' _cmsQuantizeVal().
std::uint16_t node_sample(int node, int side) {
  return static_cast<std::uint16_t>(std::floor(node * 65535.0 / (side - 1) + 0.5));
}

Result<std::vector<std::uint16_t>> sample_nodes(const Settings& settings, std::uint32_t format,
                                                std::span<const std::uint16_t> colors, std::size_t white) {
  const profiles::lcms::Complaint complaint;
  const auto transform = reference::open_transform(
      settings, format, 16, reference::transform_flags(settings) | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE);
  if (!transform) return reference::no_transform(settings, complaint);

  const std::size_t count = colors.size() / T_CHANNELS(format);
  const auto inks = static_cast<std::size_t>(profile_of_inks(settings).inks());
  std::vector<std::uint16_t> nodes(inks * count);
  cmsDoTransform(transform.get(), colors.data(), nodes.data(), static_cast<cmsUInt32Number>(count));
  const auto of_white = std::span(nodes).subspan(white * inks, inks);
  if (fixes_white(settings, of_white)) std::ranges::fill(of_white, std::uint16_t{0});
  return nodes;
}

std::vector<std::vector<std::uint16_t>> in_groups(std::span<const std::uint16_t> nodes, std::size_t inks,
                                                  std::size_t padding) {
  const std::size_t count = nodes.size() / inks;
  std::vector<std::vector<std::uint16_t>> groups;
  for (std::size_t first = 0; first < inks; first += group_inks) {
    auto& group = groups.emplace_back(group_inks * (count + padding));
    const std::size_t served = std::min<std::size_t>(group_inks, inks - first);
    for (std::size_t node = 0; node < count; ++node)
      std::copy_n(&nodes[node * inks + first], served, &group[node * group_inks]);
  }
  return groups;
}

}  // namespace platerip::separation
