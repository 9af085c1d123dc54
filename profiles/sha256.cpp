#include "profiles/sha256.h"

#include <nettle/sha2.h>

#include <string_view>

namespace platerip::profiles {

Fingerprint sha256(std::span<const std::byte> bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  Fingerprint fingerprint;
  sha256_digest(&context, fingerprint.size(), reinterpret_cast<std::uint8_t*>(fingerprint.data()));
  return fingerprint;
}

std::string hexadecimal(const Fingerprint& fingerprint) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte b : fingerprint) {
    text += digits[std::to_integer<std::size_t>(b >> 4)];
    text += digits[std::to_integer<std::size_t>(b & std::byte{15})];
  }
  return text;
}

}  // namespace platerip::profiles
