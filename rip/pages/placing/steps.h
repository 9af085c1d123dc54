// Where the copies of a page lie on a sheet, in pixels. Nothing here throws.
#pragma once

#include <cstdint>
#include <optional>

#include "tiffio/raster.h"

namespace platerip::rip {

/// The copies of a page along one side of the sheet.
struct Steps {
  std::int64_t copies = 1;
  std::int64_t gap = 0;     ///< from one copy to the next
  std::int64_t margin = 0;  ///< before the first and after the last

  /// A row or column of a copy.
  struct Place {
    std::int64_t copy = 0;  ///< from 0
    std::int64_t at = 0;    ///< in the page
  };

  /// The size of the sheet, for a page of `size` pixels.
  [[nodiscard]] constexpr std::int64_t sheet(std::int64_t size) const {
    return 2 * margin + copies * size + (copies - 1) * gap;
  }
  /// The size of the page on such a sheet.
  [[nodiscard]] constexpr std::int64_t page(std::int64_t sheet) const {
    return (sheet - 2 * margin - (copies - 1) * gap) / copies;
  }
  /// The first pixel of a copy.
  [[nodiscard]] constexpr std::int64_t begin(std::int64_t copy, std::int64_t size) const {
    return margin + copy * (size + gap);
  }
  /// The copy at a row or column of the sheet; nothing where there is paper.
  [[nodiscard]] constexpr std::optional<Place> place(std::int64_t row, std::int64_t size) const {
    if (row < margin || row >= sheet(size) - margin) return std::nullopt;
    const Place place{(row - margin) / (size + gap), (row - margin) % (size + gap)};
    return place.at < size ? std::optional(place) : std::nullopt;
  }
};

/// A sheet that a page is repeated on.
struct Stepping {
  Steps x;
  Steps y;
  tiffio::Orientation orientation = 1;  ///< of the sheet
};

}  // namespace platerip::rip
