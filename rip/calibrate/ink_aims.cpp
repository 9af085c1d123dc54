#include "rip/calibrate/ink_aims.h"

#include <algorithm>
#include <optional>

#include "profiles/per_ink.h"
#include "profiles/printed_light.h"
#include "profiles/profile.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr int wedge_steps = 100;

// The wedges of all inks of a press, from paper to solid, as its profile says that they print.
Result<Measurements> expected_prints(const profiles::Profile& press) {
  Measurements prints{.path = press.name(),
                      .inks = profiles::ink_names(press),
                      .filters = {Filter::red, Filter::green, Filter::blue},
                      .readings = {}};
  std::vector<double> amounts;
  for (std::size_t ink = 0; ink < prints.inks.size(); ++ink) {
    for (int step = 0; step <= wedge_steps; ++step) {
      Patch patch{.id = "", .place = "", .amounts = std::vector<double>(prints.inks.size()), .drops = {}};
      patch.amounts[ink] = step;
      amounts.insert(amounts.end(), patch.amounts.begin(), patch.amounts.end());
      prints.readings.push_back({.where = press.name() + ": ", .patch = std::move(patch), .light = {}});
    }
  }
  const auto light = profiles::printed_light(press, amounts);
  if (!light.ok()) return light.error();
  for (std::size_t i = 0; i < light->size(); ++i)
    for (const double share : (*light)[i]) prints.readings[i].light.push_back(std::max(share, least_light));
  return prints;
}

std::string title_of(const profiles::Profile& press) {
  return press.description().empty() ? press.name() : press.description();
}

// Makes the aims of a press profile's inks.
class ProfileAims {
 public:
  static Result<ProfileAims> open(const CurvesOrder& order) {
    ProfileAims aims;
    auto press =
        order.profile ? profiles::Profile::from_file(*order.profile) : Result(profiles::Profile::default_press());
    if (!press.ok()) return press.error();
    auto prints = expected_prints(*press);
    if (!prints.ok()) return prints.error();
    aims.title_ = title_of(*press);
    aims.prints_ = *std::move(prints);
    aims.yule_nielsen_ = order.yule_nielsen;
    return aims;
  }

  [[nodiscard]] const std::string& title() const { return title_; }

  [[nodiscard]] std::optional<std::size_t> find(const std::string& ink) const {
    const auto found = profiles::find_ink(prints_.inks, ink);
    return found.ok() ? std::optional(*found) : std::nullopt;
  }

  [[nodiscard]] Result<InkAim> aim_of(std::size_t ink) const {
    const auto tints = tone_values(prints_, ink, yule_nielsen_);
    if (!tints.ok()) return tints.error();
    return InkAim{title_, Aim::through(*tints)};
  }

 private:
  std::string title_;
  Measurements prints_;
  double yule_nielsen_ = 1;
};

using Wanted = std::vector<const WantedAim*>;

// What the order wants for each ink; nothing where it does not say.
Result<Wanted> wanted_aims(const CurvesOrder& order, const std::vector<std::string>& inks) {
  const WantedAim* for_all = nullptr;
  for (const WantedAim& each : order.aims) {
    if (!each.ink.empty()) continue;
    if (for_all) return wrong_setting("there are two aims for all inks; give one, or INK=AIM").of_setting("aim");
    for_all = &each;
  }
  Wanted wanted(inks.size(), for_all);
  for (const WantedAim& each : order.aims) {
    if (each.ink.empty()) continue;
    const auto ink = profiles::find_ink(inks, each.ink);
    if (!ink.ok()) return ink.error().of_setting("aim");
    if (wanted[*ink] != for_all) return wrong_setting(inks[*ink] + " has two aims; give one").of_setting("aim");
    wanted[*ink] = &each;
  }
  return wanted;
}

}  // namespace

Result<InkAims> ink_aims(const CurvesOrder& order, const Measurements& measured) {
  const auto wanted = wanted_aims(order, measured.inks);
  if (!wanted.ok()) return wanted.error();
  std::optional<ProfileAims> press;
  InkAims aims;
  for (std::size_t ink = 0; ink < measured.inks.size(); ++ink) {
    const WantedAim* const want = (*wanted)[ink];
    if (want && want->aim) {
      aims.inks.push_back({want->name, *want->aim});
      continue;
    }
    if (!press) {
      auto opened = ProfileAims::open(order);
      if (!opened.ok()) return opened.error();
      press = *std::move(opened);
    }
    const std::string& name = measured.inks[ink];
    const auto channel = press->find(name);
    if (channel && measured.has(ink)) {
      auto aim = press->aim_of(*channel);
      if (!aim.ok()) return aim.error();
      aims.inks.push_back(*std::move(aim));
      continue;
    }
    const std::string missing = name + " is not an ink of the press profile " + press->title();
    if (!channel && want && !want->ink.empty()) return wrong_setting(missing).of_setting("aim");
    if (!channel && measured.has(ink)) {
      aims.warnings.push_back(measured.path);
      aims.warnings.back().append(": ").append(missing).append(", so its aim is linear; give its --profile, or --aim ");
      aims.warnings.back().append(name).append("=AIM");
    }
    aims.inks.push_back({"linear", Aim()});
  }
  return aims;
}

}  // namespace platerip::rip
