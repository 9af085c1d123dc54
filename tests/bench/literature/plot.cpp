#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include "tests/bench/literature/report.h"

namespace platerip::literature {
namespace {

constexpr double width = 1200, height = 900;
constexpr double left = 70, right = 780, top = 30, bottom = 840;  // of the diagram; the names are right of it
constexpr double name_height = 17;

struct Line {
  const Row* row;                // any of its rows, for the names
  std::map<int, double> points;  // milliseconds for each size
  double name_y = 0;
};

struct Scale {
  double low, high;  // exponents of the base
  double from, to;   // coordinates in the picture
  double operator()(double value) const { return from + (std::log(value) - low) / (high - low) * (to - from); }
};

// Each table has a colour. The lines of one table differ in their dashes.
std::string style(const std::map<std::string, int>& tables, const std::string& table, int line) {
  const int hue = 360 * tables.at(table) / static_cast<int>(tables.size());
  const char* dashes[] = {"none", "7 3", "2 3", "9 3 2 3"};
  const bool ours = table == "platerip";
  return "stroke=\"hsl(" + std::to_string(hue) + (ours ? ",95%,35%" : ",60%,50%") + ")\" stroke-width=\"" +
         (ours ? "3.5" : "1.6") + "\" stroke-dasharray=\"" + dashes[line % 4] + "\" fill=\"none\"";
}

std::vector<Line> lines_of(const RunFile& run) {
  std::vector<Line> lines;
  for (const auto& [name, rows] : best_on_squares(run)) {
    Line line{rows.begin()->second, {}};
    for (const auto& [size, row] : rows)
      if (row->ran()) line.points[size] = row->best;
    if (!line.points.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

// Places the names at the ends of their lines, and moves them apart.
void place_names(std::vector<Line>& lines, const Scale& y) {
  std::ranges::sort(lines, {}, [](const Line& l) { return -l.points.rbegin()->second; });
  double last = top - name_height;
  for (Line& line : lines) line.name_y = last = std::max(last + name_height, y(line.points.rbegin()->second));
  double next = std::max(last, bottom) + name_height;
  next = std::min(next, height);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    line->name_y = next = std::min(line->name_y, next - name_height);
}

void draw_axes(std::ostream& out, const std::vector<int>& sizes, const Scale& x, const Scale& y) {
  out << "<g stroke=\"#ddd\" fill=\"#333\">\n";
  for (const int size : sizes) {
    out << "<path d=\"M" << x(size) << ' ' << top << 'V' << bottom
        << "\"/><text stroke=\"none\" text-anchor=\"middle\" x=\"" << x(size) << "\" y=\"" << bottom + 18 << "\">"
        << size_name(size, size) << "</text>\n";
  }
  for (double ms = 0.001; ms < 1e6; ms *= 10) {
    if (std::log(ms) < y.low - 1e-9 || std::log(ms) > y.high + 1e-9) continue;
    out << "<path d=\"M" << left << ' ' << y(ms) << 'H' << right << "\"/><text stroke=\"none\" text-anchor=\"end\" x=\""
        << left - 6 << "\" y=\"" << y(ms) + 4 << "\">" << ms << " ms</text>\n";
  }
  out << "</g>\n";
}

}  // namespace

void plot(std::ostream& out, const RunFile& run) {
  std::vector<Line> lines = lines_of(run);
  if (lines.empty()) return;
  std::map<std::string, int> tables;
  std::vector<int> sizes;
  double low = 1e9, high = 0;
  for (const Line& line : lines) {
    tables.try_emplace(line.row->table, static_cast<int>(tables.size()));
    for (const auto& [size, ms] : line.points) {
      if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
      low = std::min(low, ms);
      high = std::max(high, ms);
    }
  }
  std::ranges::sort(sizes);
  const Scale x{std::log(sizes.front()) - 0.05, std::log(sizes.back()) + 0.05, left, right};
  const Scale y{std::log(low) - 0.2, std::log(high) + 0.2, bottom, top};
  place_names(lines, y);

  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  draw_axes(out, sizes, x, y);
  std::map<std::string, int> in_table;
  for (const Line& line : lines) {
    const std::string how = style(tables, line.row->table, in_table[line.row->table]++);
    out << "<polyline " << how << " points=\"";
    for (const auto& [size, ms] : line.points) out << x(size) << ',' << y(ms) << ' ';
    out << "\"/>\n<path " << how << " d=\"M" << x(line.points.rbegin()->first) << ' ' << y(line.points.rbegin()->second)
        << 'L' << right + 20 << ' ' << line.name_y << "h24\"/><text x=\"" << right + 50 << "\" y=\"" << line.name_y + 4
        << "\">" << line.row->paper << ": " << line.row->algorithm << "</text>\n";
  }
  out << "</svg>\n";
}

}  // namespace platerip::literature
