#include "rip/job/repeated_lines.h"

#include <sstream>
#include <string_view>

namespace platerip::rip {
namespace {

// Words that look like numbers or file names.
bool varies(std::string_view word) {
  return word.find_first_of("0123456789/") != std::string_view::npos ||
         word.substr(0, word.size() - 1).find('.') != std::string_view::npos;
}

std::string kind_of(const std::string& line) {
  const std::size_t name_end = line.find(": ");
  std::istringstream words(name_end == std::string::npos ? line : line.substr(name_end));
  std::string kind;
  for (std::string word; words >> word;) kind += (varies(word) ? "#" : word) + ' ';
  return kind;
}

}  // namespace

void RepeatedLines::say(const std::string& line) {
  Kind& kind = kinds_[kind_of(line)];
  if (++kind.lines <= most) return say_(line);
  kind.last = line;
}

void RepeatedLines::end() {
  for (const auto& [words, kind] : kinds_) {
    if (kind.lines <= most) continue;
    const std::size_t more = kind.lines - most;
    say_(more == 1 ? kind.last : std::to_string(more) + " more lines are like this one: " + kind.last);
  }
  kinds_.clear();
}

}  // namespace platerip::rip
