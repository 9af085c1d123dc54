// How much memory this process has had, where that says something about the code under test.
#pragma once

#include <cstddef>

namespace platerip::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_can_be_measured = false;  // a sanitizer's own memory grows with ours
#else
constexpr bool memory_can_be_measured = true;
#endif

/// The most memory this process has had since forget_peak(), in bytes.
std::size_t peak_memory();

void forget_peak();

}  // namespace platerip::test
