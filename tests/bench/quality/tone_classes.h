// How tones are divided into classes that have one threshold and one set of weights.
//
// Functions may throw std::bad_alloc. They are thread-safe.
#pragma once

#include <functional>
#include <vector>

namespace platerip::quality {

/// Tones [first, end) with choice `choice`.
struct ClassOfTones {
  int first = 0;
  int end = 0;
  int choice = 0;
};

/// What a class costs with its best choice.
struct CostOfClass {
  double cost = 0;
  int choice = 0;
};

/// Divides the tones from borders.front() to borders.back() into `count` classes that begin at borders, so that their
/// costs sum to the least. Bellman's recursion, O(count · borders²). Preconditions: borders rise, and there are more of
/// them than classes.
std::vector<ClassOfTones> best_classes(const std::vector<int>& borders, int count,
                                       const std::function<CostOfClass(int first, int end)>& cost);

}  // namespace platerip::quality
