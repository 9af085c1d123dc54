// How much memory this process has used, if that says something about the code under test.
#pragma once

#include <cstddef>

#include "tests/sanitized.h"

namespace platerip::test {

inline constexpr std::size_t mib = std::size_t{1} << 20;

constexpr bool memory_can_be_measured = !sanitized;  // sanitizers use memory of their own for ours

/// The most memory that this process has used since forget_peak(), in bytes.
std::size_t peak_memory();

void forget_peak();

}  // namespace platerip::test
