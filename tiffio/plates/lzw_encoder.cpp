#include "tiffio/plates/lzw_encoder.h"

#include <algorithm>

#include "tiffio/plates/bit_writer.h"

namespace platerip::tiffio {
namespace {

constexpr std::uint32_t clear = 256;
constexpr std::uint32_t end_of_data = 257;
constexpr std::uint32_t first_code = 258;
constexpr std::uint32_t past_last_code = 4094;
constexpr unsigned least_length = 9;
constexpr unsigned most_length = 12;

// A string is a prefix, which is a code, and a last byte. Its entry in the hash table has these 20 bits and then its
// own code. So an entry belongs to a string if it differs from `key_of` only in the lowest 12 bits, which are the code.
constexpr std::uint32_t codes = 1 << most_length;
constexpr std::uint32_t no_entry = 0xffffffff;

std::uint32_t key_of(std::uint32_t prefix, std::uint32_t byte) {
  return prefix << 20 | byte << 12;
}

// Most lookups need a single entry, because at most 3,836 are used. The others cost a branch that the processor
// predicts wrong. Plates of dots take half the time of libtiff with 2^15 or 2^16 entries, 0.54 of it with 2^14, and
// 0.69 with 2^13.
constexpr std::uint32_t entries = 1 << 15;

// Bytes are scattered over the table. Prefixes, which count upwards, set the lowest bits.
std::uint32_t place_of(std::uint32_t prefix, std::uint32_t byte) {
  return prefix ^ (byte * 0x9e37 >> 2 & (entries - 1));
}

}  // namespace

LzwEncoder::LzwEncoder() : strings_(std::make_unique_for_overwrite<std::uint32_t[]>(entries)) {}

std::size_t LzwEncoder::memory_bytes() {
  return sizeof(LzwEncoder) + entries * sizeof(std::uint32_t);
}

// A code of 12 bits for each byte. The codes that clear the table are made up for by the shorter ones that follow them.
std::size_t LzwEncoder::most_bytes(std::size_t bytes) {
  return bytes + (bytes + 1) / 2 + 16;
}

void LzwEncoder::forget_strings() {
  std::fill_n(strings_.get(), entries, no_entry);
  next_ = first_code;
  length_ = least_length;
}

/// The code at which codes become longer, or the table is full.
std::uint32_t LzwEncoder::limit() const {
  return length_ == most_length ? past_last_code : 1U << length_;
}

/// Finds the codes of `data`, of which `prefix` has the bytes before. Returns the prefix of the bytes behind. There are
/// as many codes as strings are added. The loop has no branch that depends on whether a string is found: in dots, half
/// of them are.
std::uint32_t LzwEncoder::take(std::uint32_t prefix, std::span<const std::byte> data) {
  std::uint32_t* const strings = strings_.get();
  std::uint16_t* found = found_.data();
  std::uint32_t next = next_;
  for (const std::byte last : data) {
    const auto byte = std::to_integer<std::uint32_t>(last);
    const std::uint32_t key = key_of(prefix, byte);
    std::uint32_t place = place_of(prefix, byte);
    while ((strings[place] ^ key) >= codes && strings[place] != no_entry) place = (place + 1) % entries;
    const std::uint32_t code = strings[place] ^ key;
    const bool is_new = code >= codes;
    *found = static_cast<std::uint16_t>(prefix);
    found += is_new ? 1 : 0;
    strings[place] = key | (is_new ? next : code);
    next += is_new ? 1 : 0;
    prefix = is_new ? byte : code;
  }
  next_ = next;
  return prefix;
}

void LzwEncoder::lengthen(BitWriter& bits) {
  if (length_ < most_length) {
    ++length_;
    return;
  }
  bits.put(clear, length_);
  bits.flush();
  forget_strings();
}

std::size_t LzwEncoder::encode(std::span<const std::byte> data, std::span<std::byte> out) {
  BitWriter bits(out.data());
  forget_strings();
  bits.put(clear, length_);
  auto prefix = std::to_integer<std::uint32_t>(data.front());
  for (std::size_t at = 1; at < data.size();) {
    const std::uint32_t first = next_;
    // Each byte adds one code at most.
    const std::size_t count = std::min<std::size_t>(data.size() - at, limit() - next_);
    prefix = take(prefix, data.subspan(at, count));
    at += count;
    for (std::uint32_t i = 0; i < next_ - first; ++i) {
      bits.put(found_[i], length_);
      bits.flush();
    }
    if (next_ == limit()) lengthen(bits);
  }
  bits.put(prefix, length_);
  bits.flush();
  if (++next_ == limit()) lengthen(bits);
  bits.put(end_of_data, length_);
  return static_cast<std::size_t>(bits.finish() - out.data());
}

}  // namespace platerip::tiffio
