#include "rip/job/option_values.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <sstream>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string trimmed(const std::string& text) {
  constexpr const char* spaces = " \t";
  const std::size_t begin = text.find_first_not_of(spaces);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

}  // namespace

std::string quoted(const std::string& word) {
  constexpr std::size_t longest = 80;
  return "'" + tiffio::printable(std::string_view(word).substr(0, longest)) + (word.size() > longest ? "..." : "") +
         "'";
}

std::optional<bool> flag_of(std::string_view word) {
  const std::string wanted = lower(word);
  if (is_one_of(wanted, {"true", "yes", "on", "1"})) return true;
  if (is_one_of(wanted, {"false", "no", "off", "0"})) return false;
  return std::nullopt;
}

Status read_flag(const std::string& word, bool& target) {
  const auto flag = flag_of(word);
  if (!flag) return wrong_setting(quoted(word) + " is neither true nor false");
  target = *flag;
  return {};
}

Result<std::pair<std::string, std::string>> read_pair(const std::string& word, const std::string& form) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
    return wrong_setting(quoted(word) + " is not " + form);
  return std::pair(word.substr(0, equals), word.substr(equals + 1));
}

Status read_list(const std::string& word, const std::string& form, std::vector<std::string>& target) {
  std::vector<std::string> parts;
  std::istringstream list(word + ',');
  for (std::string part; std::getline(list, part, ',');) parts.push_back(trimmed(part));
  if (std::find(parts.begin(), parts.end(), "") != parts.end()) return wrong_setting(quoted(word) + " is not " + form);
  target = std::move(parts);
  return {};
}

}  // namespace platerip::rip
