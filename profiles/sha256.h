// SHA-256 digests (FIPS 180-4). Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace platerip::profiles {

/// A SHA-256 digest.
using Fingerprint = std::array<std::byte, 32>;

/// The digest of `bytes`, which may be empty.
Fingerprint sha256(std::span<const std::byte> bytes);

/// Computes the digest of bytes that come in pieces. One thread at a time.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  /// Adds bytes.
  void update(std::span<const std::byte> bytes);

  /// Returns the digest of all bytes so far, and begins again.
  Fingerprint digest();

  /// The digest of all bytes so far. More may follow.
  [[nodiscard]] Fingerprint so_far() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A digest as 64 lowercase hexadecimal digits.
std::string hexadecimal(const Fingerprint& fingerprint);

}  // namespace platerip::profiles
