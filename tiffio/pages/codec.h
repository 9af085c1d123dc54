// The compression schemes that pages may have.
#pragma once

#include <cstdint>

namespace platerip::tiffio {

/// A compression scheme that pages may have.
struct Codec {
  std::uint16_t scheme;
  const char* name;
  bool by_rows;                  ///< decodes row after row and keeps no decoded rows
  bool bytes_only;               ///< knows 8-bit samples only
  bool chunky_only;              ///< knows interleaved samples only
  std::uint64_t most_times = 0;  ///< a byte of data decodes to at most so many; 0: unknown

  [[nodiscard]] bool compresses() const;

  /// The fewest bytes of data that can decode to so many.
  [[nodiscard]] std::uint64_t least_stored(std::uint64_t decoded) const {
    return most_times == 0 ? 0 : decoded / most_times;
  }
};

/// The codec of a compression scheme; null where such pages are not handled.
const Codec* find_codec(std::uint16_t scheme);

}  // namespace platerip::tiffio
