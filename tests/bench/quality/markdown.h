// Tables in Markdown.
//
// Functions may throw std::bad_alloc. They are thread-safe.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace platerip::quality {

/// The cells of a row.
using Cells = std::vector<std::string>;

/// A number with that many decimals; a dash if it is not finite.
std::string number(double value, int decimals);

/// Prints a row, and flushes it.
void print_row(std::ostream& out, const Cells& cells);

/// Prints what is above the rows: an empty line, the title and the names of the columns.
void print_head(std::ostream& out, const std::string& title, const Cells& columns);

}  // namespace platerip::quality
