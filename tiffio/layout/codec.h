// The compression schemes of pages.
#pragma once

#include <cstdint>

namespace platerip::tiffio {

/// A compression scheme that pages may have.
struct Codec {
  std::uint16_t scheme = 0;
  const char* name = nullptr;
  bool by_rows = false;          ///< decodes row by row and keeps no decoded rows
  bool bytes_only = false;       ///< supports 8-bit samples only
  bool bilevel = false;          ///< supports 1-bit samples only, one per pixel
  bool one_block = false;        ///< supports pages of one strip or tile only
  bool chunky_only = false;      ///< supports interleaved samples only
  bool independent = false;      ///< a block's pixels do not depend on the blocks that its handle decoded before
  bool may_stop_early = false;   ///< may report success although it left the last rows of a block unwritten
  std::uint64_t most_times = 0;  ///< the most bytes that one byte of data decodes to; 0: unknown

  [[nodiscard]] bool compresses() const;

  /// The least number of bytes that can decode to `decoded` bytes.
  [[nodiscard]] std::uint64_t least_stored(std::uint64_t decoded) const {
    return most_times == 0 ? 0 : decoded / most_times;
  }
};

/// The codec of a compression scheme; null if the scheme is not supported.
const Codec* find_codec(std::uint16_t scheme);

}  // namespace platerip::tiffio
