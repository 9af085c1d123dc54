// The names that --halftone accepts.
#pragma once

#include <string>
#include <vector>

#include "halftone/method.h"
#include "tests/halftone/quick_methods.h"

namespace platerip::test {

inline std::vector<std::string> halftone_names() {
  std::vector<std::string> names;
  for (const halftone::MethodInfo& info : halftone::methods()) names.emplace_back(info.name);
  return names;
}

/// Those that do not take long.
inline std::vector<std::string> quick_halftone_names() {
  std::vector<std::string> names;
  for (const halftone::Method method : halftone::quick_methods()) names.emplace_back(method.name());
  return names;
}

/// Those that GPUs make.
inline std::vector<std::string> gpu_halftone_names() {
  return quick_halftone_names();
}

}  // namespace platerip::test
