#include "rip/watch/option_file.h"

#include <algorithm>
#include <string_view>

#include "base/text_file.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Adds the words of a line. False if a quote has no end.
bool add_words(std::string_view line, std::vector<std::string>& words) {
  std::string word;
  bool has_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word += line[++i];
      has_word = true;
    } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      has_word = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (has_word) words.push_back(std::exchange(word, {}));
      has_word = false;
    } else {
      word += c;
      has_word = true;
    }
  }
  if (has_word) words.push_back(word);
  return quote == 0;
}

}  // namespace

Result<std::vector<std::string>> words_in_file(const std::string& path) {
  const auto text = read_text_file(path, 1, "a file of options");
  if (!text.ok()) return text.error();
  std::vector<std::string> words;
  int number = 1;
  for (std::string_view rest = *text; !rest.empty(); ++number) {
    std::string_view line = take_line(rest);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with('#')) continue;
    if (!add_words(line, words))
      return wrong_setting(tiffio::printable(path) + " line " + std::to_string(number) + ": a quote has no end");
  }
  return words;
}

}  // namespace platerip::rip
