#include "rip/stop_signal.h"

#include <csignal>
#include <initializer_list>

namespace platerip::rip {
namespace {

volatile std::sig_atomic_t caught = 0;

}  // namespace

void catch_stop_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = [](int number) { caught = number; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
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
