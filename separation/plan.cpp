#include "separation/plan.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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
  if (!passes_through && !settings.press) return Error{"separation: a press profile is needed"};
  if (passes_through && !settings.press) return std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"};

  const profiles::Profile& press = *settings.press;
  const int inks = press.channels();
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

Result<std::vector<std::vector<std::uint16_t>>> make_tables(const Settings& settings, std::size_t inks) {
  const auto& curves = settings.curves;
  if (curves.size() > inks)
    return Error{"separation: " + std::to_string(curves.size()) + " curves for " + std::to_string(inks) + " inks",
                 ErrorCode::bad_setting};

  std::vector<std::vector<std::uint16_t>> tables;
  if (std::none_of(curves.begin(), curves.end(), [](const auto& curve) { return curve.has_value(); })) return tables;
  const int bits = settings.format.bits;
  for (std::size_t i = 0; i < inks; ++i)
    tables.push_back(i < curves.size() && curves[i] ? curves[i]->table(bits) : identity_table(bits));
  return tables;
}

// The index of the ink called black, else the fourth ink of CMYK whatever its name, else -1.
int black_of(const Settings& settings, const std::vector<std::string>& inks) {
  if (const auto named = profiles::find_black(inks)) return static_cast<int>(*named);
  const bool cmyk = !settings.press || cmsGetColorSpace(settings.press->handle()) == cmsSigCmykData;
  return cmyk ? 3 : -1;
}

bool has_black_alone(const Settings& settings) {
  switch (settings.format.model) {
    case profiles::ColorModel::gray:
      return settings.black_only != BlackOnly::off;
    case profiles::ColorModel::rgb:
      return settings.black_only == BlackOnly::pixels;
    case profiles::ColorModel::cmyk:
    case profiles::ColorModel::lab:
      return false;
  }
  return false;
}

Result<std::optional<BlackAlone>> make_black_alone(const Settings& settings, const std::vector<std::string>& inks) {
  if (!has_black_alone(settings)) return std::optional<BlackAlone>();
  const int black = black_of(settings, inks);
  if (black < 0)
    return Error{settings.press->name() + ": none of its inks is called Black or K, so grays cannot be black alone",
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "profile"}, {Advice::Action::leave_out, "black-only"}}};
  auto amounts = black_of_grays(settings, black);
  if (!amounts.ok()) return amounts.error();
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

}  // namespace

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
  return Plan{*std::move(inks), *std::move(black_alone), *std::move(curves), *limit};
}

std::string grays_of(const Plan& plan) {
  return plan.black_alone ? ", grays in black alone" : "";
}

}  // namespace platerip::separation
