// The seed of a test run's random pages, so that a run can be repeated.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace platerip {

/// PLATERIP_SEED from the environment, otherwise a random seed. Every test program that uses it prints it once.
inline std::uint32_t test_seed() {
  static const std::uint32_t seed = [] {
    const char* given = std::getenv("PLATERIP_SEED");
    const auto value = given != nullptr ? static_cast<std::uint32_t>(std::stoul(given)) : std::random_device{}();
    std::cout << "PLATERIP_SEED=" << value << std::endl;
    return value;
  }();
  return seed;
}

}  // namespace platerip
