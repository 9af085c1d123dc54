#include "tiffio/plates/deflate_encoder.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>

#include "tiffio/plates/compression.h"

namespace platerip::tiffio {
namespace {

// The highest level at which ISA-L makes the same bytes on all x86-64 processors that have SSE4.2. Rarely, a
// run makes others: ISA-L 2.30 hashes a part of the stream's address in place of the third byte of the data.
constexpr std::uint32_t level = 2;

struct Deflating {
  isal_zstream stream;
  std::array<std::uint8_t, ISAL_DEF_LVL2_DEFAULT> memory;
};

}  // namespace

std::size_t deflate_heap_bytes() {
  return sizeof(Deflating);
}

std::size_t most_deflate_bytes(std::size_t bytes) {
  constexpr std::size_t around = 64;  // zlib's header and checksum, and a block that is not whole
  return worst_case(Compression::deflate, bytes, 1) + around;
}

std::size_t encode_deflate(std::span<const std::byte> data, std::span<std::byte> out) {
  const auto deflating = std::make_unique<Deflating>();  // zeros: what was in its memory would change the bytes
  isal_zstream& stream = deflating->stream;
  isal_deflate_stateless_init(&stream);
  stream.level = level;
  stream.level_buf = deflating->memory.data();
  stream.level_buf_size = static_cast<std::uint32_t>(deflating->memory.size());
  stream.gzip_flag = IGZIP_ZLIB;
  stream.end_of_stream = 1;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(data.data()));  // which it only reads
  stream.avail_in = static_cast<std::uint32_t>(data.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out =
      static_cast<std::uint32_t>(std::min<std::size_t>(out.size(), std::numeric_limits<std::uint32_t>::max()));
  isal_deflate_stateless(&stream);  // fails only without room
  return stream.total_out;
}

}  // namespace platerip::tiffio
