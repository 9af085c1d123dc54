#include "separation/plan.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "profiles/ink_space.h"
#include "separation/alpha.h"
#include "separation/black_tone.h"

namespace platerip::separation {
namespace {

constexpr int min_inks = 3;

Status check_format(const Settings& settings) {
  const PixelFormat& format = settings.format;
  if (format.model == profiles::ColorModel::lab) {
    if (format.alpha != Alpha::none) return Error{"separation: L*a*b* pages have no alpha"};
    if (settings.precision != Precision::exact)
      return Error{"separation: L*a*b* pages are converted with exact precision", ErrorCode::bad_setting};
  }
  if (format.bits == 8 || format.bits == 16) return {};
  return Error{"separation: pages have 8 or 16 bits per sample, not " + std::to_string(format.bits)};
}

Result<std::vector<std::string>> find_inks(const Settings& settings) {
  const bool passes_through = !settings.page;
  if (passes_through && settings.format.model != profiles::ColorModel::cmyk)
    return Error{"separation: a gray, RGB or L*a*b* page needs a profile of the page"};
  const bool by_link = !passes_through && settings.page->is_link();
  if (by_link && settings.press)
    return Error{"separation: a device link needs no press profile", ErrorCode::bad_setting};
  if (!passes_through && !by_link && !settings.press) return Error{"separation: a press profile is needed"};
  if (passes_through && !settings.press) return std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"};

  const profiles::Profile& press = by_link ? *settings.page : *settings.press;
  const int inks = press.inks();
  if (passes_through && inks != colors_of(settings.format.model))
    return Error{press.name() + ": has " + std::to_string(inks) +
                 " inks: a CMYK page cannot pass to them unchanged; give a profile of the page"};
  if (inks < min_inks || inks > max_inks)
    return Error{press.name() + ": has " + std::to_string(inks) + " inks; a press has 3 to 8"};
  return profiles::ink_names(press);
}

std::vector<std::uint16_t> identity_table(int bits) {
  std::vector<std::uint16_t> table(std::size_t{1} << bits);
  std::iota(table.begin(), table.end(), std::uint16_t{0});
  return table;
}

template <typename Entry>
const Entry* find_entry(const std::vector<std::optional<Entry>>& entries, std::size_t ink) {
  return ink < entries.size() && entries[ink] ? &*entries[ink] : nullptr;
}

Result<std::vector<std::vector<std::uint16_t>>> make_tables(const Settings& settings, std::size_t inks) {
  const auto& curves = settings.curves;
  if (curves.size() > inks)
    return Error{"separation: " + std::to_string(curves.size()) + " curves for " + std::to_string(inks) + " inks",
                 ErrorCode::bad_setting};

  if (settings.ink_limits.size() > inks)
    return Error{
        "separation: limits of " + std::to_string(settings.ink_limits.size()) + " inks for " + std::to_string(inks),
        ErrorCode::bad_setting};

  std::vector<std::vector<std::uint16_t>> tables;
  for (std::size_t ink = 0; ink < inks; ++ink) {
    auto table = table_of_ink(settings, ink);
    if (!table.ok()) return table.error();
    tables.push_back(*std::move(table));
  }
  if (std::ranges::all_of(tables, [](const auto& table) { return table.empty(); })) return decltype(tables)();
  for (auto& table : tables)
    if (table.empty()) table = identity_table(settings.format.bits);
  return tables;
}

// The index of the ink called black, else the fourth ink of CMYK whatever its name, else -1.
int black_of(const Settings& settings, const std::vector<std::string>& inks) {
  if (const auto named = profiles::find_black(inks)) return static_cast<int>(*named);
  if (!settings.page && !settings.press) return 3;
  const profiles::Profile& press = settings.page ? profile_of_inks(settings) : *settings.press;
  const bool cmyk = profiles::ink_space(press.handle()) == cmsSigCmykData;
  return cmyk ? 3 : -1;
}

bool has_black_alone(const Settings& settings) {
  switch (settings.format.model) {
    case profiles::ColorModel::gray:
      return settings.keep_black != KeepBlack::none;
    case profiles::ColorModel::rgb:
      return settings.keep_black == KeepBlack::neutral;
    case profiles::ColorModel::cmyk:
      return settings.keep_black != KeepBlack::none && settings.page;
    case profiles::ColorModel::lab:
      return false;
  }
  return false;
}

// An error about black alone; to leave out the option that asked for it is a remedy.
Error about_black(Error error) {
  error.advice.push_back({Advice::Action::leave_out, "keep-black"});
  return error;
}

Result<std::optional<BlackAlone>> make_black_alone(const Settings& settings, const std::vector<std::string>& inks) {
  if (!has_black_alone(settings)) return std::optional<BlackAlone>();
  const int black = black_of(settings, inks);
  if (black < 0) {
    const std::string why = ": none of its inks is called Black or K, so grays cannot be black alone";
    return about_black(
        {profile_of_inks(settings).name() + why, ErrorCode::bad_input, {{Advice::Action::give_another, "profile"}}});
  }
  auto amounts = black_of_grays(settings, black);
  if (!amounts.ok()) return about_black(amounts.error());
  return std::optional(BlackAlone{black, *std::move(amounts)});
}

Result<std::optional<InkLimit>> make_limit(const Settings& settings, const std::vector<std::string>& inks) {
  if (!settings.ink_limit) return std::optional<InkLimit>();
  const double percent = *settings.ink_limit;
  const auto most = 100 * inks.size();
  if (!(percent >= 100 && percent <= static_cast<double>(most)))
    return Error{"separation: an ink limit for " + std::to_string(inks.size()) + " inks is 100 to " +
                     std::to_string(most) + " percent",
                 ErrorCode::bad_setting};
  const int max = (1 << settings.format.bits) - 1;
  return std::optional(InkLimit{static_cast<std::uint32_t>(std::floor(percent * max / 100)), black_of(settings, inks)});
}

// White of each model; lab is encoded as in PixelFormat.
Paper paper_of(const PixelFormat& format) {
  const int max = (1 << format.bits) - 1;
  const auto most = static_cast<std::uint16_t>(max), neutral = static_cast<std::uint16_t>(max * 128 / 255);
  if (format.model == profiles::ColorModel::cmyk) return {};
  if (format.model == profiles::ColorModel::lab) return {most, neutral, neutral};
  return {most, most, most};
}

}  // namespace

const profiles::Profile& profile_of_inks(const Settings& settings) {
  return settings.page->is_link() ? *settings.page : *settings.press;
}

profiles::Intent intent_of(const Settings& settings) {
  return settings.page->is_link() ? settings.page->header_intent() : settings.intent;
}

Result<std::vector<std::uint16_t>> table_of_ink(const Settings& settings, std::size_t ink) {
  const int bits = settings.format.bits;
  const Curve* const curve = find_entry(settings.curves, ink);
  const double* const percent = find_entry(settings.ink_limits, ink);
  auto table = curve ? curve->table(bits) : percent ? identity_table(bits) : std::vector<std::uint16_t>();
  if (!percent) return table;
  if (!(*percent >= 0 && *percent <= 100))
    return Error{"separation: the limit of an ink is 0 to 100 percent", ErrorCode::bad_setting};
  const int max = (1 << bits) - 1;
  const auto most = static_cast<std::uint16_t>(std::floor(*percent * max / 100));
  for (std::uint16_t& amount : table) amount = std::min(amount, most);
  return table;
}

Result<Plan> make_plan(const Settings& settings) {
  if (const Status status = check_format(settings); !status.ok()) return status.error();
  auto inks = find_inks(settings);
  if (!inks.ok()) return inks.error();
  auto curves = make_tables(settings, inks->size());
  if (!curves.ok()) return curves.error();
  const auto limit = make_limit(settings, *inks);
  if (!limit.ok()) return limit.error();
  auto black_alone = make_black_alone(settings, *inks);
  if (!black_alone.ok()) return black_alone.error();
  const bool keeps_paper = settings.paper_white && settings.page;
  return Plan{*std::move(inks), *std::move(black_alone),
              keeps_paper ? std::optional(paper_of(settings.format)) : std::nullopt, *std::move(curves), *limit};
}

std::string grays_of(const Plan& plan) {
  return plan.black_alone ? ", grays in black alone" : "";
}

}  // namespace platerip::separation
