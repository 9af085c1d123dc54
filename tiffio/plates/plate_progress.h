// How far a plate has been written. Only copies may throw (std::bad_alloc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platerip::tiffio {

/// What PlateWriter needs to go on with a plate.
struct PlateProgress {
  std::int64_t height = 0;            ///< rows so far
  std::vector<std::uint64_t> strips;  ///< the bytes of each strip that is in the file, in order
  std::vector<std::byte> rows;        ///< the rows of the next strip, as they will be in it before compression
};

}  // namespace platerip::tiffio
