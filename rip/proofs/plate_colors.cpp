#include "rip/proofs/plate_colors.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "base/unicode/names.h"
#include "profiles/per_ink.h"

namespace platerip::rip {
namespace {

// The colour that the job gives to an ink of the page. Colours of inks that the page does not have are for other pages.
std::optional<Rgb> given_color(const Job& job, const PagePlan& plan, std::size_t ink) {
  for (const auto& [name, color] : job.ink_colors) {
    const auto found = profiles::find_ink(plan.color.inks, name);
    if (found.ok() && *found == ink) return color;
  }
  return std::nullopt;
}

// The made plate of an ink; null for other inks.
const MadePlate* made_plate(const Job& job, const PagePlan& plan, std::size_t ink) {
  const std::size_t first = plan.color.inks.size() - job.made_plates.size();
  return ink < first ? nullptr : &job.made_plates[ink - first];
}

// Whether a made plate has white ink, which covers what is below it, so that white needs no assumed color.
bool is_white(const Job& job, const PagePlan& plan, std::size_t ink) {
  const MadePlate* const made = made_plate(job, plan, ink);
  return made != nullptr && unicode::folded(made->name).starts_with("white");
}

// Varnish lets the inks below it be seen.
Layer layer_of(const Job& job, const PagePlan& plan, std::size_t ink) {
  const MadePlate* const made = made_plate(job, plan, ink);
  if (made == nullptr) return Layer::clear;
  if (!made->is_over) return Layer::under;
  return is_white(job, plan, ink) ? Layer::over : Layer::clear;
}

// An ink among which another one is split is shown as lighter: halfway from that ink to paper.
Rgb usual_color(const Job& job, const PagePlan& plan, std::size_t ink) {
  const auto split = std::ranges::find(plan.color.splits, ink, &SplitInk::ink);
  if (split != plan.color.splits.end() && split->is_new()) {
    Rgb color = assumed_color(plan.color.inks[split->from]);
    for (std::uint8_t& channel : color) channel = static_cast<std::uint8_t>((channel + 255) / 2);
    return color;
  }
  return is_white(job, plan, ink) ? Rgb{255, 255, 255} : assumed_color(plan.color.inks[ink]);
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
  return text;
}

std::string hexadecimal_of(const Rgb& rgb) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  return text;
}

}  // namespace

std::vector<ShownInk> shown_inks(const Job& job, const PagePlan& plan) {
  std::vector<ShownInk> inks;
  for (const std::size_t ink : plan.plate_inks) {
    const Rgb color = given_color(job, plan, ink).value_or(usual_color(job, plan, ink));
    inks.push_back({ink, color, layer_of(job, plan, ink)});
  }
  return inks;
}

std::vector<std::string> inks_of_assumed_color(const ProofedPage& page, const InkColors& colors) {
  std::vector<std::string> inks;
  for (std::size_t plate = 0; plate < page.plan.plate_inks.size(); ++plate) {
    const std::size_t ink = page.plan.plate_inks[plate];
    if (!colors.knows(plate) && !given_color(page.job, page.plan, ink) && !is_white(page.job, page.plan, ink))
      inks.push_back(page.plan.color.inks[ink]);
  }
  return inks;
}

std::vector<std::string> inks_of_useless_color(const ProofedPage& page, const InkColors& colors) {
  std::vector<std::string> inks;
  for (std::size_t plate = 0; plate < page.plan.plate_inks.size(); ++plate) {
    const std::size_t ink = page.plan.plate_inks[plate];
    if (colors.knows(plate) && given_color(page.job, page.plan, ink)) inks.push_back(page.plan.color.inks[ink]);
  }
  return inks;
}

std::string color_note(const ProofedPage& page, const InkColors& colors) {
  const std::vector<std::string> assumed = inks_of_assumed_color(page, colors);
  std::vector<std::string> given;
  for (std::size_t plate = 0; plate < page.plan.plate_inks.size(); ++plate) {
    const std::size_t ink = page.plan.plate_inks[plate];
    const auto color = given_color(page.job, page.plan, ink);
    if (color && !colors.knows(plate)) given.push_back(page.plan.color.inks[ink] + " as " + hexadecimal_of(*color));
  }
  std::string note;
  if (!assumed.empty())
    note = std::string(assumed.size() == 1 ? "The colour of " : "The colours of ") + listed(assumed) +
           (assumed.size() == 1 ? " is" : " are") + " assumed, because no profile tells; --ink-color gives one.";
  if (!given.empty()) note += (note.empty() ? "" : " ") + ("--ink-color shows " + listed(given) + ".");
  return note;
}

}  // namespace platerip::rip
