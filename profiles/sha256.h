// Digests of bytes (SHA-256, FIPS 180-4). Private to platerip.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "profiles/profile.h"

namespace platerip::profiles {

/// Of `bytes`, any number of them.
Fingerprint sha256(std::span<const std::byte> bytes);

/// 64 hexadecimal digits.
std::string hexadecimal(const Fingerprint& fingerprint);

}  // namespace platerip::profiles
