// From the samples of the file's pixels to those that are handed out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tiffio/page_layout.h"

namespace platerip::tiffio {

/// Converts one row. `planes` holds the row of each of layout.planes(), in that order.
void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, std::byte* out);

}  // namespace platerip::tiffio
