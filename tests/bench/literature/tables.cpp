#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <ostream>
#include <set>

#include "tests/bench/literature/report.h"

namespace platerip::literature {
namespace {

std::string three_digits(double value) {
  char text[40];
  const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

using Best = std::map<std::string, std::map<int, const Row*>>;

std::string time_cell(const Row* row) {
  if (!row) return {};
  if (row->bits.starts_with("DIFFERS")) return "DIFFERS";
  if (row->ran()) return three_digits(row->best);
  return row->bits.starts_with("does not fit") ? "does not fit" : "not run";
}

void print_line(std::ostream& out, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) out << "| " << cell << ' ';
  out << "|\n";
}
void print_head(std::ostream& out, const std::vector<std::string>& cells) {
  print_line(out, cells);
  print_line(out, std::vector<std::string>(cells.size(), "---"));
}

std::vector<std::string> published_cells(const Algorithm& algorithm, const std::set<int>& sizes) {
  std::vector<std::string> cells{"— as published"};
  for (const int size : sizes) {
    const auto at = std::ranges::find(published_sizes, size);
    const auto index = static_cast<std::size_t>(at - std::begin(published_sizes));
    cells.push_back(index < algorithm.published.size() ? three_digits(algorithm.published[index]) : "");
  }
  return cells;
}

void print_table(std::ostream& out, std::string_view table, const std::vector<Algorithm>& algorithms,
                 const Best& best) {
  std::set<int> sizes;
  for (const auto& [name, rows] : best)
    for (const auto& [size, row] : rows)
      if (row->table == table) sizes.insert(size);
  if (sizes.empty()) return;
  out << "\n### " << table << "\n\n";
  std::vector<std::string> head{"ms"};
  for (const int size : sizes) head.push_back(size_name(size, size));
  print_head(out, head);
  for (const Algorithm& algorithm : algorithms) {
    const auto found = best.find(std::string(algorithm.name));
    if (algorithm.table != table || !algorithm.timed || found == best.end()) continue;
    std::vector<std::string> cells{found->first};
    for (const int size : sizes) {
      const auto row = found->second.find(size);
      cells.push_back(time_cell(row == found->second.end() ? nullptr : row->second));
    }
    print_line(out, cells);
    if (!algorithm.published.empty()) print_line(out, published_cells(algorithm, sizes));
  }
}

bool is_of_a_sweep(const Row& row) {
  return std::ranges::find(sweep_pages, std::pair(row.width, row.height)) != std::end(sweep_pages);
}

// Empty if this setting or the first one has no time.
std::string sweep_cell(const std::map<std::string, double>& times, const std::string& setting,
                       const std::string& first) {
  if (!times.contains(setting) || !times.contains(first)) return {};
  const double time = times.at(setting);
  const double best = std::ranges::min_element(times, {}, [](const auto& t) { return t.second; })->second;
  const std::string mark = time == best ? "**" : "";
  return mark + three_digits(time) + mark + " (" + three_digits(times.at(first) / time) + ")";
}

void print_sweep(std::ostream& out, const Algorithm& algorithm, const RunFile& run) {
  std::vector<std::string> pages, settings;
  std::map<std::string, std::map<std::string, double>> times;  // page, setting
  const auto add = [](std::vector<std::string>& to, const std::string& name) {
    if (std::ranges::find(to, name) == to.end()) to.push_back(name);
  };
  for (const Row& row : run.rows) {
    if (row.algorithm != algorithm.name || row.setting.empty() || !row.ran() || !is_of_a_sweep(row)) continue;
    add(pages, size_name(row.width, row.height));
    add(settings, row.setting);
    times[size_name(row.width, row.height)][row.setting] = row.best;
  }
  if (settings.empty()) return;
  out << "\n### " << algorithm.paper << ": " << algorithm.name << "\n\n";
  std::vector<std::string> head{"ms (speed-up)"};
  head.insert(head.end(), pages.begin(), pages.end());
  print_head(out, head);
  for (const std::string& setting : settings) {
    std::vector<std::string> cells{setting};
    for (const std::string& page : pages) cells.push_back(sweep_cell(times[page], setting, settings.front()));
    print_line(out, cells);
  }
}

void print_memory(std::ostream& out, const std::vector<Algorithm>& algorithms, const Best& best) {
  out << "\n### Memory besides the page and a byte for each pixel\n\n";
  print_head(out, {"", "largest page", "MiB", "bytes a pixel", "by the paper's analysis"});
  for (const Algorithm& algorithm : algorithms) {
    const auto found = best.find(std::string(algorithm.name));
    if (found == best.end()) continue;
    const Row& largest = *found->second.rbegin()->second;
    const auto bytes = static_cast<double>(largest.bytes);
    print_line(
        out, {largest.algorithm, size_name(largest.width, largest.height) + (largest.ran() ? "" : ": " + largest.bits),
              three_digits(bytes / 1048576), three_digits(bytes / largest.width / largest.height),
              std::string(algorithm.cost)});
  }
}

std::string name_and_setting(const Row& row) {
  return row.setting.empty() ? row.algorithm : row.algorithm + ", " + row.setting;
}

// At each size, the best of the papers' algorithms and the best of the product's engines.
void print_ahead(std::ostream& out, const std::string& heading, const Best& best, auto is_on) {
  std::map<int, const Row*> papers, product;
  for (const auto& [name, rows] : best)
    for (const auto& [size, row] : rows) {
      if (!row->ran() || !is_on(*row) || row->bits != "equal" || name == "reference") continue;
      const Row*& fastest = (row->paper == "platerip" ? product : papers)[size];
      if (!fastest || row->best < fastest->best) fastest = row;
    }
  if (papers.empty() || product.empty()) return;
  out << "\n### " << heading << "\n\n";
  print_head(out, {"", "best of the papers", "ms", "platerip", "ms", "times as fast"});
  for (const auto& [size, paper] : papers) {
    const Row* ours = product[size];
    if (!ours) continue;
    print_line(out, {size_name(size, size), name_and_setting(*paper), three_digits(paper->best), ours->algorithm,
                     three_digits(ours->best), three_digits(paper->best / ours->best)});
  }
}

}  // namespace

void print_tables(std::ostream& out, const std::vector<Algorithm>& algorithms, const RunFile& run) {
  const Best best = best_on_squares(run);
  for (const std::string& line : run.origin) out << line << "  \n";
  std::vector<std::string_view> done;
  for (const Algorithm& algorithm : algorithms) {
    if (!algorithm.timed || std::ranges::find(done, algorithm.table) != done.end()) continue;
    done.push_back(algorithm.table);
    print_table(out, algorithm.table, algorithms, best);
  }
  print_ahead(out, "On the CPU", best, [](const Row& row) { return row.where == "CPU"; });
  print_ahead(out, "On the GPU", best, [](const Row& row) { return row.where != "CPU"; });
  for (const Algorithm& algorithm : algorithms) print_sweep(out, algorithm, run);
  print_memory(out, algorithms, best);
}

}  // namespace platerip::literature
