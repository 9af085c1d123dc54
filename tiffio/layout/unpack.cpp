#include "tiffio/layout/unpack.h"

#include <array>
#include <cstring>

namespace platerip::tiffio {
namespace {

/// The samples of a byte, in order, for every byte.
template <int bits>
constexpr auto samples_of_bytes() {
  std::array<std::array<std::uint8_t, 8 / bits>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0; i < 8 / bits; ++i) table[byte][i] = byte >> (8 - bits * (i + 1)) & ((1U << bits) - 1);
  return table;
}

// Samples that do not cross the bytes.
template <int bits>
void unpack_from_bytes(const std::byte* in, std::int64_t count, std::byte* out) {
  static constexpr auto table = samples_of_bytes<bits>();
  constexpr std::int64_t in_byte = 8 / bits;
  for (; count >= in_byte; count -= in_byte, out += in_byte)
    std::memcpy(out, table[std::to_integer<std::size_t>(*in++)].data(), in_byte);
  if (count > 0) std::memcpy(out, table[std::to_integer<std::size_t>(*in)].data(), static_cast<std::size_t>(count));
}

template <typename Sample>
void unpack_bit_by_bit(int bits, const std::byte* in, std::int64_t count, std::byte* out) {
  const std::uint32_t mask = (1U << bits) - 1;
  std::uint32_t held = 0;
  int held_bits = 0;
  for (; count > 0; --count, out += sizeof(Sample)) {
    for (; held_bits < bits; held_bits += 8) held = held << 8 | std::to_integer<std::uint32_t>(*in++);
    held_bits -= bits;
    const auto sample = static_cast<Sample>(held >> held_bits & mask);
    std::memcpy(out, &sample, sizeof sample);
  }
}

}  // namespace

void unpack_integers(int bits, const std::byte* in, std::int64_t count, std::byte* out) {
  if (bits == 1) return unpack_from_bytes<1>(in, count, out);
  if (bits == 2) return unpack_from_bytes<2>(in, count, out);
  if (bits == 4) return unpack_from_bytes<4>(in, count, out);
  if (bits <= 8) return unpack_bit_by_bit<std::uint8_t>(bits, in, count, out);
  unpack_bit_by_bit<std::uint16_t>(bits, in, count, out);
}

}  // namespace platerip::tiffio
