// Tone curves that change across a plate: each belongs to a column, and columns between two have a mixture of both. All
// is counted in whole numbers, so that every maker gives the same inks. Nothing here throws but copies of AcrossInk
// (std::bad_alloc).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace platerip::rip {

/// The tone curve of a column. Amounts of ink are shares of 65536, which is solid.
struct ColumnCurve {
  static constexpr std::uint32_t solid = 65536;
  static constexpr std::uint32_t steps = 32;

  std::int64_t column = 0;
  std::array<std::uint32_t, steps + 1> shares{};  ///< at i/32 of solid; straight lines lie between them

  /// The curve at a sample of 8 or 16 bits, in quarters of shares.
  template <typename Sample>
  [[nodiscard]] constexpr std::uint32_t operator()(Sample sample) const {
    constexpr std::uint32_t step = solid / steps;
    const std::uint32_t wide = sizeof(Sample) == 1 ? 257U * sample : sample;
    const std::uint32_t share = wide + (wide >> 15);
    const std::uint32_t i = share / step;
    const std::uint32_t part = share % step;
    return (shares[i] * (step - part) + shares[i + (part > 0 ? 1 : 0)] * part) / (step / 4);
  }
};

/// The curves of an ink across a plate.
struct AcrossInk {
  std::size_t ink = 0;
  std::vector<ColumnCurve> curves;  ///< at least one, by rising column
};

/// Columns from `begin` to before `end`, which mix two curves. At their own columns, curves are not mixed.
struct CurveSegment {
  const ColumnCurve* left;
  const ColumnCurve* right;
  std::int64_t begin;
  std::int64_t end;

  static constexpr std::uint32_t full_weight = 8192;

  /// The weight of the right curve at a column.
  [[nodiscard]] constexpr std::uint32_t weight(std::int64_t x) const {
    if (left == right) return 0;
    return static_cast<std::uint32_t>((x - left->column) * full_weight / (right->column - left->column));
  }
};

/// Segment `number` of a plate, from 0 to the number of curves: left of the first curve and right of the last one,
/// there is just that curve. A segment may be empty. Precondition: the columns of the curves rise.
constexpr CurveSegment segment_of(std::span<const ColumnCurve> curves, std::size_t number, std::int64_t width) {
  const bool is_first = number == 0;
  const bool is_last = number == curves.size();
  const ColumnCurve* const left = &curves[is_first ? 0 : number - 1];
  const ColumnCurve* const right = &curves[is_last ? number - 1 : number];
  return {.left = left,
          .right = right,
          .begin = is_first ? 0 : std::min(left->column, width),
          .end = is_last ? width : std::min(right->column, width)};
}

/// A sample of 8 or 16 bits that mixes what the left and the right curve give. A curve that changes nothing gives the
/// sample itself.
template <typename Sample>
constexpr Sample mixed(std::uint32_t left, std::uint32_t right, std::uint32_t weight) {
  const std::uint32_t sum = left * (CurveSegment::full_weight - weight) + right * weight;
  const std::uint32_t share = (sum + (1U << 14)) >> 15;
  return static_cast<Sample>((std::numeric_limits<Sample>::max() * share + (1U << 15)) >> 16);
}

}  // namespace platerip::rip
