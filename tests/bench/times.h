// For benchmarks: how long work takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace platerip {

inline double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace platerip
