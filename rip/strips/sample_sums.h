// Sums and comparisons of a plane's samples, box by box. Compiled for each instruction set.
//
// Nothing here throws unless it says so. Functions are thread-safe.
#pragma once

#include <cstdint>
#include <span>

#include "rip/strips/row_span.h"

namespace platerip::rip {

/// Adds the samples of all inks to the sums of one row of boxes. Boxes are `box` pixels wide; the last one may be
/// narrower. The rows of each ink have `width` samples of 8 or 16 `bits`. May throw std::bad_alloc.
void add_samples(std::span<const RowSpan> inks, int bits, std::int64_t width, std::int64_t box,
                 std::span<std::uint64_t> sums);

/// Sets is_flat[i] to 0 if a sample of box i differs from firsts[i]. The other parameters are those of add_samples().
void check_flat(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box,
                std::span<const std::uint16_t> firsts, std::span<std::uint8_t> is_flat);

}  // namespace platerip::rip
