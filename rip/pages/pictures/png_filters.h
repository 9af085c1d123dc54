// The filters of a PNG's rows (ISO/IEC 15948, 9). Nothing here throws.
#pragma once

#include <cstddef>

namespace platerip::rip {

/// Rows as a PNG stores them: before each, a byte says how it is filtered.
struct FilteredRows {
  const std::byte* first = nullptr;  ///< that byte of the first row
  std::size_t count = 0;
  std::size_t bytes = 0;        ///< of a row, without its first byte
  std::size_t pixel_bytes = 1;  ///< 1 to 8
};

/// Makes the rows, one behind the other. `above` is the row above the first one, or zeros. No memory of theirs may
/// overlap. Returns how many could be made: all, or those before a row with a filter that does not exist.
std::size_t undo_png_filters(const FilteredRows& rows, const std::byte* above, std::byte* made);

}  // namespace platerip::rip
