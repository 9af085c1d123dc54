// The patches of a target and their nominal ink amounts.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/cgats/inks.h"
#include "separation/cgats/sheet.h"

namespace platerip::rip {

/// The most inks of a page.
inline constexpr std::size_t most_inks = 32;

/// One patch. Its place, such as "A5", or its number may be missing.
struct Patch {
  std::string id;
  std::string place;
  std::vector<double> amounts;  ///< of each ink, in percent
  std::vector<double> drops;    ///< percent of the pixels that print each drop size; empty in targets without sizes

  /// The only ink of the patch; nothing for paper and for patches of several inks.
  [[nodiscard]] std::optional<std::size_t> ink() const;
  [[nodiscard]] bool is_paper() const;
};

/// A target, as its description tells it.
struct Target {
  std::vector<std::string> inks;
  std::vector<Patch> patches;
};

/// The ink amounts of a row. Errors name the line: a value is not from 0 to 100.
Result<std::vector<double>> amounts_of(const cgats::Sheet& sheet, const cgats::Row& row,
                                       const std::vector<cgats::InkColumn>& columns);

/// Patch::drops of a row: the columns LEVEL_1, LEVEL_2, …, as many as the sheet has. Errors name the line: a value is
/// not from 0 to 100, or they are more than 100 together.
Result<std::vector<double>> drops_of(const cgats::Sheet& sheet, const cgats::Row& row);

/// The names of the inks of a sheet's columns: those of the keywords PLATERIP_INK_1, PLATERIP_INK_2, …, else those of
/// Argyll's codes.
std::vector<std::string> inks_of(const cgats::Sheet& sheet, const std::vector<cgats::InkColumn>& columns);

/// The place of a row's patch, such as "A5", and its number or name. Empty if the sheet has no such column.
std::string place_of(const cgats::Sheet& sheet, const cgats::Row& row);
std::string id_of(const cgats::Sheet& sheet, const cgats::Row& row);

/// Reads the description of a target: a .ti1 or .ti2 of Argyll or of make_target(), or any table with ink amounts.
/// Errors: those of cgats::read(), no ink amounts, more than most_inks inks, amounts that are not from 0 to 100, or two
/// patches at one place.
Result<Target> read_target(const std::string& path);

}  // namespace platerip::rip
