#include <cstdio>

#include "halftone/halftone.h"
#include "rip/rip_page.h"

// Asks the installed library for a page that is not there: it must be linked whole, and answer.
int main() {
  const auto report = platerip::rip::rip_page({}, {"no-such-page.tif"});
  if (report.ok()) return 1;
  std::printf("%zu halftone backends; %s\n", platerip::halftone::backends().size(), report.error().message.c_str());
  return 0;
}
