// How Argyll names inks: by a letter, or a digit and a letter.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "separation/cgats/sheet.h"

namespace platerip::cgats {

/// The name of the ink with this code: "Cyan" for C, "Light Cyan" for c. Empty if there is none.
std::string ink_of_code(std::string_view code);

/// Argyll's code for the ink of this name, whatever the name's case. Empty if there is none.
std::string code_of_ink(std::string_view name);

/// What begins the names of the columns of these inks, given by their codes: "CMYK" in CMYK_C. It is the codes, but
/// GRAY for a single K or W.
std::string column_prefix(const std::string& codes);

/// An ink's column.
struct InkColumn {
  std::string ink;  ///< by its name; Argyll's code if we know no name
  std::size_t field = 0;
};

/// The columns of ink amounts, such as CMYKOG_O: those that the keyword COLOR_REP announces. Without that keyword,
/// those of CMYK, of its parts and of 5 to 9 inks as CGATS.17 names them (6CLR_1).
std::vector<InkColumn> ink_columns(const Sheet& sheet);

}  // namespace platerip::cgats
