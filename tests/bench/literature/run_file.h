// A run in a file: comma-separated values, with a line for each algorithm, setting and page. Before them, lines that
// begin with # say where and when it ran.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace platerip::literature {

struct Row {
  std::string algorithm;
  std::string paper;
  std::string table;
  std::string where;
  std::string setting;
  int width = 0;
  int height = 0;
  double best = 0;  ///< milliseconds; 0 (nothing in the file): it did not run, and `bits` says why
  double median = 0;
  int repeats = 0;
  std::size_t bytes = 0;  ///< of memory, besides the page's samples and pixels
  std::string bits = {};  ///< "equal", …

  [[nodiscard]] bool ran() const { return best > 0; }
};

struct RunFile {
  std::vector<std::string> origin;  ///< the lines that begin with #, without it
  std::vector<Row> rows;
};

/// Writes these lines, each with #.
void write_origin(std::ostream& out, const std::vector<std::string>& origin);
/// Writes these lines, and the names of the columns.
void write_head(std::ostream& out, const std::vector<std::string>& origin);
void write_row(std::ostream& out, const Row& row);
/// Skips lines with another number of fields.
RunFile read_run(std::istream& in);

/// For example "16K" or "1000×777".
std::string size_name(int width, int height);

/// For each algorithm and side, the row with the best time on a square page, for any setting. If none ran, a row that
/// did not run. They point into `run`.
std::map<std::string, std::map<int, const Row*>> best_on_squares(const RunFile& run);

}  // namespace platerip::literature
