// Reads any bytes as pages of a format: from a file and from a stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rip/pages/page_format.h"

namespace platerip::fuzz {

/// Ends the program if both ways give different rows as far as they go.
void read_both_ways(const rip::PageFormat& format, const std::uint8_t* data, std::size_t size);

}  // namespace platerip::fuzz
