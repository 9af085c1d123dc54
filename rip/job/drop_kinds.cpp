#include "rip/job/drop_kinds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> drop_amounts{0, 1'000'000, "0 to 1000000"};

// In thousandths, with the 0 of paper in front.
Status read_thousandths(const std::vector<std::string>& words, DropSizes& sizes) {
  sizes = {0};
  for (const std::string& word : words) {
    double number = 0;
    if (Status status = read_number(word, drop_amounts, number); !status.ok()) return status;
    if (number == 0 && &word == &words.front()) continue;
    const auto size = static_cast<int>(std::lround(number * 1000));
    if (size <= sizes.back())
      return wrong_setting("sizes must rise, but " + word + " comes after " + text_of(sizes.back() / 1000.0));
    sizes.push_back(size);
  }
  if (sizes.size() < halftone::min_levels || sizes.size() > halftone::max_levels)
    return wrong_setting("needs 1 to 15 sizes beside the 0 of paper");
  static_assert(halftone::max_levels == 16);
  return {};
}

}  // namespace

Status DropWord::read(const std::string& word, DropSizes& sizes) {
  std::vector<std::string> parts;
  if (Status status = read_list(word, "a list of sizes as 28,55,100", parts); !status.ok()) return status;
  DropSizes read;
  if (Status status = read_thousandths(parts, read); !status.ok()) return status;
  const int divisor = std::accumulate(read.begin(), read.end(), 0, [](int a, int b) { return std::gcd(a, b); });
  for (int& size : read) size /= divisor;
  const Status status = halftone::check({.amounts = read, .mix = 0}, halftone::max_levels);
  if (!status.ok()) return wrong_setting(status.error().message);
  sizes = std::move(read);
  return {};
}

std::string DropWord::print(const DropSizes& sizes) {
  std::string word;
  for (const int size : sizes) word += (word.empty() ? "" : ",") + text_of(size);
  return word;
}

bool DropWord::goes_on(std::string_view part) {
  return part.find('=') == std::string_view::npos;
}

}  // namespace platerip::rip
