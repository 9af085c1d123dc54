// Compresses rows by the two-dimensional coding of ITU-T T.6, which TIFF calls Group 4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace platerip::tiffio {

/// Encodes strips of rows of one width. The bytes are those that libtiff writes. One thread at a time. The constructor
/// may throw std::bad_alloc; nothing else throws.
class FaxEncoder {
 public:
  /// `width`: pixels of a row, 1 to 2³² − 1.
  explicit FaxEncoder(std::int64_t width);

  /// Bytes of memory that an encoder for rows of `width` pixels takes.
  static std::size_t memory_bytes(std::int64_t width);

  /// Enough bytes for `rows` encoded rows of `width` pixels, whatever they contain.
  static std::size_t most_bytes(std::int64_t width, std::int64_t rows);

  /// Encodes `rows` rows of ceil(width / 8) bytes, one after the other, most significant bit first. A bit that is set
  /// is black; bits past the width must be 0. The reference row of the first row is white, and the block ends with
  /// EOFB. Returns the number of bytes written. Precondition: `out` has most_bytes() bytes.
  std::size_t encode(const std::byte* data, std::int64_t rows, std::span<std::byte> out);

 private:
  // As many rows are coded beside each other, because each code decides where the next one begins, and the processor
  // waits for it. Two rows take 0.75 of the time of one, and four 0.67.
  static constexpr std::size_t lanes = 4;

  std::int64_t width_;
  std::unique_ptr<std::byte[]> memory_;
  std::array<std::byte*, lanes + 1> rows_;  // the reference row of the first lane, and the lanes' own
  std::array<std::byte*, lanes> codes_;     // what each lane has coded
};

}  // namespace platerip::tiffio
