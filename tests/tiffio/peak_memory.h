// How much memory this process has used, if that says something about the code under test.
#pragma once

#include <cstddef>

namespace platerip::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_can_be_measured = false;  // sanitizers use memory of their own for ours
#else
constexpr bool memory_can_be_measured = true;
#endif

/// The most memory that this process has used since forget_peak(), in bytes.
std::size_t peak_memory();

void forget_peak();

}  // namespace platerip::test
