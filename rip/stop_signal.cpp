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
    action.sa_handler = [](int number) { caught = number; };
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

int stop_signal() {
  return caught;
}

}  // namespace platerip::rip
