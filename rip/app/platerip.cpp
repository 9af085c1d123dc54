// The command platerip.
#include <hwy/nanobenchmark.h>

#include <exception>
#include <new>
#include <string>

#include "rip/app/command.h"
#include "rip/app/messages.h"

namespace hwy::platform {

// When Highway's library is loaded, it measures its clock for 2.5 ms, a quarter of the time that a page of one pixel
// takes. Only Highway's benchmarks read the result. The loader takes this function instead of that of a shared library.
uint64_t TimerResolution() {
  return 1;
}

}  // namespace hwy::platform

int main(int argc, char* argv[]) {
  platerip::rip::read_message_options(argc, argv);
  try {
    return platerip::rip::command(argc, argv);
  } catch (const std::bad_alloc&) {
    platerip::rip::say("the machine is out of memory; lower --memory or --threads");
  } catch (const std::exception& error) {
    platerip::rip::say(std::string("internal error: ") + error.what());
  }
  return 1;
}
