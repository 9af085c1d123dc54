// The layout of scratch memory. Private to separation/edges/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "separation/edges/disc.h"

namespace platerip::separation::edges {

/// Divides memory into arrays aligned to cache lines. Without memory, it only counts.
class Carver {
 public:
  explicit Carver(std::byte* memory) : memory_(memory) {}

  template <typename T>
  T* take(std::int64_t count) {
    std::byte* const taken = memory_ == nullptr ? nullptr : memory_ + bytes_;
    bytes_ += (count * static_cast<std::int64_t>(sizeof(T)) + 63) / 64 * 64;
    return reinterpret_cast<T*>(taken);
  }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  std::byte* memory_;
  std::int64_t bytes_ = 0;
};

/// The columns that the most or the least in a disc are found for at a time: some vectors, whatever their length.
inline constexpr std::int64_t disc_block = 512;

/// Memory for a block of columns.
template <typename Sample>
struct DiscScratch {
  DiscScratch(const Disc& disc, std::int64_t rows, Carver& memory)
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
