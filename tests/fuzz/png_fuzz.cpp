// Reads any bytes as PNGs: from a file and from a stream. It must not crash or read out of bounds, and both must give
// the same rows as far as they go.
#include <zlib.h>

#include "rip/pages/page_formats.h"
#include "tests/fuzz/read_both_ways.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  platerip::fuzz::read_both_ways(platerip::rip::png_format, data, size);
  return 0;
}

// Most chunks get their checksums. Otherwise nothing behind a changed byte would be read.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, most);
  constexpr std::size_t signature = 8, around = 12;
  for (std::size_t at = signature; seed % 8 != 0 && at + around <= size;) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | data[at + i];
    if (length > size - at - around) break;
    const auto sum = crc32(0, data + at + 4, static_cast<uInt>(length + 4));
    for (std::size_t i = 0; i < 4; ++i) data[at + 8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
    at += around + length;
  }
  return size;
}
