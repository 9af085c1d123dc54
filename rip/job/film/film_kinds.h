// Kinds of values (option_spelling.h) that the options of films have.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. Errors of read() say what the value
// should be, and leave it unchanged.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/film/film_settings.h"
#include "rip/job/option_values.h"

namespace platerip::rip {

/// A length in millimetres, in the fewest digits: "2.5".
std::string in_millimetres(Micrometres length);

/// Lengths on a sheet.
inline constexpr Range<double> sheet_lengths{0, 1000, "0 to 1000 mm"};

/// A length in millimetres, to the nearest micrometre.
struct SheetLength {
  using Type = Micrometres;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Micrometres& length);
  static std::string print(Micrometres length) { return in_millimetres(length); }
};

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
