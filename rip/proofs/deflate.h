// Compression of pictures' rows.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace platerip::rip {

/// Appends `bytes`, less than 4 GiB, to a Deflate stream (RFC 1951). The last ones end the stream; others end with
/// whole bytes, and what follows refers to none of them.
void add_deflated(std::span<const std::uint8_t> bytes, bool is_last, std::vector<std::uint8_t>& out);

}  // namespace platerip::rip
