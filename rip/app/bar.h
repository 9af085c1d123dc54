// A bar of text that shows a share. May throw std::bad_alloc. Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

namespace platerip::rip {

/// A bar and the percentage, such as " [######..................]  25%". `share` is 0 to 1.
inline std::string bar(double share) {
  constexpr int columns = 24;
  const auto full = static_cast<std::size_t>(share * columns);
  std::array<char, 8> percent{};
  std::snprintf(percent.data(), percent.size(), "%3.0f%%", 100 * share);
  return " [" + std::string(full, '#') + std::string(columns - full, '.') + "] " + percent.data();
}

}  // namespace platerip::rip
