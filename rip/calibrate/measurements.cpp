#include "rip/calibrate/measurements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "rip/calibrate/column_names.h"
#include "rip/calibrate/page/drop_mixtures.h"
#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

using cgats::Row;
using cgats::Sheet;

constexpr double most_density = 5;
constexpr double most_from_left = 10'000;  // mm

// Amounts that differ by less are equal. Those of 8-bit pages differ by up to 0.2 % from those in their description.
constexpr double same_amount = 0.6;

using Fields = std::array<std::size_t, 3>;

std::optional<Fields> find_three(const Sheet& sheet, const column_names::Three& spellings) {
  for (const auto& names : spellings) {
    const auto first = sheet.find(names[0]);
    const auto second = sheet.find(names[1]);
    const auto third = sheet.find(names[2]);
    if (first && second && third) return Fields{*first, *second, *third};
  }
  return std::nullopt;
}

Result<std::array<double, 3>> three_of(const Sheet& sheet, const Row& row, const Fields& fields) {
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = sheet.number(row, fields[i]);
    if (!value.ok()) return value.error();
    values[i] = *value;
  }
  return values;
}

// CIE 15:2018: L*a*b* to XYZ, each as a share of the white.
Result<std::vector<double>> light_of_lab(const Sheet& sheet, const Row& row, const Fields& fields) {
  const auto lab = three_of(sheet, row, fields);
  if (!lab.ok()) return lab.error();
  const auto [l, a, b] = *lab;
  if (l < -1 || l > 150 || std::abs(a) > 300 || std::abs(b) > 300)
    return Error{sheet.at(row) + "no colour has these L*, a* and b*"};
  const auto share = [](double f) { return f > 6.0 / 29 ? f * f * f : 3 * (6.0 / 29) * (6.0 / 29) * (f - 4.0 / 29); };
  const double f = (l + 16) / 116;
  return std::vector{share(f + a / 500), share(f), share(f - b / 200)};
}

Result<std::vector<double>> light_of_xyz(const Sheet& sheet, const Row& row, const Fields& fields) {
  const auto xyz = three_of(sheet, row, fields);
  if (!xyz.ok()) return xyz.error();
  for (const double value : *xyz)
    if (value < -1 || value > 1000) return Error{sheet.at(row) + "no colour has these X, Y and Z"};
  return std::vector<double>(xyz->begin(), xyz->end());
}

// How the light of a row is read.
struct LightColumns {
  std::vector<Filter> filters;
  std::function<Result<std::vector<double>>(const Row& row)> light;
};

std::optional<LightColumns> density_columns(const Sheet& sheet) {
  LightColumns columns;
  std::vector<std::size_t> fields;
  const auto add = [&](Filter filter, std::optional<std::size_t> field) {
    if (!field) return;
    columns.filters.push_back(filter);
    fields.push_back(*field);
  };
  add(Filter::red, sheet.find(column_names::red_density));
  add(Filter::green, sheet.find(column_names::green_density));
  add(Filter::blue, sheet.find(column_names::blue_density));
  add(Filter::visual, sheet.find(column_names::visual_density));
  if (fields.empty()) add(Filter::only, sheet.find(column_names::density));
  if (fields.empty()) return std::nullopt;
  columns.light = [&sheet, fields](const Row& row) -> Result<std::vector<double>> {
    std::vector<double> light;
    for (const std::size_t field : fields) {
      const auto density = sheet.number(row, field);
      if (!density.ok()) return density.error();
      if (std::abs(*density) > most_density)
        return Error{sheet.at(row) + row.values[field] + " is not a density of a print"};
      light.push_back(std::pow(10, -*density));
    }
    return light;
  };
  return columns;
}

std::optional<LightColumns> color_columns(const Sheet& sheet) {
  const std::vector<Filter> filters{Filter::red, Filter::green, Filter::blue};
  const auto xyz = find_three(sheet, column_names::xyz);
  if (xyz) return LightColumns{filters, [&sheet, xyz](const Row& row) { return light_of_xyz(sheet, row, *xyz); }};
  const auto lab = find_three(sheet, column_names::lab);
  if (lab) return LightColumns{filters, [&sheet, lab](const Row& row) { return light_of_lab(sheet, row, *lab); }};
  return std::nullopt;
}

std::optional<std::size_t> tone_column(const Sheet& sheet) {
  return sheet.find(column_names::tone);
}

Result<double> from_left_of(const Sheet& sheet, const Row& row, std::size_t field) {
  const auto place = sheet.number(row, field);
  if (place.ok() && (*place < 0 || *place > most_from_left))
    return Error{sheet.at(row) + row.values[field] + " mm is not from 0 to 10000"};
  return place;
}

// Which patch a row is about.
class PatchFinder {
 public:
  PatchFinder(const Sheet& sheet, const std::optional<Target>& target, Measurements& result)
      : sheet_(sheet), target_(target), result_(result), columns_(cgats::ink_columns(sheet)) {
    if (!target) {
      result.inks = inks_of(sheet, columns_);
      return;
    }
    result.inks = target->inks;
    for (const Patch& patch : target->patches) {
      if (!patch.place.empty()) by_name_[cgats::upper(patch.place)] = &patch;
      if (!patch.id.empty()) by_name_.emplace(cgats::upper(patch.id), &patch);
    }
  }

  [[nodiscard]] Status check() const {
    if (columns_.size() > most_inks) return Error{sheet_.path + ": has more than 32 inks"};
    if (target_ || !columns_.empty() || (ink_ && (nominal_ || has_drops_))) return {};
    return Error{sheet_.path +
                 ": does not say which ink amounts its patches have; give the target's .ti2 with --target"};
  }

  Result<Patch> find(const Row& row) {
    if (target_) return find_in_target(row);
    if (!columns_.empty()) {
      auto amounts = amounts_of(sheet_, row, columns_);
      if (!amounts.ok()) return amounts.error();
      auto drops = drops_of(sheet_, row);
      if (!drops.ok()) return drops.error();
      return Patch{id_of(sheet_, row), place_of(sheet_, row), *std::move(amounts), *std::move(drops)};
    }
    return find_by_ink(row);
  }

 private:
  Result<Patch> find_in_target(const Row& row) {
    const std::string place = place_of(sheet_, row);
    const std::string name = place.empty() ? id_of(sheet_, row) : place;
    const auto found = by_name_.find(cgats::upper(name));
    if (found == by_name_.end())
      return Error{sheet_.at(row) + (name.empty() ? "does not name its patch" : "the target has no patch " + name)};
    const Patch& patch = *found->second;
    if (columns_.empty()) return patch;
    const auto amounts = amounts_of(sheet_, row, columns_);
    if (!amounts.ok()) return amounts.error();
    const bool same =
        std::ranges::equal(*amounts, patch.amounts, [](double a, double b) { return std::abs(a - b) <= same_amount; });
    if (same) return patch;
    return Error{sheet_.at(row) + "patch " + name + " has other ink amounts in the target; it is another target"};
  }

  Result<Patch> find_by_ink(const Row& row) {
    const std::string& name = row.values[*ink_];
    auto drops = drops_of(sheet_, row);
    if (!drops.ok()) return drops.error();
    const auto nominal = has_drops_ ? nominal_amount(*drops) : sheet_.number(row, *nominal_);
    if (!nominal.ok()) return nominal.error();
    if (*nominal < 0 || *nominal > 100)
      return Error{sheet_.at(row) + row.values[*nominal_] + " is not a percentage from 0 to 100"};
    if (name.empty() && *nominal > 0) return Error{sheet_.at(row) + "does not name its ink"};
    auto& inks = result_.inks;
    auto ink = std::ranges::find_if(inks, [&](const auto& each) { return cgats::upper(each) == cgats::upper(name); });
    if (ink == inks.end() && inks.size() == most_inks) return Error{sheet_.at(row) + "more than 32 inks"};
    if (ink == inks.end() && *nominal > 0) ink = inks.insert(inks.end(), name);
    Patch patch{.id = id_of(sheet_, row), .place = place_of(sheet_, row), .amounts = {}, .drops = *std::move(drops)};
    patch.amounts.resize(inks.size());
    if (*nominal > 0) patch.amounts[static_cast<std::size_t>(ink - inks.begin())] = *nominal;
    return patch;
  }

  const Sheet& sheet_;
  const std::optional<Target>& target_;
  Measurements& result_;
  std::vector<cgats::InkColumn> columns_;
  std::map<std::string, const Patch*> by_name_;
  std::optional<std::size_t> ink_ = sheet_.find(column_names::ink);
  std::optional<std::size_t> nominal_ = sheet_.find(column_names::nominal);
  bool has_drops_ = sheet_.find(column_names::levels.front()).has_value();
};

}  // namespace

bool Measurements::has(std::size_t ink) const {
  return std::ranges::any_of(readings, [ink](const Reading& reading) { return reading.patch.ink() == ink; });
}

bool Measurements::has_drops() const {
  return std::ranges::any_of(readings, [](const Reading& reading) { return !reading.patch.drops.empty(); });
}

Result<Measurements> read_measurements(const std::string& path, const std::optional<Target>& target) {
  const auto sheet = cgats::read(path, column_names::known());
  if (!sheet.ok()) return sheet.error();
  Measurements result{.path = path, .inks = {}, .filters = {}, .readings = {}};
  const auto tone = tone_column(*sheet);
  const auto place = sheet->find(column_names::from_left);
  auto columns = density_columns(*sheet);
  if (!columns) columns = color_columns(*sheet);
  if (!columns && !tone)
    return Error{path + ": has no measurements: no columns of XYZ, L*a*b*, densities or tone values"};
  if (columns) result.filters = columns->filters;

  PatchFinder patches(*sheet, target, result);
  if (const Status status = patches.check(); !status.ok()) return status.error();
  for (const Row& row : sheet->rows) {
    auto patch = patches.find(row);
    if (!patch.ok()) return patch.error();
    Reading reading{.where = sheet->at(row), .patch = *std::move(patch), .light = {}};
    if (columns) {
      auto light = columns->light(row);
      if (!light.ok()) return light.error();
      reading.light = *std::move(light);
      for (double& share : reading.light) share = std::max(share, least_light);
    } else {
      const auto value = sheet->number(row, *tone);
      if (!value.ok()) return value.error();
      if (*value < -10 || *value > 110) return Error{sheet->at(row) + row.values[*tone] + " is not a tone value"};
      reading.tone = *value;
    }
    if (place) {
      const auto from_left = from_left_of(*sheet, row, *place);
      if (!from_left.ok()) return from_left.error();
      reading.from_left = *from_left;
    }
    result.readings.push_back(std::move(reading));
  }
  return result;
}

Result<Measurements> read_with_target(const std::string& path, const std::optional<std::string>& target) {
  if (!target) return read_measurements(path, std::nullopt);
  auto read = read_target(*target);
  if (!read.ok()) return read.error();
  return read_measurements(path, *std::move(read));
}

}  // namespace platerip::rip
