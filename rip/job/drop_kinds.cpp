#include "rip/job/drop_kinds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> drop_amounts{0, halftone::max_drop / 1000.0, "0 to 1000"};

// The smallest whole numbers that have the same ratios as numbers with up to three decimals.
DropSizes whole(const std::vector<double>& numbers) {
  DropSizes sizes;
  int divisor = 0;
  for (const double number : numbers) {
    sizes.push_back(static_cast<int>(std::lround(number * 1000)));
    divisor = std::gcd(divisor, sizes.back());
  }
  for (int& size : sizes) size /= std::max(divisor, 1);
  return sizes;
}

}  // namespace

Status DropWord::read(const std::string& word, DropSizes& sizes) {
  std::vector<std::string> parts;
  if (const Status status = read_list(word, parts); !status.ok()) return status;
  std::vector<double> numbers;
  for (const std::string& part : parts) {
    double number = 0;
    if (const Status status = read_number(part, drop_amounts, number); !status.ok()) return status;
    numbers.push_back(number);
  }
  if (numbers.front() != 0) numbers.insert(numbers.begin(), 0);
  DropSizes read = whole(numbers);
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
