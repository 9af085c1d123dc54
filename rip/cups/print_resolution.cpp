#include "rip/cups/print_resolution.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace platerip::rip {
namespace {

constexpr double most_dpi = 100'000;

// Takes a number off the front of `text`.
std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<unsigned> whole_dpi(unsigned dots, double per_inch) {
  const double dpi = std::round(dots * per_inch);
  return dpi >= 1 && dpi <= most_dpi ? std::optional(static_cast<unsigned>(dpi)) : std::nullopt;
}

// Rounds as CUPS does.
unsigned dots_of(float points, unsigned dpi) {
  return static_cast<unsigned>(points * static_cast<float>(dpi) / 72.0F + 0.5F);
}

}  // namespace

std::optional<DotsPerInch> resolution_in(const std::string& word) {
  std::string_view rest = word;
  const auto across = take_number(rest);
  if (!across) return std::nullopt;
  std::optional<unsigned> down = across;
  if (rest.starts_with('x')) {
    rest.remove_prefix(1);
    down = take_number(rest);
  }
  const bool is_metric = rest == "dpcm" || rest == "dpc";
  if (!down || !(rest.empty() || rest == "dpi" || is_metric)) return std::nullopt;
  const double per_inch = is_metric ? 2.54 : 1;
  const auto x = whole_dpi(*across, per_inch);
  const auto y = whole_dpi(*down, per_inch);
  return x && y ? std::optional(DotsPerInch{*x, *y}) : std::nullopt;
}

std::string text_of(const DotsPerInch& dots) {
  const std::string across = std::to_string(dots.x);
  return (dots.x == dots.y ? across : across + "x" + std::to_string(dots.y)) + "dpi";
}

DotsPerInch resolution_of(const cups_page_header2_t& header) {
  return {header.HWResolution[0], header.HWResolution[1]};
}

cups_page_header2_t with_resolution(cups_page_header2_t sheet, const DotsPerInch& dots) {
  const auto& box = sheet.cupsImagingBBox;  // left, bottom, right, top
  sheet.HWResolution[0] = dots.x;
  sheet.HWResolution[1] = dots.y;
  sheet.cupsWidth = dots_of(box[2] - box[0], dots.x);
  sheet.cupsHeight = dots_of(box[3] - box[1], dots.y);
  return sheet;
}

}  // namespace platerip::rip
