#include "rip/job/color/split_file.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text_file.h"
#include "base/unicode/names.h"
#include "rip/job/option_values.h"
#include "separation/cgats/words.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t per_percent = 10'000;
constexpr std::int64_t solid = 100 * per_percent;
constexpr Range<double> percents{0, 100, "0 to 100 percent"};

Status check_name(const std::string& name) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7F; };
  if (name.empty() || name != cgats::trimmed(name) || std::ranges::any_of(name, is_control))
    return Error{"the name of an ink is not empty, and has no spaces around it and no control characters"};
  return {};
}

Result<std::vector<std::string>> inks_of(const std::vector<std::string>& words) {
  if (cgats::upper(words.front()) != "TONE") return Error{"the first line needs the word TONE and the names of inks"};
  std::vector<std::string> inks(words.begin() + 1, words.end());
  if (inks.empty() || inks.size() > SplitFile::most_inks) return Error{"the first line needs the names of 1 to 8 inks"};
  std::set<std::string> names;
  for (const std::string& ink : inks) {
    if (const Status status = check_name(ink); !status.ok()) return status.error();
    if (!names.insert(unicode::folded(ink)).second) return Error{tiffio::printable(ink) + " is there twice"};
  }
  return inks;
}

}  // namespace

Result<SplitFile> SplitFile::read(const std::string& path) {
  const auto text = read_text_file(path, 1, "a file that splits an ink");
  if (!text.ok()) return text.error();
  SplitFile file;
  std::string_view rest = *text;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const auto words = cgats::closed_words_of(take_line(rest));
    if (words.ok() && words->empty()) continue;
    const Status status = words.ok() ? file.add_line(*words) : words.error();
    if (!status.ok()) return Error{path + ":" + std::to_string(line) + ": " + status.error().message};
  }
  const Status status = file.check_end();
  if (!status.ok()) return Error{path + ": " + status.error().message};
  return file;
}

Status SplitFile::add_line(const std::vector<std::string>& words) {
  if (inks_.empty()) {
    auto inks = inks_of(words);
    if (!inks.ok()) return inks.error();
    inks_ = *std::move(inks);
    return {};
  }
  if (words.size() != inks_.size() + 1)
    return Error{std::to_string(words.size()) + " numbers, where there are a tone and " + std::to_string(inks_.size()) +
                 " inks"};
  if (lines_.size() == most_tones) return Error{"more than 256 tones"};
  std::vector<std::int64_t> numbers;
  for (const std::string& word : words) {
    double percent = 0;
    if (Status status = read_number(word, percents, percent); !status.ok()) return status;
    numbers.push_back(std::llround(percent * per_percent));
  }
  Line line{numbers.front(), {numbers.begin() + 1, numbers.end()}};
  if (lines_.empty() && std::ranges::any_of(numbers, [](std::int64_t number) { return number != 0; }))
    return Error{"the first tone is 0, of which no ink prints anything"};
  if (!lines_.empty() && line.tone <= lines_.back().tone) return Error{"tones must rise from line to line"};
  lines_.push_back(std::move(line));
  return {};
}

Status SplitFile::check_end() const {
  if (inks_.empty()) return Error{"has no inks"};
  if (lines_.empty() || lines_.back().tone != solid) return Error{"the last tone must be 100"};
  return {};
}

std::vector<std::uint16_t> SplitFile::table(std::size_t ink, int bits) const {
  const std::int64_t max = (std::int64_t{1} << bits) - 1;
  std::vector<std::uint16_t> table;
  std::size_t next = 1;
  for (std::int64_t v = 0; v <= max; ++v) {
    while (v * solid > lines_[next].tone * max) ++next;
    const Line &left = lines_[next - 1], &right = lines_[next];
    const std::int64_t sum = left.amounts[ink] * (right.tone * max - v * solid) +
                             right.amounts[ink] * (v * solid - left.tone * max);  // at most 2^56
    const std::int64_t unit = (right.tone - left.tone) * solid;
    table.push_back(static_cast<std::uint16_t>((2 * sum + unit) / (2 * unit)));
  }
  return table;
}

}  // namespace platerip::rip
