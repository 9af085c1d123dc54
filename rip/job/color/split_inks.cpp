#include "rip/job/color/split_inks.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/unicode/names.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

bool is_same(const std::string& a, const std::string& b) {
  return unicode::folded(a) == unicode::folded(b);
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

}  // namespace

std::vector<std::string> split_names(const std::vector<profiles::PerInk<SplitFile>>& files,
                                     std::span<const std::string> inks) {
  std::vector<std::string> names;
  for (const auto& [ink, file] : files) {
    const auto split = profiles::find_ink(inks, ink);
    if (!split.ok()) continue;
    std::ranges::copy_if(file.inks(), std::back_inserter(names),
                         [&](const std::string& name) { return !is_same(name, inks[*split]); });
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
    for (std::size_t i = 0; i < file.inks().size(); ++i) {
      if (is_same(file.inks()[i], inks[from])) {
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
    if (!job.planes.empty() && std::ranges::find(plate_inks, split.ink) != plate_inks.end())
      return wrong_setting(inks[split.ink] + " gets no plate, because it is split among other inks")
          .of_setting("planes");
  }
  std::erase_if(plate_inks, [&](std::size_t ink) { return leaves_nothing(splits, ink); });
  return {};
}

}  // namespace platerip::rip
