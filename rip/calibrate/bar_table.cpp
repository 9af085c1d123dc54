#include "rip/calibrate/bar_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>

#include "rip/calibrate/ink_filter.h"
#include "rip/calibrate/measurements.h"
#include "rip/pages/page_formats.h"
#include "tiffio/input_file.h"

namespace platerip::rip {
namespace {

constexpr std::size_t most_places = 4096;

using Means = std::map<double, MeanReading>;  // by percent of ink

double in_hundredths(double value) {
  return std::round(100 * value) / 100;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

// The only ink that is measured.
Result<std::size_t> ink_of(const Measurements& measured) {
  std::optional<std::size_t> found;
  for (std::size_t ink = 0; ink < measured.inks.size(); ++ink) {
    if (!measured.has(ink)) continue;
    if (found) return Error{measured.path + ": has several inks; give a table for each"};
    found = ink;
  }
  if (!found) return Error{measured.path + ": no ink is measured alone"};
  return *found;
}

// The readings of each place.
Result<std::map<double, Means>> by_place(const Measurements& measured, std::size_t ink) {
  std::map<double, Means> places;
  for (const Reading& reading : measured.readings) {
    if (!reading.from_left)
      return Error{reading.where + "has no place; the column MM says how far it is from the left"};
    if (!reading.patch.is_paper() && reading.patch.ink() != ink) return Error{reading.where + "has several inks"};
    const double percent = reading.patch.is_paper() ? 0 : in_hundredths(reading.patch.amounts[ink]);
    places[in_hundredths(*reading.from_left)][percent].add(reading);
  }
  if (places.size() < 2) return Error{measured.path + ": has one place only"};
  if (places.size() > most_places) return Error{measured.path + ": has more than 4096 places"};
  return places;
}

// Whether all places have what any of them has, and paper and solid.
Status check_whole(const std::string& path, const std::map<double, Means>& places) {
  Means wanted{{0, {}}, {100, {}}};
  for (const auto& [place, means] : places) wanted.insert(means.begin(), means.end());
  for (const auto& [place, means] : places) {
    for (const auto& [percent, mean] : wanted)
      if (!means.contains(percent))
        return Error{path + ": " + short_number(percent) + " percent is not measured at " + short_number(place) +
                     " mm"};
  }
  return {};
}

}  // namespace

bool is_table(const std::string& path) {
  const auto file = tiffio::InputFile::open(path, path);
  if (!file.ok()) return false;
  std::array<char, 512> bytes{};
  const std::int64_t got = (*file)->read_some(0, reinterpret_cast<std::byte*>(bytes.data()), bytes.size());
  if (got <= 0) return false;
  const std::string_view begin(bytes.data(), static_cast<std::size_t>(got));
  const auto is_of_text = [](unsigned char c) { return c >= ' ' || c == '\t' || c == '\r' || c == '\n'; };
  return std::ranges::all_of(begin, is_of_text) && !begin.starts_with("%PDF") && format_of(begin) == nullptr;
}

Result<Bars> read_bar_table(const std::string& path) {
  const auto measured = read_measurements(path, std::nullopt);
  if (!measured.ok()) return measured.error();
  const auto ink = ink_of(*measured);
  if (!ink.ok()) return ink.error();
  const auto places = by_place(*measured, *ink);
  if (!places.ok()) return places.error();
  if (const Status status = check_whole(path, *places); !status.ok()) return status.error();

  const Means& first = places->begin()->second;
  const bool is_tone = measured->filters.empty();
  const auto filter = is_tone ? Result(std::size_t{0}) : choose_filter(*measured, *ink, first.at(0), first.at(100));
  if (!filter.ok()) return filter.error();
  Bars bars;
  for (const auto& [place, means] : *places) bars.places.push_back(place);
  for (const auto& [percent, mean] : first) {
    bars.nominal.push_back(percent);
    std::vector<double>& light = bars.light.emplace_back();
    for (const auto& [place, means] : *places) {
      const MeanReading& here = means.at(percent);
      light.push_back(is_tone ? 1 - here.tone / 100 : here.light[*filter]);
    }
  }
  return bars;
}

}  // namespace platerip::rip
