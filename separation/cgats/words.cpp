#include "separation/cgats/words.h"

#include <algorithm>

namespace platerip::cgats {
namespace {

constexpr std::string_view spaces = " \t";

// Removes a word in quotes from the front of `line`, which begins with one. Two quotes stand for one.
std::string take_quoted(std::string_view& line) {
  std::string word;
  line.remove_prefix(1);
  while (!line.empty()) {
    const char c = line.front();
    line.remove_prefix(1);
    if (c != '"') {
      word += c;
    } else if (line.starts_with('"')) {
      word += c;
      line.remove_prefix(1);
    } else {
      break;
    }
  }
  return word;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
  return text.substr(0, text.find_last_not_of(spaces) + 1);
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
    if (line.empty() || line.front() == '#') return words;
    if (line.front() == '"') {
      words.push_back(take_quoted(line));
      continue;
    }
    const std::size_t length = std::min(line.find_first_of(spaces), line.size());
    words.emplace_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (;;) {
    std::string cell;
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    if (line.substr(start).starts_with('"')) {
      line.remove_prefix(start);
      cell = take_quoted(line);
    }
    const std::size_t length = std::min(line.find(separator), line.size());
    cell += trimmed(line.substr(0, length));
    cells.push_back(std::move(cell));
    if (length == line.size()) return cells;
    line.remove_prefix(length + 1);
  }
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

}  // namespace platerip::cgats
