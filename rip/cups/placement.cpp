#include "rip/cups/placement.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Resolutions that differ by a smaller ratio count as equal: those in dots per centimetre are rounded.
constexpr double same_resolution = 0.001;

// Sheet sizes are rounded to points, so a picture of exactly the paper's size may exceed its sheet by this many points.
constexpr double points_over = 2;

constexpr double most_dots = 1 << 30;

Result<std::optional<double>> read_number(const GetOption& option, const std::string& name, double most) {
  const auto value = option(name);
  if (!value) return std::optional<double>();
  char* end = nullptr;
  const double number = std::strtod(value->c_str(), &end);
  if (end == value->c_str() || *end != '\0' || !(number > 0) || number > most)
    return wrong_value(name, *value, "give a number above 0, up to " + std::to_string(static_cast<int>(most)));
  return std::optional(number);
}

Result<bool> is_on(const GetOption& option, const std::string& name) {
  const auto flag = read_flag(option, name);
  if (!flag.ok()) return flag.error();
  return flag->value_or(false);
}

Result<Turn> read_turn(const GetOption& option) {
  const auto landscape = is_on(option, "landscape");
  if (!landscape.ok()) return landscape.error();
  const auto mirrors = is_on(option, "mirror");
  if (!mirrors.ok()) return mirrors.error();
  const std::string orientation = option("orientation-requested").value_or(*landscape ? "4" : "3");
  const Turn mirror = *mirrors ? mirrored : unturned;
  if (orientation == "3" || orientation == "7") return then(unturned, mirror);  // 7 means that the job asks for no turn
  if (orientation == "4") return then(counter_clockwise, mirror);
  if (orientation == "5") return then(clockwise, mirror);
  if (orientation == "6") return then(upside_down, mirror);
  return wrong_value("orientation-requested", orientation, "give 3, 4, 5 or 6");
}

Status read_print_scaling(const GetOption& option, PlaceOptions& options) {
  using PrintScaling = PlaceOptions::PrintScaling;
  static constexpr std::pair<const char*, PrintScaling> flags[] = {
      {"fit-to-page", PrintScaling::fit}, {"fitplot", PrintScaling::fit}, {"fill", PrintScaling::fill}};
  for (const auto& [name, print_scaling] : flags) {
    const auto flag = is_on(option, name);
    if (!flag.ok()) return flag.error();
    if (*flag) options.print_scaling = print_scaling;
  }
  static constexpr std::pair<const char*, PrintScaling> words[] = {{"auto", PrintScaling::automatic},
                                                                   {"auto-fit", PrintScaling::automatic},
                                                                   {"fit", PrintScaling::fit},
                                                                   {"fill", PrintScaling::fill},
                                                                   {"none", PrintScaling::none}};
  const auto value = option("print-scaling");
  if (!value) return {};
  for (const auto& [word, print_scaling] : words) {
    if (*value != word) continue;
    if (print_scaling != PrintScaling::automatic) options.print_scaling = print_scaling;
    return {};
  }
  return wrong_value("print-scaling", *value, "give auto, auto-fit, fit, fill or none");
}

Status read_position(const GetOption& option, PlaceOptions& options) {
  const std::string value = option("position").value_or("center");
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, '-');) {
    if (word == "left" || word == "right") {
      options.across = word == "left" ? -1 : 1;
    } else if (word == "top" || word == "bottom") {
      options.down = word == "top" ? -1 : 1;
    } else if (word != "center") {
      return wrong_value("position", value, "give center, top, left, right, bottom, top-left, …");
    }
  }
  return {};
}

/// The size of the picture, in dots of the sheet.
struct Size {
  double width;
  double height;
};

Size scaled(const Size& size, double factor) {
  return {size.width * factor, size.height * factor};
}

double dots_for(std::int64_t pixels, double picture_resolution, double sheet_resolution) {
  const bool same = picture_resolution <= 0 || std::abs(picture_resolution / sheet_resolution - 1) < same_resolution;
  return static_cast<double>(pixels) * (same ? 1 : sheet_resolution / picture_resolution);
}

Size own_size(const Extent& picture, const Extent& sheet) {
  return {dots_for(picture.width, picture.x_resolution, sheet.x_resolution),
          dots_for(picture.height, picture.y_resolution, sheet.y_resolution)};
}

bool fits(const Size& size, const Extent& sheet) {
  return size.width <= static_cast<double>(sheet.width) + points_over * sheet.x_resolution / 72 &&
         size.height <= static_cast<double>(sheet.height) + points_over * sheet.y_resolution / 72;
}

Size chosen_size(const Extent& picture, const Extent& sheet, const PlaceOptions& options) {
  using PrintScaling = PlaceOptions::PrintScaling;
  if (options.ppi) {
    return {dots_for(picture.width, *options.ppi, sheet.x_resolution),
            dots_for(picture.height, *options.ppi, sheet.y_resolution)};
  }
  const Size own = own_size(picture, sheet);
  if (options.natural_scaling) return scaled(own, *options.natural_scaling / 100);
  const double across = static_cast<double>(sheet.width) / own.width;
  const double down = static_cast<double>(sheet.height) / own.height;
  if (options.scaling) return scaled(own, std::min(across, down) * *options.scaling / 100);
  switch (options.print_scaling) {
    case PrintScaling::none:
      return own;
    case PrintScaling::fill:
      return scaled(own, std::max(across, down));
    case PrintScaling::fit:
      break;
    case PrintScaling::automatic:
      if (fits(own, sheet)) return own;
  }
  return scaled(own, std::min(across, down));
}

std::int64_t whole_dots(double dots) {
  return std::llround(std::clamp(dots, 1.0, most_dots));
}

std::int64_t start_of(std::int64_t size, std::int64_t sheet, int side) {
  if (side < 0) return 0;
  return side > 0 ? sheet - size : (sheet - size) / 2;
}

constexpr int last_page = std::numeric_limits<int>::max();

std::optional<int> page_number(const std::string& text, int where_none) {
  if (text.empty()) return where_none;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<PlaceOptions> read_place_options(const GetOption& option) {
  PlaceOptions options;
  const std::pair<const char*, std::optional<double>*> numbers[] = {
      {"ppi", &options.ppi}, {"natural-scaling", &options.natural_scaling}, {"scaling", &options.scaling}};
  for (const auto& [name, target] : numbers) {
    const auto number = read_number(option, name, 100000);
    if (!number.ok()) return number.error();
    *target = *number;
  }
  const auto turn = read_turn(option);
  if (!turn.ok()) return turn.error();
  options.turn = *turn;
  if (const Status status = read_print_scaling(option, options); !status.ok()) return status.error();
  if (const Status status = read_position(option, options); !status.ok()) return status.error();
  return options;
}

Placement place(const Extent& picture, const Extent& sheet, const PlaceOptions& options) {
  const Size size = chosen_size(picture, sheet, options);
  Placement placement{.width = whole_dots(size.width), .height = whole_dots(size.height)};
  placement.left = start_of(placement.width, sheet.width, options.across);
  placement.top = start_of(placement.height, sheet.height, options.down);
  return placement;
}

Result<WantedPages> WantedPages::read(const GetOption& option) {
  WantedPages pages;
  const std::string set = option("page-set").value_or("all");
  if (set != "all" && set != "odd" && set != "even") return wrong_value("page-set", set, "give all, odd or even");
  if (set != "all") pages.remainder_ = set == "odd" ? 1 : 0;
  const std::string ranges = option("page-ranges").value_or("1-");
  std::istringstream stream(ranges);
  for (std::string range; std::getline(stream, range, ',');) {
    const std::size_t hyphen = range.find('-');
    const auto first = page_number(range.substr(0, hyphen), 1);
    const auto last = hyphen == std::string::npos ? first : page_number(range.substr(hyphen + 1), last_page);
    if (!first || !last || *first < 1 || *last < *first)
      return wrong_value("page-ranges", ranges, "give pages as 1-3,5");
    pages.ranges_.emplace_back(*first, *last);
  }
  return pages;
}

bool WantedPages::has(int page) const {
  return is_in_set(page) && std::any_of(ranges_.begin(), ranges_.end(), [page](const auto& range) {
           return page >= range.first && page <= range.second;
         });
}

bool WantedPages::has_after(int page) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [this, page](const auto& range) {
    const std::int64_t next = std::max(std::int64_t{range.first}, std::int64_t{page} + 1);
    return (is_in_set(next) ? next : next + 1) <= range.second;
  });
}

}  // namespace platerip::rip
