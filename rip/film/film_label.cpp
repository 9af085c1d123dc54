#include "rip/film/film_label.h"

#include <cmath>
#include <string_view>

#include "base/unicode/characters.h"
#include "rip/job/option_spelling.h"

namespace platerip::rip {
namespace {

// To a tenth.
std::string rounded(double number) {
  return text_of(std::round(number * 10) / 10);
}

std::string screen_of(const PagePlan& plan, std::size_t plate) {
  if (const auto& grid = plan.grids[plate]) return rounded(grid->lpi) + " lpi " + rounded(grid->angle) + " deg";
  return std::string(plan.planes[plate].method.name());
}

std::string in_ascii(const std::string& text) {
  const std::string utf8 = unicode::utf8_of(text);
  std::string_view left = utf8;
  std::string ascii;
  while (!left.empty()) {
    const char32_t character = unicode::take(left).value_or(0);
    ascii += character >= ' ' && character <= '~' ? static_cast<char>(character) : '#';
  }
  return ascii;
}

}  // namespace

FilmLabel film_label(const PagePlan& plan, std::size_t plate, const std::string& date) {
  const std::string place = std::to_string(plate + 1) + '/' + std::to_string(plan.plate_inks.size());
  FilmLabel label{place + ' ' + plan.plate_names()[plate], screen_of(plan, plate)};
  if (!date.empty()) label.push_back(date);
  label.push_back(document_name(plan.source));
  if (plan.source.count != 1) label.back() += " page " + std::to_string(plan.source.index + 1);
  for (std::string& part : label) part = in_ascii(part);
  return label;
}

}  // namespace platerip::rip
