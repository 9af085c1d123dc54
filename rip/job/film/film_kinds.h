// Kinds of values (option_spelling.h) that the options of films have.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. Errors of read() say what the value
// should be, and leave it unchanged.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/film/film_settings.h"

namespace platerip::rip {

/// Copies of a page: "2x3" or "2x3,gap=5".
struct Copies {
  using Type = Step;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Step& step);
  static std::string print(const Step& step);
};

/// A list of marks: "crop,label"; "all" or "none".
struct MarkList {
  using Type = Marks;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Marks& marks);
  static std::string print(const Marks& marks);
};

}  // namespace platerip::rip
