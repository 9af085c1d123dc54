// Compresses strips of plates.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// Bytes that encode_strip() needs for the result; 0 if the plate is not compressed.
std::size_t encoded_bytes(const PlateInfo& plate);

/// The most bytes that encode_strip() takes from the heap while it runs.
std::size_t encoder_bytes(const PlateInfo& plate);

/// Compresses a strip of packed rows, whose bits past the width are 0. Returns the bytes for the file: a part of `out`,
/// or the strip itself if the plate is not compressed. Precondition: `out` has at least encoded_bytes(plate) bytes.
/// Errors: those of libtiff, which calls the plate `name`.
Result<std::span<const std::byte>> encode_strip(const std::string& name, const PlateInfo& plate,
                                                std::span<const std::byte> strip, std::span<std::byte> out);

}  // namespace platerip::tiffio
