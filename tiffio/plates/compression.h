// How plates are compressed.
//
// Its functions throw std::bad_alloc where memory runs out, and nothing else.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.h"

namespace platerip::tiffio {

enum class Compression { none, packbits, lzw, deflate, zstd, g4 };

/// The compression of that name ("none", "packbits", …). Errors: no such name, or this libtiff was built without it.
Result<Compression> find_compression(std::string_view name);

/// libtiff's number of a compression.
std::uint16_t scheme_of(Compression compression);

/// The most bytes that data of `bytes` bytes in `rows` rows can become.
std::uint64_t worst_case(Compression compression, std::uint64_t bytes, std::uint64_t rows);

}  // namespace platerip::tiffio
