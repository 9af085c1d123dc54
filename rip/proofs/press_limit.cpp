#include "rip/proofs/press_limit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "profiles/lcms.h"

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

double most_ink(const profiles::Profile& press, cmsHPROFILE lab_profile, cmsUInt32Number intent,
                const std::vector<double>& lab) {
  const auto inks = static_cast<std::size_t>(press.channels());
  const cmsUInt32Number format = cmsFormatterForColorspaceOfProfile(press.handle(), 2, FALSE);
  const lcms::Transform transform(cmsCreateTransformTHR(cmsGetProfileContextID(press.handle()), lab_profile,
                                                        TYPE_Lab_DBL, press.handle(), format, intent,
                                                        cmsFLAGS_NOCACHE));
  if (!transform) return 0;
  std::vector<std::uint16_t> amounts(lab.size() / 3 * inks);
  cmsDoTransform(transform.get(), lab.data(), amounts.data(), static_cast<cmsUInt32Number>(lab.size() / 3));
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
  const std::vector<double> lab = samples();
  double most = 0;
  for (const cmsUInt32Number intent : {INTENT_PERCEPTUAL, INTENT_RELATIVE_COLORIMETRIC, INTENT_SATURATION})
    most = std::max(most, most_ink(press, lab_profile.get(), intent, lab));
  if (most <= 0) return std::nullopt;
  return step * std::ceil((most - noise) / step);
}

}  // namespace platerip::rip
