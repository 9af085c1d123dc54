// Splits lines into words and cells. Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::cgats {

/// `text` without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// The words of a line of CGATS, separated by spaces and tabs. A word in double quotes may have spaces. '#' begins a
/// comment.
std::vector<std::string> words_of(std::string_view line);

/// The same, of a line that people write. Errors: a quote is not closed.
Result<std::vector<std::string>> closed_words_of(std::string_view line);

/// The cells of a line of CSV (RFC 4180, without line ends in cells), without spaces around them.
std::vector<std::string> cells_of(std::string_view line, char separator);

/// `text` in upper case; only ASCII letters change.
std::string upper(std::string_view text);

}  // namespace platerip::cgats
