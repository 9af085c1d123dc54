// Tables of text: CGATS.17, Argyll's .ti1, .ti2, .ti3 and .cal, and CSV.
//
// LittleCMS has a reader of CGATS too, but it does not say in which line a value stands. Here every row knows its line,
// so that a message can name it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::cgats {

/// One row, with as many values as the sheet has fields.
struct Row {
  std::size_t line = 0;  ///< in the file, from 1
  std::vector<std::string> values;
};

/// A table with named columns.
struct Sheet {
  std::string path;
  std::string type;                             ///< the word that begins a CGATS file, such as "CTI3"; empty for CSV
  std::map<std::string, std::string> keywords;  ///< of CGATS: names in upper case
  std::vector<std::string> fields;              ///< the names of the columns
  std::vector<Row> rows;
  bool has_decimal_commas = false;  ///< CSV with semicolons or tabs: 1,5 is 1.5

  /// The column called `name`, which is in upper case, whatever its own case; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

  /// The column of the first of `names` that the sheet has.
  [[nodiscard]] std::optional<std::size_t> find(std::span<const std::string_view> names) const;

  /// The number in a row. Errors name the line: the value is not a finite number.
  [[nodiscard]] Result<double> number(const Row& row, std::size_t field) const;

  /// "FILE:LINE: ", for messages about a row.
  [[nodiscard]] std::string at(const Row& row) const;
};

/// Reads the first table of a text in CGATS, or CSV with commas, semicolons or tabs. `path` is for messages.
///
/// In CSV, the first line with two of the names `known`, in upper case, names the columns; if there is none, the first
/// line with any text. What stands before it is left out, so a sheet may have a heading, or Excel's line "sep=;", which
/// says what separates cells. Empty cells at the ends of lines are left out too. C, M, Y and K beside each other, or
/// Cyan, Magenta, Yellow and Black, are the ink amounts CMYK_C, CMYK_M, CMYK_Y and CMYK_K. Errors name the file and,
/// where there is one, the line: no text, no fields or rows, two columns of one name, rows of another length, a text
/// that ends too early, a NUMBER_OF_SETS that is wrong.
Result<Sheet> parse(const std::string& path, std::string_view text, std::span<const std::string_view> known = {});

/// Reads a file of at most 4 MiB. Errors: those of parse(), or the file cannot be read.
Result<Sheet> read(const std::string& path, std::span<const std::string_view> known = {});

/// Whether the text is in CGATS and begins with the word `type`.
bool is_of_type(std::string_view text, std::string_view type);

}  // namespace platerip::cgats
