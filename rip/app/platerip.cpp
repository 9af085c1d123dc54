// The command platerip.
#include <cstdio>
#include <exception>
#include <new>

#include "rip/app/command.h"

int main(int argc, char* argv[]) {
  try {
    return platerip::rip::command(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("platerip: the machine is out of memory; lower --memory or --threads\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "platerip: internal error: %s\n", error.what());
  }
  return 1;
}
