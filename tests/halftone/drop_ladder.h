// Drops of more than two sizes, as they were first measured: for the oracles. Shares nothing with the product but the
// tile of blue noise.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/drops.h"
#include "halftone/screen.h"

namespace platerip::halftone {

/// The quotient, rounded down; the divisor is positive.
std::int64_t floored(std::int64_t value, std::int64_t divisor);
/// The quotient, halves rounded away from 0.
std::int64_t rounded(std::int64_t value, std::int64_t divisor);

class DropLadder {
 public:
  DropLadder(const Drops& drops, int plate_levels, int ink);

  [[nodiscard]] bool is_mixed() const { return mix_ > 0; }
  /// The greatest step, and all levels in its units.
  [[nodiscard]] std::int64_t unit() const { return mix_ > 0 ? 21760 : 32640; }
  [[nodiscard]] const std::vector<std::int64_t>& values() const { return levels_; }

  /// The amount of a sample: exact, and moved for a mask.
  struct Displaced {
    std::int64_t exact;
    std::int64_t half;   // of the displacement
    std::int64_t whole;  // the displaced amount
    std::int64_t share;  // of the displacement at the level, in 256ths
    int below;           // the level below the displaced amount
  };
  [[nodiscard]] Displaced displaced(std::int64_t sample, int bits, std::int64_t mask) const;
  [[nodiscard]] std::int64_t mask_at(std::int64_t y, std::int64_t x) const;

 private:
  [[nodiscard]] std::int64_t value(std::int64_t sample, std::int64_t max) const;
  [[nodiscard]] std::size_t below_of(std::int64_t value) const;
  [[nodiscard]] std::size_t pair_of(std::int64_t byte) const;
  [[nodiscard]] std::size_t nearest(std::int64_t byte) const;
  [[nodiscard]] std::int64_t share_of(std::int64_t byte) const;
  [[nodiscard]] std::int64_t displacement(std::size_t level, std::int64_t mask) const;

  int mix_;
  std::vector<std::int64_t> levels_;
  Screen mask_;
};

}  // namespace platerip::halftone
