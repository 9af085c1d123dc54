#include "rip/pages/page_ranges.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace platerip::rip {
namespace {

constexpr int no_end = std::numeric_limits<int>::max();

std::optional<int> number_of(std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  return is_number && number >= 1 ? std::optional(number) : std::nullopt;
}

std::string_view without_spaces(std::string_view word) {
  const std::size_t begin = std::min(word.find_first_not_of(' '), word.size());
  return word.substr(begin, word.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

Result<PageRanges> PageRanges::read(const std::string& word) {
  PageRanges pages;
  for (std::string_view rest = word;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view item = without_spaces(rest.substr(0, comma));
    const std::size_t hyphen = item.find('-');
    const auto first = number_of(item.substr(0, hyphen));
    auto last = first;
    if (hyphen != std::string_view::npos)
      last = hyphen + 1 == item.size() ? no_end : number_of(item.substr(hyphen + 1));
    if (!first || !last || *last < *first)
      return Error{"'" + std::string(item) + "' is not a page or a range of pages; give a list such as 1-3,8,10-",
                   ErrorCode::bad_setting};
    pages.ranges_.push_back({*first, *last});
    if (comma == rest.size()) return pages;
    rest.remove_prefix(comma + 1);
  }
}

bool PageRanges::has(int number) const {
  return are_all() ||
         std::ranges::any_of(ranges_, [&](const Range& each) { return number >= each.first && number <= each.last; });
}

std::string PageRanges::text() const {
  std::string text;
  for (const auto& [first, last] : ranges_) {
    if (!text.empty()) text += ',';
    text += std::to_string(first);
    if (last != first) text += '-';
    if (last != first && last != no_end) text += std::to_string(last);
  }
  return text;
}

}  // namespace platerip::rip
