// What decodes the bytes of strips faster than libtiff.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

/// What the data of a strip say of its bytes once all are decoded.
enum class StripEnd {
  right,   ///< the checksum is theirs, if there is one
  wrong,   ///< the checksum is missing, or not theirs
  unknown  ///< there are more bytes before the checksum
};

/// The bytes of a strip or tile as the file has them, a piece at a time.
class StoredBytes {
 public:
  /// So many bytes behind a piece are readable. Their values do not matter.
  static constexpr std::size_t padding = 8;

  virtual ~StoredBytes() = default;

  /// The next piece, valid until the next call: the last `kept` bytes of the one before, and then others, two at least
  /// if there are as many.
  virtual std::span<const std::byte> next(std::size_t kept) = 0;
};

/// Decodes one strip or tile after another, each in pieces, one thread at a time. Functions throw nothing.
class StripDecoder {
 public:
  virtual ~StripDecoder() = default;

  /// Begins a strip. `stored` must exist until its last byte is decoded, and serves only this decoder.
  virtual void begin(StoredBytes& stored) = 0;

  /// Decodes the next out.size() bytes, without undoing a predictor. False if the data end before, are damaged, or are
  /// unusual, so that libtiff knows more about them. Then `out` may hold anything, and only begin() may be called.
  virtual bool decode(std::span<std::byte> out) = 0;

  /// Precondition: decode() has decoded what was wanted of the strip. Afterwards, only begin() may be called.
  virtual StripEnd end() = 0;
};

}  // namespace platerip::tiffio
