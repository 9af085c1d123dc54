// The boundary errors C and R of parallelogram blocks, as plain values that can be sent to another process.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"

namespace platerip::halftone {

/// Columns [begin, end) of a page.
struct Columns {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Boundary errors between blocks of one plane. block.h says to which pixels they belong. The values may come from an
/// untrusted source, so they are checked when they are used.
struct BoundaryErrors {
  std::int64_t column = 0;           ///< C: the column of the first errors. R: the end of its block
  std::int64_t rows = 0;             ///< C: ErrorFilter::rows(), 1 or 2; neighbours.h has more. R: rows of the strip
  std::vector<std::int16_t> errors;  ///< [row, upper first][column], rows of equal length; of filters −2039 to 2040

  bool operator==(const BoundaryErrors&) const = default;
};

/// Cuts C of exactly these columns out of the C of adjacent blocks, given from left to right. For {0, width} this gives
/// C of a whole strip, which plane_boundary() converts for a halftoner. Errors: a part is not C, no page has these
/// columns, or the parts do not cover all of them.
Result<BoundaryErrors> cut_c(std::span<const BoundaryErrors> parts, Columns columns);

/// Serializes boundary errors, with the same bytes on every machine: column and rows in 8 bytes each, then the errors
/// in 2 bytes each, all in two's complement with the least significant byte first.
std::vector<std::byte> to_bytes(const BoundaryErrors& boundary);
/// The inverse. Errors: a number of bytes that to_bytes() cannot make.
Result<BoundaryErrors> boundary_errors_from_bytes(std::span<const std::byte> bytes);

}  // namespace platerip::halftone
