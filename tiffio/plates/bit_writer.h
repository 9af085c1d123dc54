// Appends codes of any length to bytes, most significant bit first, as LZW and fax codes are stored. Nothing here
// throws.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace platerip::tiffio {

/// Each flush() stores 8 bytes, of which it keeps the complete ones. So the memory must end at least 8 bytes behind the
/// last code.
class BitWriter {
 public:
  explicit BitWriter(std::byte* out) : next_(out) {}

  /// Appends the lowest `length` bits of `bits`; the others must be 0. At most 57 bits between two flushes.
  void put(std::uint64_t bits, unsigned length) {
    pending_ = pending_ << length | bits;
    count_ += length;
  }

  void flush() {
    store(pending_ << (-count_ & 63));
    next_ += count_ / 8;
    count_ %= 8;
  }

  /// Bits put since `begin`, the first byte.
  [[nodiscard]] std::int64_t bit_count(const std::byte* begin) const { return (next_ - begin) * 8 + count_; }

  /// Appends bits that another BitWriter wrote and flushed. At least 7 bytes behind them must be readable.
  /// Precondition: this one is flushed, too.
  void append(const std::byte* bytes, std::int64_t bits) {
    constexpr unsigned word_bits = 64;
    for (; bits >= word_bits; bits -= word_bits, bytes += sizeof(std::uint64_t), next_ += sizeof(std::uint64_t)) {
      const std::uint64_t word = word_at(bytes);
      store(pending_ << 1 << (word_bits - 1 - count_) | word >> count_);
      pending_ = word;
    }
    constexpr unsigned piece = 56;
    for (; bits > 0; bits -= piece, bytes += piece / 8) {
      const auto length = static_cast<unsigned>(bits < piece ? bits : piece);
      put(word_at(bytes) >> (word_bits - length), length);
      flush();
    }
  }

  /// Fills the last byte with zeros and returns the end.
  std::byte* finish() {
    flush();
    return next_ + (count_ > 0 ? 1 : 0);
  }

 private:
  static std::uint64_t big_endian(std::uint64_t word) {
    return std::endian::native == std::endian::big ? word : __builtin_bswap64(word);
  }

  static std::uint64_t word_at(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return big_endian(word);
  }

  void store(std::uint64_t word) {
    word = big_endian(word);
    std::memcpy(next_, &word, sizeof word);
  }

  std::byte* next_;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
};

}  // namespace platerip::tiffio
