#include "rip/job/color/split_inks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/unicode/names.h"
#include "rip/job/job_options.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// What comes before an ink is split, or only says how it looks. All other options of an ink are for its plate.
constexpr std::array before_split{"curve", "ink-limit", "choke", "spread", "split", "ink-color"};

// An ink of a file.
struct NamedPart {
  std::string name;
  bool is_new;  // if not, it is the split ink itself
};

std::vector<NamedPart> parts_of(const SplitFile& file, std::span<const std::string> inks, std::size_t from) {
  std::vector<NamedPart> parts;
  for (const std::string& word : file.inks()) {
    std::string name = profiles::spelled_out(inks, word);
    const bool is_new = unicode::folded(name) != unicode::folded(inks[from]);
    parts.push_back({std::move(name), is_new});
  }
  return parts;
}

// What the curve and the limit of an ink make of its part.
void finish(std::vector<std::uint16_t>& table, const separation::Settings& settings, std::size_t ink, int bits) {
  if (ink < settings.curves.size() && settings.curves[ink]) {
    const std::vector<std::uint16_t> curve = settings.curves[ink]->table(bits);
    for (std::uint16_t& amount : table) amount = curve[amount];
  }
  if (ink >= settings.ink_limits.size() || !settings.ink_limits[ink]) return;
  const double max = static_cast<double>((1 << bits) - 1);
  const auto limit = static_cast<std::uint16_t>(std::floor(*settings.ink_limits[ink] * max / 100));
  for (std::uint16_t& amount : table) amount = std::min(amount, limit);
}

// Names that belong to one ink only.
Status check_names(std::span<const std::string> inks, std::size_t before) {
  std::set<std::string> names;
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    if (!names.insert(unicode::folded(inks[ink])).second && ink >= before)
      return wrong_setting("there is another ink called " + tiffio::printable(inks[ink])).of_setting("split");
  }
  return {};
}

bool leaves_nothing(std::span<const SplitInk> splits, std::size_t ink) {
  return std::ranges::any_of(splits, [ink](const SplitInk& split) { return split.ink == ink && split.table.empty(); });
}

Status suit_lights(const Job& job, std::span<const SplitInk> splits, std::span<const std::string> inks) {
  for (const auto& lights : job.drops.lights) {
    const auto ink = profiles::find_ink(inks, lights.ink);
    if (!ink.ok()) return ink.error().of_setting("light");
    if (std::ranges::find(splits, *ink, &SplitInk::from) != splits.end())
      return Error{inks[*ink] + " is split, and has lighter inks; give one of both",
                   ErrorCode::bad_setting,
                   {{.action = Advice::Action::leave_out, .setting = "light"}},
                   "split"};
  }
  return {};
}

Status suit_edges(std::span<const SplitInk> splits, std::span<const std::string> inks,
                  std::span<const InkEdges> edges) {
  for (const InkEdges& edge : edges) {
    const auto split = std::ranges::find(splits, edge.ink, &SplitInk::ink);
    if (split != splits.end() && split->is_new())
      return wrong_setting("the edges of " + inks[edge.ink] + " are those of " + inks[split->from] + ", which is split")
          .of_setting(edge.move == separation::EdgeMove::choke ? "choke" : "spread");
  }
  return {};
}

// Settings of a plate that ink `ink` would have if anything were left of it.
Status suit_plate(const Job& job, std::span<const std::string> inks, std::size_t ink) {
  for (const JobOption* const option : all_job_options()) {
    if (option->spelling.inks == nullptr || std::ranges::find(before_split, option->name) != before_split.end())
      continue;
    for (const std::string& name : option->spelling.inks(job)) {
      const auto named = profiles::find_ink(inks, name);
      if (named.ok() && *named == ink)
        return wrong_setting(inks[ink] + " gets no plate, because it is split among other inks")
            .of_setting(std::string(option->name));
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> split_names(const std::vector<profiles::PerInk<SplitFile>>& files,
                                     std::span<const std::string> inks) {
  std::vector<std::string> names;
  for (const auto& [ink, file] : files) {
    const auto split = profiles::find_ink(inks, ink);
    if (!split.ok()) continue;
    for (NamedPart& part : parts_of(file, inks, *split))
      if (part.is_new) names.push_back(std::move(part.name));
  }
  return names;
}

Result<std::vector<SplitInk>> split_inks(const std::vector<profiles::PerInk<SplitFile>>& files,
                                         std::span<const std::string> inks, std::size_t before,
                                         const separation::Settings& settings, int bits) {
  if (const auto once = profiles::by_ink(files, inks.first(before), "split"); !once.ok()) return once.error();
  if (const Status status = check_names(inks, before); !status.ok()) return status.error();
  std::vector<SplitInk> splits;
  std::size_t next = before;
  for (const auto& [name, file] : files) {
    const std::size_t from = *profiles::find_ink(inks.first(before), name);
    SplitInk own{.from = from, .ink = from, .table = {}};
    const std::vector<NamedPart> parts = parts_of(file, inks.first(before), from);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].is_new) {
        if (!own.table.empty()) return profiles::two_for_one_ink(inks[from], "split");
        own.table = file.table(i, bits);
        continue;
      }
      SplitInk& part = splits.emplace_back(SplitInk{.from = from, .ink = next++, .table = file.table(i, bits)});
      finish(part.table, settings, part.ink, bits);
    }
    splits.push_back(std::move(own));
  }
  return splits;
}

Status suit_split(const Job& job, std::span<const SplitInk> splits, std::span<const std::string> inks,
                  std::span<const InkEdges> edges, std::vector<std::size_t>& plate_inks) {
  if (Status status = suit_lights(job, splits, inks); !status.ok()) return status;
  if (Status status = suit_edges(splits, inks, edges); !status.ok()) return status;
  for (const SplitInk& split : splits) {
    if (!split.table.empty()) continue;
    if (job.inks != Inks::independent)
      return Error{"nothing is left of " + inks[split.ink] + ", which is to meet other inks",
                   ErrorCode::bad_setting,
                   {{.action = Advice::Action::give, .setting = "inks", .value = "independent"}},
                   "split"};
    if (Status status = suit_plate(job, inks, split.ink); !status.ok()) return status;
  }
  std::erase_if(plate_inks, [&](std::size_t ink) { return leaves_nothing(splits, ink); });
  return {};
}

}  // namespace platerip::rip
