#include "rip/calibrate/make_drops.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "rip/calibrate/written_file.h"
#include "rip/job/drop_kinds.h"
#include "rip/plates/kept_files.h"
#include "rip/plates/output_folder.h"

namespace platerip::rip {
namespace {

// A patch is suspect if it is further from what the amounts give than measurements scatter, in percent, and further
// than the other patches are: drops that overlap are all beside the amounts, which no measurement mends.
constexpr double most_off = 5;
constexpr double most_times_off = 4;  // times the others' root mean square; drops that overlap give up to 3

std::string as_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string path_of(const DropsOrder& order) {
  const std::filesystem::path measured(order.measured);
  const std::filesystem::path folder = order.folder ? std::filesystem::path(*order.folder) : measured.parent_path();
  return (folder / (measured.stem().string() + ".drops.txt")).string();
}

// A line of the file. Errors: it would not be read as what it says.
Result<std::string> line_of(const std::string& ink, const std::vector<double>& amounts) {
  if (ink.find_first_of("=#\r\n") != std::string::npos)
    return Error{"a file of drop sizes cannot have an ink called " + ink};
  std::string word = "0";
  for (const double amount : amounts) word += "," + as_text(amount);
  DropSizes sizes;
  if (!DropWord::read(word, sizes).ok()) return Error{ink + ": some of " + word + " are too near each other"};
  return ink + "=" + word + "\n";
}

double distance_of(const DropPatch& patch) {
  return std::abs(patch.tone - patch.expected);
}

// The root mean square of all distances but one.
double distance_without(const DropPatch& left_out, const std::vector<DropPatch>& patches) {
  double squares = -std::pow(distance_of(left_out), 2);
  for (const DropPatch& patch : patches) squares += std::pow(distance_of(patch), 2);
  return std::sqrt(std::max(squares, 0.0) / std::max(static_cast<double>(patches.size()) - 1, 1.0));
}

bool is_suspect(const DropPatch& patch, const std::vector<DropPatch>& patches) {
  const double distance = distance_of(patch);
  return distance > most_off && distance > most_times_off * distance_without(patch, patches);
}

void warn_of_far_patches(const InkDrops& ink, std::vector<std::string>& warnings) {
  for (const DropPatch& patch : ink.drops.patches)
    if (is_suspect(patch, ink.drops.patches))
      warnings.push_back(patch.where + ink.ink + " measures " + as_text(patch.tone) + " %, the other patches suggest " +
                         as_text(patch.expected) + " %; measure it again");
}

}  // namespace

Result<MeasuredDrops> make_drops(const DropsOrder& order) {
  const auto measured = read_with_target(order.measured, order.target);
  if (!measured.ok()) return measured.error();
  if (!measured->has_drops())
    return Error{order.target.value_or(order.measured) +
                 ": does not say which drop sizes its patches have; the target "
                 "is made with --levels"};
  KeptFiles kept;
  kept.keep(order.measured);
  if (order.target) kept.keep(*order.target);

  MeasuredDrops result{.inks = {}, .file = path_of(order), .warnings = {}};
  std::string text = "# made by platerip calibrate: percent of solid ink\n";
  for (std::size_t ink = 0; ink < measured->inks.size(); ++ink) {
    const std::string& name = measured->inks[ink];
    if (!measured->has(ink)) {
      result.warnings.push_back(order.measured + ": " + name + " is not measured and gets no drop sizes");
      continue;
    }
    auto drops = drop_amounts(*measured, ink);
    if (!drops.ok()) return drops.error();
    const auto line = line_of(name, drops->amounts);
    if (!line.ok()) return line.error().about(order.measured);
    text += *line;
    warn_of_far_patches(result.inks.emplace_back(InkDrops{name, *std::move(drops)}), result.warnings);
  }
  if (result.inks.empty()) return Error{order.measured + ": no ink is measured alone"};
  if (const auto there = id_of(result.file); there && kept.has(*there))
    return Error{result.file + ": would be replaced, but is read; give another folder with -o"};
  if (order.folder)
    if (const Status made = make_folder(*order.folder); !made.ok()) return made.error();
  std::vector<OutputFile> files;
  if (const Status written = add_text_file(files, result.file, text); !written.ok()) return written.error();
  if (const Status committed = OutputFile::commit(files); !committed.ok()) return committed.error();
  return result;
}

}  // namespace platerip::rip
