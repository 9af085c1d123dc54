// The kind (option_spelling.h) of lighter inks.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/job/light_inks.h"

namespace platerip::rip {

/// Lighter inks as a word: "Gray:0.5,Light Gray:0.2:2". Strengths have up to three decimals. The number behind a second
/// colon is LightInk::sizes.
struct LightWord {
  using Type = std::vector<LightInk>;
  static constexpr const char* name = "NAME:STRENGTH";
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& lights);
  static std::string print(const Type& lights);
  static bool goes_on(std::string_view part);
};

}  // namespace platerip::rip
