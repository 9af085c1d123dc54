#include "rip/calibrate/target.h"

#include <algorithm>
#include <set>

#include "rip/calibrate/column_names.h"
#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

std::string text_in(const cgats::Row& row, std::optional<std::size_t> field) {
  return field ? row.values[*field] : "";
}

}  // namespace

std::optional<std::size_t> Patch::ink() const {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    if (amounts[i] <= 0) continue;
    if (only) return std::nullopt;
    only = i;
  }
  return only;
}

bool Patch::is_paper() const {
  return std::ranges::all_of(amounts, [](double amount) { return amount <= 0; });
}

Result<std::vector<double>> amounts_of(const cgats::Sheet& sheet, const cgats::Row& row,
                                       const std::vector<cgats::InkColumn>& columns) {
  std::vector<double> amounts;
  for (const cgats::InkColumn& column : columns) {
    const auto amount = sheet.number(row, column.field);
    if (!amount.ok()) return amount.error();
    if (*amount < 0 || *amount > 100)
      return Error{sheet.at(row) + row.values[column.field] + " is not a percentage of " + column.ink +
                   " from 0 to 100"};
    amounts.push_back(*amount);
  }
  return amounts;
}

Result<std::vector<double>> drops_of(const cgats::Sheet& sheet, const cgats::Row& row) {
  std::vector<double> shares;
  double sum = 0;
  for (const std::string_view name : column_names::levels) {
    const auto field = sheet.find(name);
    if (!field) break;
    const auto share = sheet.number(row, *field);
    if (!share.ok()) return share.error();
    sum += *share;
    if (*share < 0 || sum > 100)
      return Error{sheet.at(row) + "levels are not percentages of 100 percent of the pixels"};
    shares.push_back(*share);
  }
  return shares;
}

std::vector<std::string> inks_of(const cgats::Sheet& sheet, const std::vector<cgats::InkColumn>& columns) {
  std::vector<std::string> inks;
  for (const cgats::InkColumn& column : columns) {
    const auto name = sheet.keywords.find("PLATERIP_INK_" + std::to_string(inks.size() + 1));
    inks.push_back(name == sheet.keywords.end() ? column.ink : name->second);
  }
  return inks;
}

std::string place_of(const cgats::Sheet& sheet, const cgats::Row& row) {
  return text_in(row, sheet.find(column_names::place));
}

std::string id_of(const cgats::Sheet& sheet, const cgats::Row& row) {
  return text_in(row, sheet.find(column_names::id));
}

Result<Target> read_target(const std::string& path) {
  const auto sheet = cgats::read(path, column_names::known());
  if (!sheet.ok()) return sheet.error();
  const std::vector<cgats::InkColumn> columns = cgats::ink_columns(*sheet);
  if (columns.empty()) return Error{path + ": not a target: it has no columns of ink amounts"};
  if (columns.size() > most_inks) return Error{path + ": has more than 32 inks"};
  Target target{.inks = inks_of(*sheet, columns), .patches = {}};
  std::set<std::string> places;
  for (const cgats::Row& row : sheet->rows) {
    auto amounts = amounts_of(*sheet, row, columns);
    if (!amounts.ok()) return amounts.error();
    auto drops = drops_of(*sheet, row);
    if (!drops.ok()) return drops.error();
    target.patches.push_back({id_of(*sheet, row), place_of(*sheet, row), *std::move(amounts), *std::move(drops)});
    const std::string place = cgats::upper(target.patches.back().place);
    if (!place.empty() && !places.insert(place).second)
      return Error{sheet->at(row) + "another patch is called " + target.patches.back().place};
  }
  return target;
}

}  // namespace platerip::rip
