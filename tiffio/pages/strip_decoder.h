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

/// Decodes one strip or tile after another, each in pieces, one thread at a time. Functions throw nothing.
class StripDecoder {
 public:
  /// So many bytes behind the data of a strip must be readable. Their values do not matter.
  static constexpr std::size_t padding = 8;

  virtual ~StripDecoder() = default;

  /// Begins a strip, whose data must exist until its last byte is decoded.
  virtual void begin(std::span<const std::byte> data) = 0;

  /// Decodes the next out.size() bytes, without undoing a predictor. False if the data end before, are damaged, or are
  /// unusual, so that libtiff knows more about them. Then `out` may hold anything, and only begin() may be called.
  virtual bool decode(std::span<std::byte> out) = 0;

  /// Precondition: decode() has decoded what was wanted of the strip. Afterwards, only begin() may be called.
  virtual StripEnd end() = 0;
};

}  // namespace platerip::tiffio
