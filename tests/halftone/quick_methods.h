// The methods for tests that halftone many pixels by every method. les and pes take a thousand times as long as others:
// window_search_test has them.
#pragma once

#include <vector>

#include "halftone/method.h"

namespace platerip::halftone {

inline std::vector<Method> quick_methods() {
  std::vector<Method> quick;
  for (const MethodInfo& info : methods())
    if (info.search == nullptr || info.search->moves == Moves::toggles_and_swaps) quick.emplace_back(info);
  return quick;
}

}  // namespace platerip::halftone
