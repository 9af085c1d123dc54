// How much ink a page takes: total ink in the contone, coverage on the plates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "halftone/halftone.h"
#include "separation/separation.h"

namespace platerip::rip {

/// Mean and maximum, over pixels, of the sum of all inks. One thread at a time; results of several are merged.
class TotalInk {
 public:
  /// Adds `rows` rows of `width` pixels of all planes, at most 8 of them, 8 or 16 bits a sample.
  void add(std::span<const separation::Plane> planes, int bits, std::int64_t width, std::int64_t rows);
  /// Adds pixels of so many bits a sample whose inks sum to `sum` over all pixels and to at most `max` in one.
  void add(std::uint64_t sum, std::uint32_t max, int bits, std::int64_t pixels);
  void merge(const TotalInk& other);

  /// In percent of one solid ink, so up to 100 · inks; 0 for no pixels.
  [[nodiscard]] double mean_percent() const;
  [[nodiscard]] double max_percent() const;

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t pixels_ = 0;
  std::uint32_t max_ = 0;
  std::uint32_t solid_ = 255;
};

/// Sum of the levels of `rows` rows of a plate of `width` pixels; bits past the width must be 0.
std::uint64_t sum_of_levels(const halftone::Plate& plate, int levels, std::int64_t width, std::int64_t rows);

}  // namespace platerip::rip
