// From the samples of the file's pixels to those that are handed out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tiffio/pages/page_layout.h"

namespace platerip::tiffio {

/// Converts one row. The first sample of each channel is at its one of `offsets` from `in`.
void convert_row(const PageLayout& layout, const std::byte* in, std::span<const std::int64_t> offsets, std::byte* out);

}  // namespace platerip::tiffio
