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
std::atomic<bool> reader_gone = false;
std::atomic<std::int64_t> caught_at = 0;  // in nanoseconds of the monotonic clock; 0: not yet
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

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

void handle_pipe(int) {
  reader_gone = true;
}

// Unless the program's caller has set it to be ignored.
void handle_with(void (*handler)(int), int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_stop_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) handle_with(handle, signal);
  handle_with(handle_pipe, SIGPIPE);
  std::signal(SIGXFSZ, SIG_IGN);
}

int stop_signal() {
  return caught;
}

bool stopped() {
  return caught != 0;
}

int signal_that_came() {
  return stopped() || !reader_gone ? stop_signal() : SIGPIPE;
}

}  // namespace platerip::rip
