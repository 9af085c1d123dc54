// Compresses bytes by the LZW of TIFF 6.0, section 13.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace platerip::tiffio {

class BitWriter;

/// Encodes one strip after another, one thread at a time. The constructor may throw std::bad_alloc; nothing else
/// throws.
class LzwEncoder {
 public:
  LzwEncoder();

  /// Bytes of memory that an encoder takes.
  static std::size_t memory_bytes();

  /// Enough bytes for the result, whatever the `bytes` bytes are.
  static std::size_t most_bytes(std::size_t bytes);

  /// Encodes `data`, at least one byte. Returns the number of bytes written. Precondition: `out` has most_bytes()
  /// bytes.
  std::size_t encode(std::span<const std::byte> data, std::span<std::byte> out);

 private:
  void forget_strings();
  [[nodiscard]] std::uint32_t limit() const;
  std::uint32_t take(std::uint32_t prefix, std::span<const std::byte> data);
  void lengthen(BitWriter& bits);

  std::unique_ptr<std::uint32_t[]> strings_;    // a hash table
  std::uint32_t next_ = 0;                      // the code of the next string
  unsigned length_ = 0;                         // bits of a code
  std::array<std::uint16_t, 1 << 11> found_{};  // the codes of this length
};

}  // namespace platerip::tiffio
