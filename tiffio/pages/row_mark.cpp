#include "tiffio/pages/row_mark.h"

#include <cstdint>

namespace platerip::tiffio {
namespace {

/// Bytes that seem random: a linear congruential generator.
class Noise {
 public:
  explicit Noise(bool negative) : flip_(negative ? 0xff : 0) {}
  std::byte next() {
    state_ = state_ * 1664525 + 1013904223;
    return static_cast<std::byte>(state_ >> 24 ^ flip_);
  }

 private:
  std::uint32_t state_ = 1;
  std::uint32_t flip_;
};

}  // namespace

void mark_row(std::span<std::byte> row, bool negative) {
  Noise noise(negative);
  for (std::byte& byte : row) byte = noise.next();
}

bool is_marked(std::span<const std::byte> row, std::int64_t bits, bool negative) {
  Noise noise(negative);
  for (const std::byte byte : row) {
    const std::byte unlike = byte ^ noise.next();
    if (bits < 8) return bits <= 0 || std::to_integer<int>(unlike) >> (8 - bits) == 0;
    if (unlike != std::byte{0}) return false;
    bits -= 8;
  }
  return true;
}

}  // namespace platerip::tiffio
