#include "separation/press_limit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "profiles/lcms.h"
#include "separation/keys.h"
#include "separation/shared_tables.h"
#include "separation/tables/cached_file.h"

namespace platerip::separation {
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

// In percent, of all samples; 0 if the profile cannot separate.
double most_ink(const profiles::Profile& press, const ParallelFor& parallel) {
  const lcms::ProfileHandle lab_profile(cmsCreateLab4ProfileTHR(cmsGetProfileContextID(press.handle()), nullptr));
  if (!lab_profile) return 0;
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
  run_tasks(parallel, static_cast<int>(found.size()), [&](int index) {
    const auto at = static_cast<std::size_t>(index);
    const std::size_t colors = lab.size() / 3, part = at % parts;
    const std::size_t first = part * colors / parts, end = (part + 1) * colors / parts;
    found[at] = most_ink(transforms[at / parts].get(), static_cast<std::size_t>(press.channels()),
                         std::span(lab).subspan(3 * first, 3 * (end - first)));
  });
  return found.empty() ? 0 : std::ranges::max(found);
}

// What was found for an earlier page or in an earlier run, else by a search.
double kept_most_ink(const profiles::Profile& press, const std::optional<std::string>& cache, SharedTables* shared,
                     const ParallelFor& parallel) {
  const profiles::Fingerprint key = key_of_most_ink(press);
  if (const auto kept = shared != nullptr ? shared->most_ink.find(key) : nullptr) return *kept;
  double most = 0;
  const std::span bytes = std::as_writable_bytes(std::span(&most, 1));
  const auto file = cache ? std::optional<CachedFile>(std::in_place, *cache, key, cached_limits) : std::nullopt;
  if (!file || !file->read(bytes, {})) {
    most = most_ink(press, parallel);
    // Later runs are only slower without it. They try again what failed.
    if (file && most > 0) (void)file->write(bytes, {});
  }
  if (shared != nullptr) shared->most_ink.keep(key, std::make_shared<const double>(most));
  return most;
}

}  // namespace

std::optional<double> press_limit(const profiles::Profile& press, const std::optional<std::string>& cache,
                                  SharedTables* shared, const ParallelFor& parallel) {
  constexpr double step = 5;
  constexpr double noise = 0.5;  // of the samples
  const double most = kept_most_ink(press, cache, shared, parallel);
  if (most <= 0) return std::nullopt;
  return step * std::ceil((most - noise) / step);
}

}  // namespace platerip::separation
