// Measures ink: total ink in the contone, coverage on the plates. Nothing here throws, except that TotalInk::add() for
// planes may throw std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "halftone/halftone.h"
#include "rip/strips/level_ink.h"
#include "separation/separation.h"

namespace platerip::rip {

/// The mean and maximum over all pixels of the sum of all inks. One thread at a time; merge() combines the results of
/// several threads.
class TotalInk {
 public:
  /// Adds `rows` rows of `width` pixels of all planes. There are at most 257 planes, with 8 or 16 `bits` per sample.
  void add(std::span<const separation::Plane> planes, int bits, std::int64_t width, std::int64_t rows);
  /// Adds `pixels` pixels with `bits` bits per sample. `sum`: of all their inks; `max`: the largest sum of one pixel.
  void add(std::uint64_t sum, std::uint32_t max, int bits, std::int64_t pixels);
  /// Adds the pixels of another result with the same number of bits.
  void merge(const TotalInk& other);

  /// The sum of all inks over all pixels, and the largest sum of one pixel, in the planes' sample values.
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  [[nodiscard]] std::uint32_t max() const { return max_; }

  /// In percent of one solid ink, so at most 100 · inks; 0 if there are no pixels.
  [[nodiscard]] double mean_percent() const;
  [[nodiscard]] double max_percent() const;

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t pixels_ = 0;
  std::uint32_t max_ = 0;
  std::uint32_t solid_ = 255;
};

/// The ink of `rows` rows of a plate `width` pixels wide. Bits past the width must be 0. Thread-safe.
std::uint64_t sum_of_levels(const halftone::Plate& plate, const LevelInk& ink, std::int64_t width, std::int64_t rows);

}  // namespace platerip::rip
