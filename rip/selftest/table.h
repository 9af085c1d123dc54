// The table of `platerip selftest`.
#pragma once

#include <string>

#include "rip/selftest/comparison.h"

namespace platerip::rip {

/// A row for each kind of pages, with the speed of each path, then what was not compared, and why. May throw
/// std::bad_alloc.
std::string table_of(const Paths& paths, const Comparison& comparison);

/// "412 pages with 23 Mpx, 34 of them handed over from path to path". May throw std::bad_alloc.
std::string summary_of(const Comparison& comparison);

}  // namespace platerip::rip
