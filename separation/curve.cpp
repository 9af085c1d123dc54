#include "separation/curve.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/text_file.h"

namespace platerip::separation {
namespace {

// The least distance between inputs, in percent. With smaller distances, slopes could overflow. One step of a 16-bit
// plane is 0.0015 %.
constexpr double min_step = 0.001;

std::string shown(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return std::string(text, end);
}

bool is_percentage(double value) {
  return value >= 0 && value <= 100;
}  // NaN gives false

// What is wrong with `point`, which follows `previous` (null for the first one); nothing if it is valid.
std::optional<std::string> fault_of(const Curve::Point& point, const Curve::Point* previous) {
  for (const double value : {point.in, point.out})
    if (!is_percentage(value)) return shown(value) + " is not a percentage from 0 to 100";
  if (point.in == 0 && point.out != 0) return "0 % must stay 0 %, not become " + shown(point.out) + " %";
  if ((point.in > 0 && point.in < min_step) || (point.in < 100 && point.in > 100 - min_step))
    return "input " + shown(point.in) + " % is too near the end of the scale";
  if (!previous) return std::nullopt;
  if (point.in < previous->in + min_step)
    return "input " + shown(point.in) + " % does not rise from " + shown(previous->in) + " %";
  if (point.out < previous->out) return "output " + shown(point.out) + " % falls from " + shown(previous->out) + " %";
  return std::nullopt;
}

constexpr const char* expected = "inputs and outputs are percentages, 0 to 100, and the last input is 100";

// What is wrong with the points as a whole; nothing if they are valid.
std::optional<std::string> fault_of(const std::vector<Curve::Point>& points) {
  const auto wrong = [](const std::string& what) { return what + "; " + expected; };
  if (points.empty()) return wrong("no points");
  if (points.size() == 1) return wrong("one point is not a curve");
  const Curve::Point& last = points.back();
  if (last.in <= 1) return wrong("inputs end at " + shown(last.in) + ", as fractions do");
  if (last.in < 100) return wrong("inputs end at " + shown(last.in));
  if (last.out > 0 && last.out <= 1) return wrong("outputs end at " + shown(last.out) + ", as fractions do");
  return std::nullopt;
}

// The slopes at the points, chosen so that the cubic between two points stays monotone: Fritsch and Carlson, section 4.
std::vector<double> monotone_slopes(const std::vector<Curve::Point>& points) {
  const std::size_t last = points.size() - 1;
  std::vector<double> secants;
  for (std::size_t i = 0; i < last; ++i)
    secants.push_back((points[i + 1].out - points[i].out) / (points[i + 1].in - points[i].in));

  std::vector<double> slopes;
  slopes.push_back(secants.front());
  for (std::size_t i = 1; i < last; ++i) slopes.push_back((secants[i - 1] + secants[i]) / 2);
  slopes.push_back(secants.back());

  for (std::size_t i = 0; i < last; ++i) {
    if (secants[i] == 0) {
      slopes[i] = slopes[i + 1] = 0;
      continue;
    }
    const double left = slopes[i] / secants[i];
    const double right = slopes[i + 1] / secants[i];
    const double length = std::sqrt(left * left + right * right);  // std::hypot is not the same everywhere
    if (length <= 3) continue;
    slopes[i] *= 3 / length;
    slopes[i + 1] *= 3 / length;
  }
  return slopes;
}

// Removes the next number from the front of `text`; nothing if there is none.
std::optional<double> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find('#'));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

std::optional<Curve::Point> parse_point(std::string_view text) {
  const auto in = take_number(text);
  const bool apart = !text.empty() && (text.front() == ' ' || text.front() == '\t');
  const auto out = take_number(text);
  if (!in || !out || !apart || !is_blank(text)) return std::nullopt;
  return Curve::Point{*in, *out};
}

}  // namespace

Result<Curve> Curve::from_points(std::vector<Point> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const auto fault = fault_of(points[i], i > 0 ? &points[i - 1] : nullptr))
      return Error{"curve: point " + std::to_string(i + 1) + ": " + *fault};
  if (const auto fault = fault_of(points)) return Error{"curve: " + *fault};
  if (points.front().in > 0) points.insert(points.begin(), Point{0, 0});

  Curve curve;
  for (const Point& point : points) curve.points_.push_back({point.in / 100, point.out / 100});
  curve.slopes_ = monotone_slopes(curve.points_);
  return curve;
}

Result<Curve> Curve::from_file(const std::string& path) {
  const auto text = read_text_file(path, 1, "a curve file");
  return text.ok() ? from_text(*text, path) : text.error();
}

Result<Curve> Curve::from_text(std::string_view text, const std::string& path) {
  std::vector<Point> points;
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view content = without_comment(take_line(rest));
    if (is_blank(content)) continue;
    const std::string where = path + ":" + std::to_string(number) + ": ";
    const auto point = parse_point(content);
    if (!point) return Error{where + "expected an input and an output percentage"};
    if (const auto fault = fault_of(*point, points.empty() ? nullptr : &points.back())) return Error{where + *fault};
    points.push_back(*point);
  }
  if (const auto fault = fault_of(points)) return Error{path + ": " + *fault};
  return from_points(std::move(points));
}

double Curve::operator()(double x) const {
  if (!(x > 0)) return 0;
  x = std::min(x, 1.0);
  const auto next = std::upper_bound(points_.begin() + 1, points_.end() - 1, x,
                                     [](double value, const Point& point) { return value < point.in; });
  const Point& right = *next;
  const Point& left = *(next - 1);
  const auto i = static_cast<std::size_t>(next - 1 - points_.begin());

  const double width = right.in - left.in;
  const double t = (x - left.in) / width;
  const double rise = right.out - left.out;
  const double a = width * slopes_[i];
  const double b = width * slopes_[i + 1];
  // The cubic Hermite polynomial. The clamp removes what rounding may add at its ends.
  const double y = left.out + t * (a + t * (3 * rise - 2 * a - b + t * (a + b - 2 * rise)));
  return std::clamp(y, left.out, right.out);
}

std::vector<std::uint16_t> Curve::table(int bits) const {
  const int max = (1 << bits) - 1;
  std::vector<std::uint16_t> entries;
  entries.reserve(static_cast<std::size_t>(max) + 1);
  for (int v = 0; v <= max; ++v)
    entries.push_back(static_cast<std::uint16_t>(std::floor(max * (*this)(static_cast<double>(v) / max) + 0.5)));
  return entries;
}

}  // namespace platerip::separation
