// SHA-256 digests (FIPS 180-4). Only hexadecimal() may throw (std::bad_alloc). Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace platerip::profiles {

/// A SHA-256 digest.
using Fingerprint = std::array<std::byte, 32>;

/// The digest of `bytes`, which may be empty.
Fingerprint sha256(std::span<const std::byte> bytes);

/// A digest as 64 lowercase hexadecimal digits.
std::string hexadecimal(const Fingerprint& fingerprint);

}  // namespace platerip::profiles
