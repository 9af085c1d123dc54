#include "rip/resources/thread_arena.h"

#include <oneapi/tbb/global_control.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace platerip::rip {
namespace {

namespace tbb = oneapi::tbb;
using Arenas = std::list<tbb::task_arena>;

/// Unused arenas, by their number of threads.
class IdleArenas {
 public:
  Arenas take(int threads) {
    const std::lock_guard lock(mutex_);
    Arenas& idle = idle_[threads];
    if (idle.empty()) idle.emplace_back(threads);
    Arenas taken;
    taken.splice(taken.begin(), idle, idle.begin());
    return taken;
  }

  void give_back(int threads, Arenas& arena) {
    const std::lock_guard lock(mutex_);
    Arenas& idle = idle_[threads];
    idle.splice(idle.begin(), arena);
  }

 private:
  std::mutex mutex_;
  std::map<int, Arenas> idle_;
};

IdleArenas& idle_arenas() {
  static IdleArenas arenas;
  return arenas;
}

// Unless told otherwise, oneTBB makes no more threads than the machine has cores, and warns on standard error.
std::optional<tbb::global_control> allow_threads(int threads) {
  constexpr auto limit = tbb::global_control::max_allowed_parallelism;
  std::optional<tbb::global_control> more;
  const auto wanted = static_cast<std::size_t>(threads);
  if (wanted > tbb::global_control::active_value(limit)) more.emplace(limit, wanted);
  return more;
}

}  // namespace

ThreadArena::ThreadArena(int threads) : threads_(threads), arena_(idle_arenas().take(threads)) {}

ThreadArena::~ThreadArena() {
  idle_arenas().give_back(threads_, arena_);
}

void ThreadArena::execute(const std::function<void()>& work) {
  const auto more_threads = allow_threads(threads_);
  arena_.front().execute(work);
}

}  // namespace platerip::rip
