// What decodes the bytes of strips faster than libtiff.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

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

  /// Whether the data say that what is decoded is the strip, and all of it: once its last byte is decoded.
  virtual bool ends_well() = 0;
};

}  // namespace platerip::tiffio
