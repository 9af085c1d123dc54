// Counts as binary numbers, digit by digit. Nothing here throws.
#pragma once

#include <cstddef>

namespace platerip::rip {

/// How many rows have a bit, for each bit of a row: the lowest digits of all these numbers, then the next, and so on.
/// Behind each row of digits are 8 bytes of 0, so that a word can be loaded from each of its bytes.
struct Digits {
  const std::byte* first = nullptr;
  std::size_t stride = 0;  ///< bytes from a row of digits to the next
  std::size_t count = 0;   ///< of digits

  [[nodiscard]] const std::byte* of(std::size_t digit) const { return first + digit * stride; }
};

}  // namespace platerip::rip
