// The boundary errors of parallelogram blocks, C and R, as plain values that can be sent to another process.
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

/// Boundary errors between blocks of one plane; block.h says which pixels' they are. Nothing checks such a value until
/// it is used: it may come from anywhere.
struct BoundaryErrors {
  std::int64_t column = 0;           ///< C: the column of the first errors. R: the end of the block it comes from
  std::int64_t rows = 0;             ///< C: 1 or 2, ErrorFilter::rows(). R: the strip's
  std::vector<std::int16_t> errors;  ///< [row, upper first][column], each row as long; −2039 to 2040

  bool operator==(const BoundaryErrors&) const = default;
};

/// C of exactly these columns, out of the C of blocks that stand side by side, from left to right. So C of a whole
/// strip is cut_c(its blocks' C, {0, width}), which plane_boundary() makes ready for a halftoner.
/// Errors: a part that is no C, or columns that no part has.
Result<BoundaryErrors> cut_c(std::span<const BoundaryErrors> parts, Columns columns);

/// As bytes, the same on every machine: column and rows in 8 bytes each, then the errors in 2 each, all least
/// significant byte first, in two's complement.
std::vector<std::byte> to_bytes(const BoundaryErrors& boundary);
/// The inverse. Errors: another number of bytes than to_bytes() makes.
Result<BoundaryErrors> boundary_errors_from_bytes(std::span<const std::byte> bytes);

}  // namespace platerip::halftone
