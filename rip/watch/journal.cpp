#include "rip/watch/journal.h"

#include <cstdlib>
#include <mutex>

#include "rip/app/messages.h"

namespace platerip::rip {

void tell(Level level, const std::string& line) {
  static std::mutex mutex;
  static const bool is_journal = std::getenv("JOURNAL_STREAM") != nullptr;
  const std::lock_guard lock(mutex);
  say_at(is_journal ? static_cast<int>(level) : 0, line);
}

}  // namespace platerip::rip
