// The scratch memory for a disc. Private to separation/edges/.
#pragma once

#include <cstdint>

#include "base/cutter.h"
#include "separation/edges/disc.h"

namespace platerip::separation::edges {

/// The columns that the most or the least in a disc are found for at a time: some vectors, whatever their length.
inline constexpr std::int64_t disc_block = 512;

/// Memory for a block of columns.
template <typename Sample>
struct DiscScratch {
  DiscScratch(const Disc& disc, std::int64_t rows, Cutter& memory)
      : made(memory.take<Sample>(rows * disc_block)),
        row(memory.take<Sample>(disc_block + 2 * disc.columns())),
        wide(memory.take<Sample>(disc_block)),
        next_open(memory.take<std::int64_t>(rows)) {}

  Sample* made;             ///< the output rows
  Sample* row;              ///< an input row, with the disc's columns on either side
  Sample* wide;             ///< the same, widened
  std::int64_t* next_open;  ///< for each output row the first from there on that is open
};

}  // namespace platerip::separation::edges
