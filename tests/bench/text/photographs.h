// What becomes crisp where nothing should: photographs and soft edges.
//
// Functions may throw std::bad_alloc, and std::runtime_error, whose message names the file. They are thread-safe.
#pragma once

#include <ostream>
#include <string>

namespace platerip::text {

/// Prints a row for a PNG: the path; pixels; how many change as a gray page, and as an RGB page; what an eye sees at
/// 600 dpi of the errors of the plate of black by `tone`, without and with crisp text. All for `--crisp text`.
void print_photograph(std::ostream& out, const std::string& path);

/// Prints a row for some widths of Gaussian edges from paper to solid, at 72 angles: the standard deviation in pixels,
/// the number of pixels, and how many change.
void print_soft_edges(std::ostream& out);

}  // namespace platerip::text
