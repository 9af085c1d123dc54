#include "rip/selftest/table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

namespace platerip::rip {
namespace {

template <typename... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string aligned_left(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string aligned_right(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string speed_text(std::optional<double> pixels_per_second) {
  if (!pixels_per_second) return "-";
  const double mega = *pixels_per_second / 1e6;
  return formatted(mega < 0.1 ? "%.4f" : mega < 10 ? "%.2f" : mega < 100 ? "%.1f" : "%.0f", mega);
}

std::string times_text(const KindResult& kind, const PathResult& path) {
  if (!kind.reference_pixels_per_second || !path.pixels_per_second) return "-";
  return formatted("%.1fx", *path.pixels_per_second / *kind.reference_pixels_per_second);
}

constexpr std::size_t speed_columns = 9;
constexpr std::size_t times_columns = 8;

std::size_t kind_columns(const Comparison& comparison) {
  std::size_t widest = 4;
  for (const KindResult& kind : comparison.kinds) widest = std::max(widest, kind.kind.name.size());
  return widest;
}

std::string row_of(const KindResult& kind, std::size_t columns) {
  std::string row = aligned_left(kind.kind.name, columns) + aligned_right(std::to_string(kind.pages), 7) +
                    aligned_right(speed_text(kind.reference_pixels_per_second), 11);
  for (const PathResult& path : kind.paths)
    row += aligned_right(speed_text(path.pixels_per_second), speed_columns) +
           aligned_right(times_text(kind, path), times_columns);
  return row + "\n";
}

// The kinds below their reason, in lines that fit a screen.
std::string lines_of(const std::vector<std::string>& kinds) {
  constexpr std::size_t columns = 110;
  std::string text, line;
  for (const std::string& kind : kinds) {
    if (line.size() + kind.size() > columns) text += std::exchange(line, "") + "\n";
    line += (line.empty() ? "    " : " ") + kind + (&kind == &kinds.back() ? "\n" : ";");
  }
  return text + line;
}

// Why a path, or all, have not made pages of some kinds: the reason, and the kinds.
void add_reasons(const Paths& paths, const Comparison& comparison, std::string& text) {
  std::map<std::string, std::vector<std::string>> kinds_of;
  const bool has_paths = comparison.failures.size() < paths.here.size();
  const auto add = [&](const std::string& path, const std::string& why, const std::string& kind) {
    if (!why.empty()) kinds_of[path + ": " + why].push_back(kind);
  };
  for (const KindResult& kind : comparison.kinds) {
    if (kind.pages == 0 && kind.not_made.empty())
      add("all", has_paths ? "the time was over" : "no path is left that does not differ", kind.kind.name);
    add("reference", kind.not_made, kind.kind.name);
    for (std::size_t path = 0; path < kind.paths.size(); ++path)
      add(paths.here[path].name, kind.paths[path].not_made, kind.kind.name);
  }
  if (kinds_of.empty()) return;
  text += "\nNot compared, or not always:\n";
  for (const auto& [why, kinds] : kinds_of) text += "  " + why + "\n" + lines_of(kinds);
}

}  // namespace

std::string table_of(const Paths& paths, const Comparison& comparison) {
  const std::size_t columns = kind_columns(comparison);
  std::string text = aligned_left("Mpx/s", columns) + aligned_right("pages", 7) + aligned_right("reference", 11);
  for (const Path& path : paths.here) text += aligned_right(path.name, speed_columns + times_columns);
  text += "\n";
  for (const KindResult& kind : comparison.kinds) text += row_of(kind, columns);
  if (!paths.absent.empty()) text += "\nNot here:\n";
  for (const AbsentPath& path : paths.absent) text += "  " + path.name + ": " + path.why + "\n";
  add_reasons(paths, comparison, text);
  return text;
}

std::string summary_of(const Comparison& comparison) {
  int pages = 0, hand_overs = 0;
  std::int64_t pixels = 0;
  for (const KindResult& kind : comparison.kinds) {
    pages += kind.pages;
    pixels += kind.pixels;
    hand_overs += kind.hand_overs;
  }
  return formatted("%d pages with %.2f Mpx and %d hand-overs in %.0f s", pages, static_cast<double>(pixels) / 1e6,
                   hand_overs, comparison.seconds);
}

}  // namespace platerip::rip
