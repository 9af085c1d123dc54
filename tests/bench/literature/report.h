// A run as the papers show theirs: tables, and a plot of time against size.
#pragma once

#include <iosfwd>
#include <vector>

#include "tests/bench/literature/algorithm.h"
#include "tests/bench/literature/run_file.h"

namespace platerip::literature {

/// Tables in Markdown: each of the papers' with their milliseconds below ours, the sweeps, the memory, and how far the
/// product's engines are ahead.
void print_tables(std::ostream& out, const std::vector<Algorithm>& algorithms, const RunFile& run);

/// An SVG: a line for each algorithm on square pages, both axes logarithmic.
void plot(std::ostream& out, const RunFile& run);

}  // namespace platerip::literature
