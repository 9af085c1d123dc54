#include "separation/plan.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "separation/alpha.h"

namespace platerip::separation {
namespace {

constexpr int min_inks = 3;

Status check_format(const PixelFormat& format) {
  if (format.bits == 8 || format.bits == 16) return {};
  return Error{"separation: pages have 8 or 16 bits per sample, not " + std::to_string(format.bits)};
}

Result<std::vector<std::string>> find_inks(const Settings& settings) {
  const bool passes_through = !settings.page;
  if (passes_through && settings.format.model != profiles::ColorModel::cmyk)
    return Error{"separation: a gray or RGB page needs a profile of the page"};
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
    return Error{"separation: " + std::to_string(curves.size()) + " curves for " + std::to_string(inks) + " inks"};

  std::vector<std::vector<std::uint16_t>> tables;
  if (std::none_of(curves.begin(), curves.end(), [](const auto& curve) { return curve.has_value(); })) return tables;
  const int bits = settings.format.bits;
  for (std::size_t i = 0; i < inks; ++i)
    tables.push_back(i < curves.size() && curves[i] ? curves[i]->table(bits) : identity_table(bits));
  return tables;
}

// The ink that is called so, or the fourth of CMYK, whatever it is called.
int black_of(const std::vector<std::string>& inks, bool cmyk) {
  if (const auto named = profiles::find_black(inks)) return static_cast<int>(*named);
  return cmyk ? 3 : -1;
}

Result<std::optional<InkLimit>> make_limit(const Settings& settings, const std::vector<std::string>& inks) {
  if (!settings.ink_limit) return std::optional<InkLimit>();
  const double percent = *settings.ink_limit;
  const auto most = 100 * inks.size();
  if (!(percent >= 100 && percent <= static_cast<double>(most)))
    return Error{"separation: an ink limit for " + std::to_string(inks.size()) + " inks is 100 to " +
                 std::to_string(most) + " percent"};
  const int max = (1 << settings.format.bits) - 1;
  const bool cmyk = !settings.press || cmsGetColorSpace(settings.press->handle()) == cmsSigCmykData;
  return std::optional(InkLimit{static_cast<std::uint32_t>(std::floor(percent * max / 100)), black_of(inks, cmyk)});
}

}  // namespace

Result<Plan> make_plan(const Settings& settings) {
  if (const Status status = check_format(settings.format); !status.ok()) return status.error();
  auto inks = find_inks(settings);
  if (!inks.ok()) return inks.error();
  auto curves = make_tables(settings, inks->size());
  if (!curves.ok()) return curves.error();
  const auto limit = make_limit(settings, *inks);
  if (!limit.ok()) return limit.error();
  return Plan{*std::move(inks), *std::move(curves), *limit};
}

}  // namespace platerip::separation
