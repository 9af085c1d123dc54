#include "rip/calibrate/tone_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

// The least density between paper and solid ink. An instrument repeats a density to 0.01.
constexpr double least_density = 0.05;
constexpr std::size_t least_tints = 3;
// In percent. No measurement has as much noise: if tones fall by more, patches were swapped.
constexpr double most_fall = 5;

// Measurements of one nominal value, averaged.
struct Mean {
  std::vector<double> light;
  double tone = 0;
  double count = 0;
  std::string where;

  void add(const Reading& reading) {
    if (count == 0) where = reading.where;
    ++count;
    light.resize(reading.light.size());
    for (std::size_t i = 0; i < light.size(); ++i) light[i] += (reading.light[i] - light[i]) / count;
    tone += (reading.tone - tone) / count;
  }
};

// Ink amounts that differ by less count as one.
double rounded(double amount) {
  return std::round(100 * amount) / 100;
}

std::map<double, Mean> means_of(const Measurements& measured, std::size_t ink) {
  std::map<double, Mean> means;
  for (const Reading& reading : measured.readings) {
    const auto only = reading.patch.ink();
    if (reading.patch.is_paper()) means[0].add(reading);
    if (only == ink) means[rounded(reading.patch.amounts[ink])].add(reading);
  }
  return means;
}

// The filter for an ink of this name. "Light Cyan" is a cyan.
std::optional<Filter> filter_for(const std::string& ink, const std::vector<Filter>& filters) {
  const std::string name = cgats::upper(ink);
  const auto has = [&](Filter filter) { return std::ranges::find(filters, filter) != filters.end(); };
  if (name.ends_with("CYAN")) return Filter::red;
  if (name.ends_with("MAGENTA")) return Filter::green;
  if (name.ends_with("YELLOW")) return Filter::blue;
  if (name.ends_with("BLACK")) return has(Filter::visual) ? Filter::visual : Filter::green;
  return std::nullopt;
}

double contrast(const Mean& paper, const Mean& solid, std::size_t filter) {
  return std::abs(std::log10(paper.light[filter] / solid.light[filter]));
}

std::size_t choose_filter(const Measurements& measured, std::size_t ink, const Mean& paper, const Mean& solid) {
  const auto wanted = filter_for(measured.inks[ink], measured.filters);
  std::size_t best = 0;
  for (std::size_t i = 0; i < measured.filters.size(); ++i) {
    if (measured.filters[i] == wanted) return i;
    if (contrast(paper, solid, i) > contrast(paper, solid, best)) best = i;
  }
  return best;
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
  const std::map<double, Mean> means = means_of(measured, ink);
  const bool is_tone = measured.filters.empty();
  if (!is_tone && !means.contains(0)) return Error{about + "no patch of bare paper is measured"};
  if (!is_tone && !means.contains(100)) return Error{about + "no patch of solid ink (100 %) is measured"};

  std::size_t filter = 0;
  if (!is_tone) {
    filter = choose_filter(measured, ink, means.at(0), means.at(100));
    if (contrast(means.at(0), means.at(100), filter) < least_density)
      return Error{about + "paper and solid ink look alike; measure it with another filter or on other paper"};
  }
  const auto bent = [&](const Mean& mean) { return std::pow(mean.light[filter], 1 / yule_nielsen); };
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
