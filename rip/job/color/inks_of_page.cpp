#include "rip/job/color/inks_of_page.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/unicode/names.h"
#include "rip/job/color/ink_edges.h"
#include "rip/job/color/split_inks.h"
#include "rip/job/job_options.h"
#include "rip/plates/plate_names.h"

namespace platerip::rip {
namespace {

using profiles::find_ink;

const std::array<std::string, 4> inks_of_cmyk = {"Cyan", "Magenta", "Yellow", "Black"};

// A spot ink with the name of an ink before it gets a number. So do those whose names differ only in case, because
// users and file servers do not tell these apart.
void add_spots(const std::vector<std::string>& spots, std::vector<std::string>& inks) {
  const auto is_taken = [&inks](const std::string& name) {
    return std::ranges::any_of(
        inks, [&name](const std::string& ink) { return unicode::folded(ink) == unicode::folded(name); });
  };
  for (const std::string& spot : spots) {
    const std::string base = spot.empty() ? "Ink " + std::to_string(inks.size() + 1) : spot;
    std::string name = base;
    for (int n = 2; is_taken(name); ++n) name = base + " " + std::to_string(n);
    inks.push_back(std::move(name));
  }
}

// Whether the pattern of names tells the inks of the press apart.
Status check_names(const Job& job, std::span<const std::string> inks) {
  if (!job.plates.name || job.planes.size() == 1) return {};
  const auto paths = plate_paths({.path = "page.tif"}, job.plates, inks);
  return paths.ok() ? Status() : paths.error();
}

// A lighter ink shares the settings of its ink.
Error no_such_ink(const Job& job, const Press& press, const std::string& name, const Error& of_press) {
  for (const auto& [ink, lights] : job.drops.lights) {
    std::vector<std::string> names(lights.size());
    std::ranges::transform(lights, names.begin(), &LightInk::name);
    const auto light = find_ink(names, name);
    if (!light.ok()) continue;
    const std::string dark = profiles::spelled_out(press.inks, ink);
    return {names[*light] + " prints the light tones of " + dark + ", with the same settings",
            ErrorCode::bad_setting,
            {{.action = Advice::Action::other, .value = "name " + dark}}};
  }
  return of_press;
}

// The ink of some page that the user calls `name`.
Result<std::string> ink_of_any_page(const std::string& name, const Job& job, const Press& press,
                                    std::span<const std::string> spots) {
  const auto of_press = find_ink(press.inks, name);
  if (of_press.ok()) return press.inks[*of_press];
  if (const auto ink = find_ink(inks_of_cmyk, name); ink.ok() && !job.convert_cmyk) return inks_of_cmyk[*ink];
  if (const auto ink = find_ink(spots, name); ink.ok()) return spots[*ink];
  std::vector<std::string> made;
  for (const MadePlate& plate : job.made_plates) made.push_back(plate.name);
  if (const auto ink = find_ink(made, name); ink.ok()) return made[*ink];
  for (const auto& split : press.splits)
    if (const auto ink = find_ink(split.value.inks(), name); ink.ok()) return split.value.inks()[*ink];
  return no_such_ink(job, press, name, of_press.error());
}

Error made_already(const std::string& plate) {
  return {"there is a plate of " + plate + " already", ErrorCode::bad_setting, {}, "plate"};
}

// The inks that plates are made from, and the names of these plates among themselves and those of the press.
Status check_made_plates(const Job& job, const Press& press, std::span<const std::string> spots) {
  std::set<std::string> taken;
  for (const std::string& ink : press.inks) taken.insert(unicode::folded(ink));
  for (const MadePlate& plate : job.made_plates) {
    const std::string name = profiles::spelled_out(press.inks, plate.name);
    if (!taken.insert(unicode::folded(name)).second) return made_already(name);
    if (plate.name == "K" || plate.name == "k") return made_already(plate.name);  // it is black in all options
    for (const std::string& from : plate.inks) {
      const auto ink = ink_of_any_page(from, job, press, spots);
      if (!ink.ok()) return ink.error().of_setting("plate");
    }
  }
  return {};
}

// Whether two options move the edges of one ink. All inks that the job names exist.
Status check_edges(const Job& job, const Press& press, std::span<const std::string> spots) {
  std::set<std::string> moved;
  for (const MadePlate& plate : job.made_plates)
    if (!plate.choke.is_zero() || !plate.spread.is_zero()) moved.insert(plate.name);
  for (const auto& [option, lengths] : {std::pair("choke", &job.chokes), std::pair("spread", &job.spreads)}) {
    for (const auto& [name, length] : *lengths) {
      const auto ink = ink_of_any_page(name, job, press, spots);
      if (!length.is_zero() && !moved.insert(*ink).second) return moved_twice(*ink, option);
    }
  }
  return {};
}

}  // namespace

bool passes_through(const Job& job, const Press& press, const tiffio::PageInfo& page) {
  const bool has_link = press.profile.is_link() && press.profile.model() == profiles::ColorModel::cmyk;
  return page.model == tiffio::ColorModel::cmyk && !job.convert_cmyk && !has_link;
}

PageInks page_inks(const Job& job, const Press& press, const tiffio::PageInfo& page) {
  PageInks inks;
  if (passes_through(job, press, page)) {
    inks.names.assign(inks_of_cmyk.begin(), inks_of_cmyk.end());
  } else if (page.model != tiffio::ColorModel::inks) {
    inks.names = press.inks;
  }
  inks.colors = inks.names.size();
  add_spots(page.spots, inks.names);
  for (std::string& name : split_names(press.splits, inks.names)) {
    inks.names.push_back(std::move(name));
    ++inks.split;
  }
  for (const MadePlate& plate : job.made_plates) inks.names.push_back(plate.name);
  inks.made = job.made_plates.size();
  return inks;
}

Result<std::vector<separation::MadeInk>> made_inks(const Job& job, const PageInks& inks) {
  const auto own = inks.own();
  std::vector<separation::MadeInk> made;
  std::set<std::string> taken;
  for (const std::string& ink : own) taken.insert(unicode::folded(ink));
  for (const std::string& ink : std::span(inks.names).subspan(own.size(), inks.split)) {
    taken.insert(unicode::folded(ink));
    made.push_back({.name = ink, .from = separation::MadeFrom::nothing});
  }
  for (const MadePlate& plate : job.made_plates) {
    const std::string name = profiles::spelled_out(own, plate.name);
    if (!taken.insert(unicode::folded(name)).second) return made_already(name);
    separation::MadeInk& ink =
        made.emplace_back(separation::MadeInk{.name = plate.name, .from = plate.from, .amount = plate.amount});
    for (const std::string& from : plate.inks) {
      const auto found = find_ink(own, from);
      if (!found.ok()) return found.error().of_setting("plate");
      ink.inks.push_back(*found);
    }
  }
  return made;
}

Status check_ink_names(const Job& job, const Press& press, std::span<const std::string> spots) {
  if (const Status status = check_names(job, press.inks); !status.ok()) return status;
  if (const Status status = check_made_plates(job, press, spots); !status.ok()) return status;
  for (const JobOption* const option : all_job_options()) {
    if (!option->spelling.inks) continue;
    std::set<std::string> named;
    for (const std::string& name : option->spelling.inks(job)) {
      const auto ink = ink_of_any_page(name, job, press, spots);
      if (!ink.ok()) return ink.error().of_setting(std::string(option->name));
      if (!named.insert(*ink).second && option->spelling.adds) return profiles::two_for_one_ink(*ink, option->name);
    }
  }
  return check_edges(job, press, spots);
}

}  // namespace platerip::rip
