// Converts the samples in the file to those that the reader returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tiffio/layout/page_layout.h"

namespace platerip::tiffio {

/// Bytes of scratch memory that convert_row() needs.
std::int64_t convert_scratch_bytes(const PageLayout& layout);

/// Converts one row of the page. `planes` has, for each of layout.planes(), the stored row that holds this row. `row`
/// is its index within the stored row, less than layout.unit_height. No buffer needs alignment.
void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, int row, std::byte* scratch,
                 std::byte* out);

}  // namespace platerip::tiffio
