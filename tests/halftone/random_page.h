// Random ink planes and guarded buffers for the halftone's tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "halftone/halftone.h"
#include "tests/seed.h"

namespace platerip::halftone {

/// A page of ink planes whose rows have random strides, and room for its plates. Guard bytes surround everything that
/// may be written.
class RandomPage {
 public:
  RandomPage(const Settings& settings, std::int64_t height, std::mt19937& random);

  [[nodiscard]] std::int64_t height() const { return height_; }
  [[nodiscard]] int sample(int plane, std::int64_t y, std::int64_t x) const;
  /// The level that was written to the plate; and whether everything around the rows of the plates is unchanged.
  [[nodiscard]] int level(int plane, std::int64_t y, std::int64_t x) const;
  [[nodiscard]] bool guards_hold() const;

  /// Whether the plates are equal bit for bit, including the bytes around them.
  [[nodiscard]] bool has_plates_of(const RandomPage& page) const { return plates_ == page.plates_; }

  /// A plane and its plate, from page row `first` on.
  [[nodiscard]] Plane plane(int plane, std::int64_t first) const;
  [[nodiscard]] Plate plate(int plane, std::int64_t first);

  /// Runs rows [first, first + rows) through the halftoner. `neighbours`: see Strip.
  Result<std::int64_t> run(Halftoner& halftoner, std::int64_t first, std::int64_t rows,
                           std::span<Neighbours* const> neighbours = {});

 private:
  Settings settings_;
  std::int64_t height_;
  std::ptrdiff_t plane_stride_;
  std::ptrdiff_t plate_stride_;
  std::vector<std::vector<std::byte>> planes_;
  std::vector<std::vector<std::byte>> plates_;
};

}  // namespace platerip::halftone
