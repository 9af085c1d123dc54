// Random numbers of a test run.
#pragma once

#include <cstdint>
#include <random>

#include "tests/seed.h"

namespace platerip {

/// From `least` to `most`. The same seed gives the same numbers.
struct Random {
  std::mt19937 generator{test_seed()};
  std::int64_t operator()(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(generator);
  }
};

}  // namespace platerip
