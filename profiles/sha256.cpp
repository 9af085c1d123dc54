#include "profiles/sha256.h"

#include <nettle/sha2.h>

#include <string_view>

namespace platerip::profiles {

struct Sha256::State {
  sha256_ctx context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  sha256_init(&state_->context);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes) {
  sha256_update(&state_->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

Fingerprint Sha256::digest() {
  Fingerprint fingerprint;
  sha256_digest(&state_->context, fingerprint.size(), reinterpret_cast<std::uint8_t*>(fingerprint.data()));
  return fingerprint;
}

Fingerprint Sha256::so_far() const {
  Sha256 copy;
  *copy.state_ = *state_;
  return copy.digest();
}

Fingerprint sha256(std::span<const std::byte> bytes) {
  Sha256 all;
  all.update(bytes);
  return all.digest();
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
