// Compresses bytes by Deflate in zlib's format (RFC 1950), as TIFF stores it.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

/// Bytes that encode_deflate() takes from the heap.
std::size_t deflate_heap_bytes();

/// Enough bytes for the result, whatever the `bytes` bytes are.
std::size_t most_deflate_bytes(std::size_t bytes);

/// Encodes `data`, fewer than 2³² bytes. Returns the number of bytes written. Thread-safe. May throw std::bad_alloc;
/// nothing else throws. Precondition: `out` has most_deflate_bytes() bytes.
std::size_t encode_deflate(std::span<const std::byte> data, std::span<std::byte> out);

}  // namespace platerip::tiffio
