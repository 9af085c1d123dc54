// Shows a run as the papers show theirs: tables, and a plot of time against size.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tests/bench/literature/algorithm.h"
#include "tests/bench/literature/options.h"
#include "tests/bench/literature/run_file.h"

namespace platerip::literature {

/// Tables in Markdown: those of each paper, with the paper's milliseconds below ours; the sweeps; the memory; and the
/// factors by which the product's engines are faster.
void print_tables(std::ostream& out, const std::vector<Algorithm>& algorithms, const RunFile& run);

/// Runs the exhaustive searches of Kouge and of the product. Writes `about`, and their times and errors beside the
/// paper's. Returns an exit status.
int compare_searches(const Options& options, const std::vector<std::string>& about, std::ostream& out);

/// An SVG with a line for each algorithm on square pages. Both axes are logarithmic.
void plot(std::ostream& out, const RunFile& run);

}  // namespace platerip::literature
