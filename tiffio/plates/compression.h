// The compression of plates.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.h"

namespace platerip::tiffio {

/// TIFF compression schemes: none, PackBits, LZW, Deflate, Zstandard, and CCITT T.6 (Group 4, 1-bit plates only).
enum class Compression { none, packbits, lzw, deflate, zstd, g4 };

/// The compression called `name` ("none", "packbits", …). Errors: no compression has this name, or this libtiff was
/// built without it.
Result<Compression> find_compression(std::string_view name);

/// The name by which find_compression() finds it.
std::string_view name_of(Compression compression);

/// The value of TIFF's Compression tag.
std::uint16_t scheme_of(Compression compression);

/// The most bytes that `bytes` bytes of data in `rows` rows can take when compressed.
std::uint64_t worst_case(Compression compression, std::uint64_t bytes, std::uint64_t rows);

}  // namespace platerip::tiffio
