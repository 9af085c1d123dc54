// Reads any bytes as a TIFF. It must not crash or read out of bounds, and every way of reading must give the same.
#include "tests/fuzz/fuzzed_file.h"
#include "tests/fuzz/read_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const platerip::fuzz::FuzzedFile file;
  file.write(data, size);
  platerip::fuzz::read_twice(file.fd());
  return 0;
}
