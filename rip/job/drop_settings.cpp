#include "rip/job/drop_settings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> drop_amounts{0, halftone::max_drop / 1000, "0 to 1000"};
constexpr std::size_t most_inked_levels_mixed = 5;

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

int default_mix(halftone::Family family, std::size_t levels) {
  if (family == halftone::Family::tone_filter) return levels <= most_inked_levels_mixed ? 70 : 0;
  return family == halftone::Family::screen ? 20 : 0;
}

int most_levels(const DropSettings& settings) {
  std::size_t most = settings.sizes ? settings.sizes->size() : static_cast<std::size_t>(settings.levels);
  for (const profiles::PerInk<DropSizes>& ink : settings.of_inks) most = std::max(most, ink.value.size());
  return static_cast<int>(most);
}

Result<int> add_drops(const DropSettings& settings, std::span<const std::string> inks,
                      std::vector<halftone::PlaneSettings>& planes) {
  const auto own = profiles::by_ink(settings.of_inks, inks, "drops");
  if (!own.ok()) return own.error();
  const int levels = most_levels(settings);
  for (std::size_t ink = 0; ink < planes.size(); ++ink) {
    halftone::Drops& drops = planes[ink].drops;
    if (settings.sizes) drops.amounts = *settings.sizes;
    if ((*own)[ink] != nullptr) drops.amounts = *(*own)[ink];
    if (drops.amounts.empty() && settings.levels < levels) drops.amounts = halftone::amounts_of({}, settings.levels);
    const std::size_t count = halftone::amounts_of(drops, levels).size();
    drops.mix = count == 2 ? 0 : settings.mix.value_or(default_mix(planes[ink].method.info().family, count));
    if (const Status status = halftone::check(drops, levels); !status.ok()) return status.error().of_setting("drops");
  }
  return levels;
}

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
