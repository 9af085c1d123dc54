// The kind (option_spelling.h) of drop sizes.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/job/drop_settings.h"

namespace platerip::rip {

/// Sizes as a word: "0,28,55,100". Numbers may have up to three decimals, and a 0 for paper in front may be left out.
/// They are kept, and printed, as the smallest whole numbers with the same ratios.
struct DropWord {
  using Type = DropSizes;
  static constexpr const char* name = "V1,V2,...";
  static constexpr bool input_file = false;
  static Status read(const std::string& word, DropSizes& sizes);
  static std::string print(const DropSizes& sizes);
  static bool goes_on(std::string_view part);
};

}  // namespace platerip::rip
