// Digests of bytes (SHA-256, FIPS 180-4).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace platerip::profiles {

/// A SHA-256 digest.
using Fingerprint = std::array<std::byte, 32>;

/// Of `bytes`, any number of them.
Fingerprint sha256(std::span<const std::byte> bytes);

/// 64 hexadecimal digits.
std::string hexadecimal(const Fingerprint& fingerprint);

}  // namespace platerip::profiles
