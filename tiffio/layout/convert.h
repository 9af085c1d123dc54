// Converts the samples in the file to those that the reader returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tiffio/layout/page_layout.h"

namespace platerip::tiffio {

/// Bytes of scratch memory that convert_row() needs.
std::int64_t convert_scratch_bytes(const PageLayout& layout);

/// Converts one row of the page. `planes` are the stored rows of layout.planes() that hold it, and `row` is its place
/// in them: less than layout.unit_height. No buffer need be aligned.
void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, int row, std::byte* scratch,
                 std::byte* out);

}  // namespace platerip::tiffio
