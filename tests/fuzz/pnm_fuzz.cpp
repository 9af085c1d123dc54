// Reads any bytes as Netpbm images: from a file and from a stream. It must not crash or read out of bounds, and both
// must give the same rows as far as they go.
#include "rip/pages/page_formats.h"
#include "tests/fuzz/read_both_ways.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  platerip::fuzz::read_both_ways(platerip::rip::pnm_format, data, size);
  return 0;
}
