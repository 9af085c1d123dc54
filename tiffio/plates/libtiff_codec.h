// Compresses strips of plates with libtiff's codecs, in memory.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Bytes that encode_with_libtiff() needs for the result, for a strip of `bytes` bytes in `rows` rows.
std::size_t most_libtiff_bytes(Compression compression, std::int64_t bytes, std::int64_t rows);

/// The most bytes that encode_with_libtiff() takes from the heap for a strip of `bytes` bytes.
std::size_t libtiff_heap_bytes(Compression compression, std::int64_t bytes);

/// Compresses a strip of packed rows of `plate`. Returns the compressed bytes, a part of `out`. Precondition: `out` has
/// most_libtiff_bytes() bytes. Errors begin with `name`.
Result<std::span<const std::byte>> encode_with_libtiff(const std::string& name, const PlateInfo& plate,
                                                       std::span<const std::byte> strip, std::span<std::byte> out);

}  // namespace platerip::tiffio
