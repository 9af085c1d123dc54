#include "rip/calibrate/page/target_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "rip/calibrate/page/drop_mixtures.h"

namespace platerip::rip {
namespace {

// In millimetres.
constexpr double margin = 12;
constexpr double gap = 1;            // between patches
constexpr double heading = 14;       // above the first strip
constexpr double name_height = 6;    // of the ink's name above a strip
constexpr double number_height = 4;  // of the numbers above, and of the percentages below, its patches
constexpr double strip_gap = 3;
constexpr double cap_height = 2;
constexpr double small_cap_height = 1.3;
constexpr std::size_t most_strips = 26;  // the letters

constexpr const char* about_tints = "The number is above each patch, its ink in percent below.";
constexpr const char* about_bars = "The bars of an ink go from paper to solid.";
constexpr const char* about_drops =
    "Below a patch: 2:50 is size 2 in 50 % of its pixels, 1+2:50 also size 1 in the others.";

bool has_drops(const TargetSettings& settings) {
  return settings.levels > 2;
}

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

double strip_height(double patch) {
  return name_height + 2 * number_height + patch + strip_gap;
}

// How many of `pitch` fit in `room`.
std::size_t fitting(double room, double pitch) {
  return room < pitch ? 0 : static_cast<std::size_t>(room / pitch);
}

// A patch of every wedge.
struct Step {
  int sample = 0;
  double amount = 0;  // percent
  std::string label;
};

std::vector<Step> steps_of_drops(int levels) {
  std::vector<Step> steps;
  for (const DropMixture& mixture : drop_mixtures(levels))
    steps.push_back({static_cast<int>(steps.size()), nominal_amount(mixture.shares), mixture.label});
  return steps;
}

// By rising amount; paper is the first.
std::vector<Step> steps_of(const TargetSettings& settings) {
  if (has_drops(settings)) return steps_of_drops(settings.levels);
  std::vector<double> tints = settings.tints;
  std::ranges::sort(tints);
  std::vector<Step> steps;
  for (const double tint : tints) {
    const auto sample = static_cast<int>(std::lround(255 * tint / 100));
    steps.push_back({sample, 100 * sample / 255.0, shown(tint)});
  }
  return steps;
}

TargetLayout begin_layout(const TargetSettings& settings, std::size_t strips, const std::string& title,
                          const char* about) {
  TargetLayout layout{.settings = settings, .patches = {}, .strips = strips, .labels = {}};
  layout.labels.push_back({title, {margin, margin + 4}, 3.5});
  layout.labels.push_back({"platerip calibration target, " + shown(settings.resolution) + " dpi. " + about,
                           {margin, margin + 9.5},
                           cap_height});
  return layout;
}

// The bars of an ink touch each other, so that a scan can be cut to them.
Result<TargetLayout> lay_out_bars(const TargetSettings& settings, const std::string& title) {
  const std::vector<Step> steps = steps_of(settings);
  TargetLayout layout = begin_layout(settings, settings.inks.size(), title, about_bars);
  const double ink_height = name_height + static_cast<double>(steps.size()) * settings.patch + strip_gap;
  if (2 * margin + heading + ink_height * static_cast<double>(settings.inks.size()) - strip_gap > settings.height)
    return Error{"the page has no room for so many bars; give a larger --page, fewer --steps or fewer --inks"};
  for (std::size_t ink = 0; ink < settings.inks.size(); ++ink) {
    const double top = margin + heading + static_cast<double>(ink) * ink_height;
    layout.labels.push_back({settings.inks[ink], {margin, top + 4}, 3});
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Place at{0, top + name_height + static_cast<double>(i) * settings.patch};
      const std::string name = static_cast<char>('A' + ink) + std::to_string(i + 1);
      layout.patches.push_back({name, ink, steps[i].sample, steps[i].amount, at, settings.width, settings.patch});
    }
  }
  return layout;
}

}  // namespace

Result<TargetLayout> lay_out(const TargetSettings& settings, const std::string& title) {
  if (settings.has_bars) return lay_out_bars(settings, title);
  const std::vector<Step> steps = steps_of(settings);
  const double pitch = settings.patch + gap;
  const std::size_t most_columns = fitting(settings.width - 2 * margin + gap, pitch);
  if (most_columns == 0) return Error{"the page is too narrow for a patch; give a larger --page"};
  const std::size_t strips_of_ink = (steps.size() + most_columns - 1) / most_columns;
  const std::size_t columns = (steps.size() + strips_of_ink - 1) / strips_of_ink;

  const std::size_t strips = strips_of_ink * settings.inks.size();
  const std::size_t room = fitting(settings.height - 2 * margin - heading, strip_height(settings.patch));
  if (strips > std::min(room, most_strips))
    return Error{"the page has room for " + std::to_string(std::min(room, most_strips)) + " strips, but " +
                 std::to_string(strips) + " are needed; give a larger --page, " +
                 (has_drops(settings) ? "" : "fewer --steps ") + "or fewer --inks"};

  TargetLayout layout = begin_layout(settings, strips, title, has_drops(settings) ? about_drops : about_tints);
  for (std::size_t strip = 0; strip < layout.strips; ++strip) {
    const std::size_t ink = strip / strips_of_ink;
    const char letter = static_cast<char>('A' + strip);
    const double top = margin + heading + static_cast<double>(strip) * strip_height(settings.patch);
    const double patch_top = top + name_height + number_height;
    layout.labels.push_back({std::string(1, letter) + "  " + settings.inks[ink], {margin, top + 4}, 3});
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t number = strip % strips_of_ink * columns + column;
      const Step& step = number < steps.size() ? steps[number] : steps.front();
      const Place at{margin + static_cast<double>(column) * pitch, patch_top};
      const std::string name = letter + std::to_string(column + 1);
      layout.patches.push_back({name, ink, step.sample, step.amount, at, settings.patch, settings.patch});
      const double middle = at.x + settings.patch / 2;
      layout.labels.push_back({name, {middle, at.y - 1.2}, cap_height, true});
      const double height = has_drops(settings) ? small_cap_height : cap_height;
      layout.labels.push_back({step.label, {middle, at.y + settings.patch + 1.2 + cap_height}, height, true});
    }
  }
  return layout;
}

}  // namespace platerip::rip
