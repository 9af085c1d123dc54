#include "rip/proofs/press_limit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "profiles/lcms.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

namespace lcms = profiles::lcms;

// CIE L*a*b*: L* in steps of 1 where colours are dark, else of 4; a* and b* in steps of 8. Light colours count too:
// they have the most ink if the profile prints white ink on dark paper.
std::vector<double> samples() {
  std::vector<double> lab;
  for (int lightness = 0; lightness <= 100; lightness += lightness < 40 ? 1 : 4) {
    for (int a = -64; a <= 64; a += 8) {
      for (int b = -64; b <= 64; b += 8) lab.insert(lab.end(), {1.0 * lightness, 1.0 * a, 1.0 * b});
    }
  }
  return lab;
}

// In percent, of some of the samples.
double most_ink(cmsHTRANSFORM transform, std::size_t inks, std::span<const double> lab) {
  std::vector<std::uint16_t> amounts(lab.size() / 3 * inks);
  cmsDoTransform(transform, lab.data(), amounts.data(), static_cast<cmsUInt32Number>(lab.size() / 3));
  unsigned most = 0;
  for (std::size_t i = 0; i < amounts.size(); i += inks)
    most = std::max(most, std::accumulate(amounts.begin() + i, amounts.begin() + i + inks, 0u));
  return 100.0 * most / 65535;
}

}  // namespace

std::optional<double> press_limit(const profiles::Profile& press) {
  constexpr double step = 5;
  constexpr double noise = 0.5;  // of the samples
  const lcms::ProfileHandle lab_profile(cmsCreateLab4ProfileTHR(cmsGetProfileContextID(press.handle()), nullptr));
  if (!lab_profile) return std::nullopt;
  const cmsUInt32Number format = cmsFormatterForColorspaceOfProfile(press.handle(), 2, FALSE);
  std::vector<lcms::Transform> transforms;
  for (const cmsUInt32Number intent : {INTENT_PERCEPTUAL, INTENT_RELATIVE_COLORIMETRIC, INTENT_SATURATION}) {
    lcms::Transform made(cmsCreateTransformTHR(cmsGetProfileContextID(press.handle()), lab_profile.get(), TYPE_Lab_DBL,
                                               press.handle(), format, intent, cmsFLAGS_NOCACHE));
    if (made) transforms.push_back(std::move(made));
  }
  constexpr std::size_t parts = 16;  // of the samples
  const std::vector<double> lab = samples();
  std::vector<double> found(transforms.size() * parts);
  parallel_for(static_cast<int>(found.size()), [&](int index) {
    const auto at = static_cast<std::size_t>(index);
    const std::size_t colors = lab.size() / 3, part = at % parts;
    const std::size_t first = part * colors / parts, end = (part + 1) * colors / parts;
    found[at] = most_ink(transforms[at / parts].get(), static_cast<std::size_t>(press.channels()),
                         std::span(lab).subspan(3 * first, 3 * (end - first)));
  });
  const double most = found.empty() ? 0 : std::ranges::max(found);
  if (most <= 0) return std::nullopt;
  return step * std::ceil((most - noise) / step);
}

}  // namespace platerip::rip
