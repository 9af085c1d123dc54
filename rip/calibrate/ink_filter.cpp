#include "rip/calibrate/ink_filter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

// The least density between paper and solid ink. An instrument repeats a density to 0.01.
constexpr double least_density = 0.05;

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

double contrast(const MeanReading& paper, const MeanReading& solid, std::size_t filter) {
  return std::abs(std::log10(paper.light[filter] / solid.light[filter]));
}

std::size_t best_filter(const Measurements& measured, std::size_t ink, const MeanReading& paper,
                        const MeanReading& solid) {
  const auto wanted = filter_for(measured.inks[ink], measured.filters);
  std::size_t best = 0;
  for (std::size_t i = 0; i < measured.filters.size(); ++i) {
    if (measured.filters[i] == wanted) return i;
    if (contrast(paper, solid, i) > contrast(paper, solid, best)) best = i;
  }
  return best;
}

}  // namespace

void MeanReading::add(const Reading& reading) {
  if (count == 0) where = reading.where;
  ++count;
  light.resize(reading.light.size());
  for (std::size_t i = 0; i < light.size(); ++i) light[i] += (reading.light[i] - light[i]) / count;
  tone += (reading.tone - tone) / count;
}

Result<std::size_t> choose_filter(const Measurements& measured, std::size_t ink, const MeanReading& paper,
                                  const MeanReading& solid) {
  const std::size_t filter = best_filter(measured, ink, paper, solid);
  if (contrast(paper, solid, filter) >= least_density) return filter;
  return Error{measured.path + ": " + measured.inks[ink] +
               ": paper and solid ink look alike; measure it with another filter or on other paper"};
}

}  // namespace platerip::rip
