// Settings of films: how a page lies on its sheet, and what is drawn around it. Nothing here throws, except copies
// (std::bad_alloc).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/status.h"
#include "rip/job/length.h"

namespace platerip::rip {

/// How often a page is repeated on its sheet, as somebody sees it who holds the sheet upright.
struct Step {
  int across = 1;
  int down = 1;
  Length gap;  ///< from one copy to the next

  friend bool operator==(const Step&, const Step&) = default;
};

/// The most copies of a page in each direction.
inline constexpr int most_copies_across = 1000;

/// What is drawn in the margin.
struct Marks {
  bool registration = false;  ///< a cross in a circle at the middle of each side
  bool crop = false;          ///< lines that go on from the edges of the copies
  bool bar = false;           ///< a wedge of the plate's ink, from 0 to 100 percent
  bool label = false;         ///< what the plate is

  [[nodiscard]] bool any() const { return registration || crop || bar || label; }
  friend bool operator==(const Marks&, const Marks&) = default;
};

/// How the pages of a job become films.
struct FilmSettings {
  Step step;
  Length margin;        ///< of paper, on each side of the copies
  bool mirror = false;  ///< left becomes right, as somebody sees it who holds the page upright
  Marks marks;
  std::string date;  ///< of the label; nobody looks at the clock, so that the same job makes the same plates

  /// Whether a page is not its own sheet.
  [[nodiscard]] bool changes_pages() const { return !margin.is_zero() || mirror || step != Step(); }
};

// The sizes of marks. They begin at a distance from the copies. Crop marks come first, and the other ones follow
// further out, so that they never meet.
inline constexpr Micrometres marks_apart = 1000;  ///< from other marks, and from the edge of the sheet
inline constexpr Micrometres marks_begin = 2000;  ///< from the copies
inline constexpr Micrometres crop_length = 4000;
inline constexpr Micrometres cross_size = 7000;
inline constexpr Micrometres circle_size = 4000;
inline constexpr Micrometres bar_depth = 5000;
inline constexpr Micrometres capital_height = 2000;
inline constexpr Micrometres descender = 750;
inline constexpr Micrometres mark_line = 200;  ///< the width of lines, at least one pixel

/// Where the marks that are no crop marks begin, counted from the copies.
constexpr Micrometres outer_marks_begin(const Marks& marks) {
  return marks_begin + (marks.crop ? crop_length + marks_apart : 0);
}

/// The margin that marks need; 0 if there are none.
constexpr Micrometres margin_for(const Marks& marks) {
  const Micrometres outer = std::max({marks.registration ? cross_size : 0, marks.bar ? bar_depth : 0,
                                      marks.label ? capital_height + descender + mark_line : 0});
  if (outer > 0) return outer_marks_begin(marks) + outer + marks_apart;
  return marks.crop ? marks_begin + crop_length + marks_apart : 0;
}

/// Checks the settings against each other. May throw std::bad_alloc. Errors: the margin is too narrow for the marks, or
/// not in millimetres as they are; a date that no label shows.
Status check(const FilmSettings& film);

}  // namespace platerip::rip
