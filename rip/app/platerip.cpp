// The command platerip.
#include <exception>
#include <new>
#include <string>

#include "rip/app/command.h"
#include "rip/app/messages.h"

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
