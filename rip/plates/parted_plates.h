// Parts halftoned plates into those that are printed. If an ink has lighter inks, each level of its halftone is a drop
// of one of them.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::rip {

/// A printed plate, as a part of a halftoned one.
struct PlatePart {
  std::size_t plate = 0;                                      ///< the halftoned plate
  std::array<std::uint8_t, halftone::max_levels> level_of{};  ///< the printed level of each halftoned level
};

/// The printed plates of some rows. Plates of fewer levels may have fewer bits per pixel. One thread at a time.
class PartedPlates {
 public:
  /// `width`: in pixels. `levels`: of the halftoned plates; `printed_levels`: of the printed ones, at most as many.
  PartedPlates(std::span<const PlatePart> parts, std::int64_t width, int levels, int printed_levels);

  /// The most rows that part() takes.
  [[nodiscard]] std::int64_t most_rows() const { return most_rows_; }

  /// The memory of so many parts, in bytes.
  static std::int64_t memory_bytes(std::size_t parts, std::int64_t width, int printed_levels);

  /// The printed plates of `rows` rows of the halftoned plates, whose bits past the width are 0. Valid until the next
  /// call.
  std::span<const halftone::Plate> part(std::span<const halftone::Plate> plates, std::int64_t rows);

 private:
  struct Part {
    std::size_t plate;
    std::array<std::uint8_t, 16> of_bits;  // the printed pixels of four bits, in the lowest bits
  };

  void part_row(const Part& part, const std::byte* from, std::byte* to) const;

  std::vector<Part> parts_;
  int bytes_per_byte_;  // of halftoned plates, for one of printed plates
  std::size_t row_bytes_;
  std::int64_t printed_row_bytes_;
  std::int64_t most_rows_;
  std::vector<std::byte> rows_;
  std::vector<halftone::Plate> printed_;
};

}  // namespace platerip::rip
