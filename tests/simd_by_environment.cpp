// Programs that link this run on the instruction set that PLATERIP_SIMD names. If the machine does not have it, they
// end with exit status 2.
#include <cstdio>
#include <cstdlib>

#include "base/simd.h"

namespace {

[[maybe_unused]] const bool limited = [] {
  const char* const name = std::getenv("PLATERIP_SIMD");
  if (!name) return false;
  const platerip::Status status = platerip::limit_simd(name);
  if (status.ok()) return true;
  std::fprintf(stderr, "PLATERIP_SIMD=%s\n", status.error().message.c_str());
  std::exit(2);
}();

}  // namespace
