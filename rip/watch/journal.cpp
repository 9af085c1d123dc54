#include "rip/watch/journal.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "base/unicode/characters.h"
#include "rip/app/messages.h"

namespace platerip::rip {
namespace {

std::string as_utf8(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::string_view before = line;
    if (unicode::take(line)) {
      text += before.substr(0, before.size() - line.size());
      continue;
    }
    std::array<char, 5> escaped{};
    std::snprintf(escaped.data(), escaped.size(), "\\x%02x", static_cast<unsigned char>(before.front()));
    text += escaped.data();
  }
  return text;
}

}  // namespace

void tell(Level level, const std::string& line) {
  static std::mutex mutex;
  static const bool is_journal = std::getenv("JOURNAL_STREAM") != nullptr;
  const std::lock_guard lock(mutex);
  say_at(is_journal ? static_cast<int>(level) : 0, as_utf8(line));
}

}  // namespace platerip::rip
