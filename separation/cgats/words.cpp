#include "separation/cgats/words.h"

#include <algorithm>
#include <utility>

namespace platerip::cgats {
namespace {

constexpr std::string_view spaces = " \t";

struct Quoted {
  std::string word;
  bool is_closed = false;
};

// Removes a word in quotes from the front of `line`, which begins with one. Two quotes stand for one.
Quoted take_quoted(std::string_view& line) {
  Quoted quoted;
  std::string& word = quoted.word;
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
      quoted.is_closed = true;
      break;
    }
  }
  return quoted;
}

struct Words {
  std::vector<std::string> words;
  bool are_closed = true;
};

Words split(std::string_view line) {
  Words all;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
    if (line.empty() || line.front() == '#') return all;
    if (line.front() == '"') {
      Quoted quoted = take_quoted(line);
      all.words.push_back(std::move(quoted.word));
      all.are_closed = all.are_closed && quoted.is_closed;
      continue;
    }
    const std::size_t length = std::min(line.find_first_of(spaces), line.size());
    all.words.emplace_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
  return text.substr(0, text.find_last_not_of(spaces) + 1);
}

std::vector<std::string> words_of(std::string_view line) {
  return split(line).words;
}

Result<std::vector<std::string>> closed_words_of(std::string_view line) {
  Words all = split(line);
  if (!all.are_closed) return Error{"a quote is not closed"};
  return std::move(all.words);
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (;;) {
    std::string cell;
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    if (line.substr(start).starts_with('"')) {
      line.remove_prefix(start);
      cell = take_quoted(line).word;
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
