// Shows a run as the papers show theirs: tables, and a plot of time against size.
#pragma once

#include <iosfwd>
#include <vector>

#include "tests/bench/literature/algorithm.h"
#include "tests/bench/literature/run_file.h"

namespace platerip::literature {

/// Tables in Markdown: those of each paper, with the paper's milliseconds below ours; the sweeps; the memory; and the
/// factors by which the product's engines are faster.
void print_tables(std::ostream& out, const std::vector<Algorithm>& algorithms, const RunFile& run);

/// An SVG with a line for each algorithm on square pages. Both axes are logarithmic.
void plot(std::ostream& out, const RunFile& run);

}  // namespace platerip::literature
