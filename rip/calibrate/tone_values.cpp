#include "rip/calibrate/tone_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "rip/calibrate/ink_filter.h"

namespace platerip::rip {
namespace {

constexpr std::size_t least_tints = 3;
// In percent. No measurement has as much noise: if tones fall by more, patches were swapped.
constexpr double most_fall = 5;

// Ink amounts that differ by less count as one.
double rounded(double amount) {
  return std::round(100 * amount) / 100;
}

std::map<double, MeanReading> means_of(const Measurements& measured, std::size_t ink) {
  std::map<double, MeanReading> means;
  for (const Reading& reading : measured.readings) {
    const auto only = reading.patch.ink();
    if (reading.patch.is_paper()) means[0].add(reading);
    if (only == ink) means[rounded(reading.patch.amounts[ink])].add(reading);
  }
  return means;
}

std::string percent(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", value);
  return text;
}

Status check_rise(const std::string& ink, const std::vector<Tint>& tints) {
  const Tint* darkest = &tints.front();
  for (const Tint& tint : tints) {
    if (tint.measured < darkest->measured - most_fall)
      return Error{tint.where + ink + " " + percent(tint.nominal) + " measures " + percent(tint.measured) +
                   ", less than " + percent(darkest->nominal) + " with " + percent(darkest->measured) +
                   "; were patches swapped?"};
    if (tint.measured > darkest->measured) darkest = &tint;
  }
  return {};
}

}  // namespace

Result<std::vector<Tint>> tone_values(const Measurements& measured, std::size_t ink, double yule_nielsen) {
  const std::string& name = measured.inks[ink];
  const std::string about = measured.path + ": " + name + ": ";
  const std::map<double, MeanReading> means = means_of(measured, ink);
  const bool is_tone = measured.filters.empty();
  if (!is_tone && !means.contains(0)) return Error{about + "no patch of bare paper is measured"};
  if (!is_tone && !means.contains(100)) return Error{about + "no patch of solid ink (100 %) is measured"};

  std::size_t filter = 0;
  if (!is_tone) {
    const auto chosen = choose_filter(measured, ink, means.at(0), means.at(100));
    if (!chosen.ok()) return chosen.error();
    filter = *chosen;
  }
  const auto bent = [&](const MeanReading& mean) { return std::pow(mean.light[filter], 1 / yule_nielsen); };
  std::vector<Tint> tints;
  for (const auto& [nominal, mean] : means) {
    if (nominal <= 0 || nominal >= 100) continue;
    const double tone =
        is_tone ? mean.tone : 100 * (bent(means.at(0)) - bent(mean)) / (bent(means.at(0)) - bent(means.at(100)));
    tints.push_back({nominal, tone, mean.where});
  }
  if (tints.size() < least_tints)
    return Error{about + std::to_string(tints.size()) + " tints between paper and solid; at least " +
                 std::to_string(least_tints) + " are needed"};
  if (const Status rise = check_rise(name, tints); !rise.ok()) return rise.error();
  return tints;
}

}  // namespace platerip::rip
