#include "rip/calibrate/aim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 5> named_increases = {
    {{"linear", 0}, {"iso-a", 16}, {"iso-b", 19}, {"iso-c", 22}, {"iso-d", 25}}};

constexpr std::string_view increase_prefix = "tvi=";

// With more than 25, the parabola would rise above 100 % and fall again.
constexpr Range<double> increases{0, 25, "0 to 25 percent of tone value increase"};

}  // namespace

Result<Aim> Aim::named(const std::string& word) {
  Aim aim;
  for (const auto& [name, increase] : named_increases) {
    if (word != name) continue;
    aim.increase_ = increase;
    return aim;
  }
  if (word.starts_with(increase_prefix)) {
    const Status status = read_number(word.substr(increase_prefix.size()), increases, aim.increase_);
    return status.ok() ? Result(aim) : status.error();
  }
  std::error_code error;
  if (!std::filesystem::exists(word, error))
    return wrong_setting("'" + word + "' is not profile, linear, iso-a, iso-b, iso-c, iso-d, tvi=PERCENT or a file");
  auto curve = separation::Curve::from_file(word);
  if (!curve.ok()) return curve.error();
  aim.curve_ = *std::move(curve);
  return aim;
}

Aim Aim::through(const std::vector<Tint>& tints) {
  Aim aim;
  aim.tints_.push_back({0, 0, ""});
  const auto add = [&aim](double nominal, double tone) {
    aim.tints_.push_back({nominal, std::clamp(tone, aim.tints_.back().measured, 100.0), ""});
  };
  for (const Tint& tint : tints) add(tint.nominal, tint.measured);
  add(100, 100);
  return aim;
}

double Aim::operator()(double amount) const {
  const double share = amount / 100;
  if (!tints_.empty()) {
    const auto above = std::ranges::lower_bound(tints_, amount, {}, &Tint::nominal);
    if (above == tints_.begin()) return 0;
    if (above == tints_.end()) return 100;
    const auto below = above - 1;
    const double part = (amount - below->nominal) / (above->nominal - below->nominal);
    return std::lerp(below->measured, above->measured, part);
  }
  if (curve_) return 100 * (*curve_)(share);
  return amount + 4 * increase_ * share * (1 - share);
}

}  // namespace platerip::rip
