// Converts the samples in the file to those that the reader returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tiffio/pages/page_layout.h"

namespace platerip::tiffio {

/// Converts one row. `offsets` are the positions of each channel's first sample in `in`.
void convert_row(const PageLayout& layout, const std::byte* in, std::span<const std::int64_t> offsets, std::byte* out);

}  // namespace platerip::tiffio
