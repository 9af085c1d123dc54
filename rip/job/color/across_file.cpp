#include "rip/job/color/across_file.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text_file.h"
#include "rip/job/option_values.h"
#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

using separation::Curve;

constexpr LengthRange plate_widths{.most_millimetres = 10'000, .most_pixels = 1'000'000};
constexpr std::size_t most_groups = 4096;
constexpr Range<double> amounts{0, 100, "0 to 100 percent"};

// What the first line says.
struct Heading {
  std::string unit;
  std::vector<double> amounts;
};

Result<std::vector<double>> numbers_in(std::span<const std::string> words) {
  std::vector<double> numbers;
  for (const std::string& word : words)
    if (const Status status = read_number(word, amounts, numbers.emplace_back()); !status.ok()) return status.error();
  return numbers;
}

Result<Heading> heading_of(const std::vector<std::string>& words) {
  if (words.front() != "mm" && words.front() != "px") return Error{"the first line needs a unit, mm or px"};
  auto numbers = numbers_in(std::span(words).subspan(1));
  if (!numbers.ok()) return numbers.error();
  if (numbers->empty()) return Error{"the first line needs amounts of ink"};
  return Heading{words.front(), *std::move(numbers)};
}

Result<Curve> curve_of(const Heading& heading, const std::vector<double>& made) {
  std::vector<Curve::Point> points;
  for (std::size_t i = 0; i < made.size(); ++i) points.push_back({heading.amounts[i], made[i]});
  if (points.back().in < 100) points.push_back({100, 100});
  return Curve::from_points(std::move(points));
}

ColumnCurve column_curve(std::int64_t column, const Curve& curve) {
  ColumnCurve made{.column = column, .shares = {}};
  for (std::uint32_t i = 0; i <= ColumnCurve::steps; ++i)
    made.shares[i] = static_cast<std::uint32_t>(
        std::floor(ColumnCurve::solid * curve(static_cast<double>(i) / ColumnCurve::steps) + 0.5));
  return made;
}

Error of_across(std::string message, std::vector<Advice> advice) {
  return {std::move(message), ErrorCode::bad_setting, std::move(advice), "across"};
}

Error wrong_line(const std::string& path, std::size_t line, const std::string& message) {
  return Error{path + ":" + std::to_string(line) + ": " + message};
}

}  // namespace

Result<AcrossFile> AcrossFile::read(const std::string& path) {
  const auto text = read_text_file(path, 1, "a file of curves across the plate");
  if (!text.ok()) return text.error();
  AcrossFile file;
  std::optional<Heading> heading;
  std::string_view rest = *text;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const auto line_words = cgats::closed_words_of(take_line(rest));
    if (!line_words.ok()) return wrong_line(path, line, line_words.error().message);
    const std::vector<std::string>& words = *line_words;
    if (words.empty()) continue;
    if (!heading) {
      auto read = heading_of(words);
      if (!read.ok()) return wrong_line(path, line, read.error().message);
      heading = *std::move(read);
      continue;
    }
    if (words.size() != heading->amounts.size() + 1)
      return wrong_line(path, line,
                        "needs a place and " + std::to_string(heading->amounts.size()) + " amounts of ink, and has " +
                            std::to_string(words.size()) + " numbers");
    if (file.groups_.size() == most_groups) return wrong_line(path, line, "more than 4096 places");
    Length place;
    if (const Status status = read_length(words.front() + heading->unit, plate_widths, place); !status.ok())
      return wrong_line(path, line, status.error().message);
    if (!file.groups_.empty() && place.thousandths <= file.groups_.back().place.thousandths)
      return wrong_line(path, line, "places must rise from line to line");
    const auto made = numbers_in(std::span(words).subspan(1));
    if (!made.ok()) return wrong_line(path, line, made.error().message);
    auto curve = curve_of(*heading, *made);
    if (!curve.ok()) return wrong_line(path, line, curve.error().message);
    file.groups_.push_back({place, *std::move(curve)});
  }
  if (file.groups_.empty()) return Error{path + ": has no curves"};
  return file;
}

bool AcrossFile::needs_resolution() const {
  return std::ranges::any_of(groups_, [](const Group& group) { return group.place.needs_resolution(); });
}

std::vector<ColumnCurve> AcrossFile::at(const tiffio::Resolution& resolution) const {
  std::vector<ColumnCurve> curves;
  for (const Group& group : groups_) {
    const std::int64_t column = pixels_of(group.place, resolution.x, resolution);
    if (curves.empty() || column > curves.back().column) curves.push_back(column_curve(column, group.curve));
  }
  return curves;
}

Result<std::vector<AcrossInk>> across_inks(const std::vector<profiles::PerInk<AcrossFile>>& files,
                                           std::span<const std::string> inks, const tiffio::Resolution& resolution,
                                           tiffio::Orientation orientation) {
  const auto of_inks = profiles::by_ink(files, inks, "across");
  if (!of_inks.ok()) return of_inks.error();
  std::vector<AcrossInk> across;
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    const AcrossFile* const file = (*of_inks)[ink];
    if (file == nullptr) continue;
    if (orientation != 1)
      return of_across(
          "the plates would lie on their side or be mirrored, so their columns are not those of the printer",
          {{.action = Advice::Action::give, .setting = "upright"}});
    if (file->needs_resolution() && !resolution.is_known())
      return of_across("the page has no resolution, so places in millimetres are unknown",
                       {{.action = Advice::Action::give, .setting = "resolution", .value = "DPI"}});
    across.push_back({ink, file->at(resolution)});
  }
  return across;
}

}  // namespace platerip::rip
