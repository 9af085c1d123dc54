#include "rip/resources/stop_signal.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <initializer_list>

namespace platerip::rip {
namespace {

constexpr std::int64_t second = 1'000'000'000;

// A signal handler may use only lock-free atomics.
std::atomic<int> caught = 0;
std::atomic<std::int64_t> caught_at = 0;  // in nanoseconds of the monotonic clock; 0: not yet
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

void handle(int signal) {
  timespec clock{};
  clock_gettime(CLOCK_MONOTONIC, &clock);
  const std::int64_t now = clock.tv_sec * second + clock.tv_nsec;
  std::int64_t first = 0;
  if (caught_at.compare_exchange_strong(first, now)) {
    caught = signal;
  } else if (now - first >= second) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered when the handler has returned
  }
}

}  // namespace

void catch_stop_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = handle;
    sigaction(signal, &action, nullptr);
  }
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
}

int stop_signal() {
  return caught;
}

bool stopped() {
  return caught != 0;
}

}  // namespace platerip::rip
