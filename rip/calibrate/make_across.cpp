#include "rip/calibrate/make_across.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "rip/calibrate/bar_table.h"
#include "rip/calibrate/bars.h"
#include "rip/calibrate/written_file.h"
#include "rip/job/option_values.h"
#include "rip/plates/output_folder.h"

namespace platerip::rip {
namespace {

std::string number(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string across_path(const AcrossOrder& order) {
  const std::filesystem::path scan(order.measured);
  const std::filesystem::path folder = order.folder ? std::filesystem::path(*order.folder) : scan.parent_path();
  return (folder / (scan.stem().string() + ".across.txt")).string();
}

// A line for each group.
std::string across_text(const std::vector<double>& nominal, const std::vector<double>& places, double left,
                        const std::vector<std::vector<double>>& amounts) {
  std::string text = "# made by platerip calibrate: what amounts of ink become at each place, in percent\nmm      ";
  for (std::size_t i = 1; i < nominal.size(); ++i) text += number(" %6.2f", nominal[i]);
  for (std::size_t group = 0; group < places.size(); ++group) {
    text += number("\n%8.2f", left + places[group]);
    for (std::size_t i = 1; i < nominal.size(); ++i) text += number(" %6.2f", amounts[group][i]);
  }
  return text + "\n";
}

Result<Bars> bars_of_table(const AcrossOrder& order) {
  if (!order.describes_scan) return read_bar_table(order.measured);
  return wrong_setting(order.measured +
                       ": a table has its own steps and places; --steps, --group and --resolution are "
                       "for scans");
}

Result<Bars> bars_of_scan(const AcrossOrder& order) {
  std::vector<double> nominal = order.tints;
  std::ranges::sort(nominal);
  if (std::ranges::adjacent_find(nominal) != nominal.end())
    return wrong_setting("a percentage is there twice").of_setting("steps");
  return read_bars(order.measured, nominal, order.group, order.resolution);
}

}  // namespace

Result<MadeAcross> make_across(const AcrossOrder& order) {
  const auto bars = is_table(order.measured) ? bars_of_table(order) : bars_of_scan(order);
  if (!bars.ok()) return bars.error();
  const std::vector<double>& nominal = bars->nominal;
  const auto tones = tones_of(*bars);
  if (!tones.ok()) return tones.error().about(order.measured);
  MadeAcross result{.bars = {}, .file = across_path(order)};
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    const auto [least, most] = std::ranges::minmax((*tones)[i]);
    result.bars.push_back({nominal[i], least, most});
  }
  if (order.folder)
    if (const Status made = make_folder(*order.folder); !made.ok()) return made.error();
  std::vector<OutputFile> files;
  const std::string text = across_text(nominal, bars->places, order.left, even_amounts(nominal, *tones));
  if (const Status written = add_text_file(files, result.file, text); !written.ok()) return written.error();
  if (const Status committed = OutputFile::commit(files); !committed.ok()) return committed.error();
  return result;
}

}  // namespace platerip::rip
