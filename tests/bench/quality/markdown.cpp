#include "tests/bench/quality/markdown.h"

#include <cmath>
#include <cstdio>

namespace platerip::quality {

std::string number(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

void print_row(std::ostream& out, const Cells& cells) {
  for (const std::string& cell : cells) out << "| " << cell << ' ';
  out << '|' << std::endl;
}

void print_head(std::ostream& out, const std::string& title, const Cells& columns) {
  out << '\n' << title << "\n\n";
  print_row(out, columns);
  print_row(out, Cells(columns.size(), "---"));
}

}  // namespace platerip::quality
