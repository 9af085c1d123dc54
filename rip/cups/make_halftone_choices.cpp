// Prints the option of PPDs that chooses the halftone, from the table of methods, as ppdc(1) reads it.
#include <cstdio>
#include <string>

#include "halftone/method.h"
#include "rip/job/job.h"

int main() {
  const std::string_view chosen = platerip::rip::Job().method.name();
  std::puts("Option \"PlateripHalftone/Halftone\" PickOne AnySetup 10");
  for (const auto& method : platerip::halftone::methods()) {
    const std::string choice = std::string(method.name) + "/" + std::string(method.title);
    std::printf("  %sChoice \"%s\" \"\"\n", method.name == chosen ? "*" : "", choice.c_str());
  }
}
