#include "rip/calibrate/correction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace platerip::rip {
namespace {

using separation::Curve;

constexpr int steps = 100;
constexpr double most_distance = 0.05;  // percent

// As curve_text() writes it.
double as_written(double value) {
  return std::round(100 * value) / 100;
}

// The ink amounts that the curve should give for all whole percentages.
std::array<double, steps + 1> wanted_amounts(const ToneCurve& press, const Aim& aim,
                                             const std::optional<Curve>& printed_with) {
  std::array<double, steps + 1> amounts{};
  for (int in = 1; in <= steps; ++in) {
    const double amount = press.amount_for(aim(in));
    amounts[static_cast<std::size_t>(in)] = as_written(printed_with ? 100 * (*printed_with)(amount / 100) : amount);
  }
  return amounts;
}

}  // namespace

std::vector<Curve::Point> correct(const ToneCurve& press, const Aim& aim, const std::optional<Curve>& printed_with) {
  const auto wanted = wanted_amounts(press, aim, printed_with);
  std::vector<Curve::Point> points{{0, 0}, {steps, wanted.back()}};
  for (;;) {
    const auto curve = Curve::from_points(points);
    if (!curve.ok()) return points;
    int worst = 0;
    double distance = most_distance;
    for (int in = 1; in < steps; ++in) {
      const double away = std::abs(100 * (*curve)(in / 100.0) - wanted[static_cast<std::size_t>(in)]);
      if (away <= distance) continue;
      worst = in;
      distance = away;
    }
    if (worst == 0) return points;
    const auto after = std::ranges::find_if(points, [worst](const Curve::Point& point) { return point.in > worst; });
    points.insert(after, {static_cast<double>(worst), wanted[static_cast<std::size_t>(worst)]});
  }
}

std::string curve_text(const std::vector<Curve::Point>& points, const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += "# " + remark + "\n";
  for (const Curve::Point& point : points) {
    char line[64];
    std::snprintf(line, sizeof line, "%3.0f  %6.2f\n", point.in, point.out);
    text += line;
  }
  return text;
}

}  // namespace platerip::rip
