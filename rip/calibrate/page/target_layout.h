// Where the patches of a target page stand.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// What a target page shall have.
struct TargetSettings {
  std::vector<std::string> inks = {"Cyan", "Magenta", "Yellow", "Black"};
  /// Percent, from 0 to 100, in any order.
  std::vector<double> tints = {0, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98, 100};
  double width = 210;        ///< mm
  double height = 297;       ///< mm
  double patch = 8;          ///< mm: the side of a patch
  double resolution = 2400;  ///< dots per inch
};

/// Millimetres from the left and top of the page.
struct Place {
  double x = 0;
  double y = 0;
};

struct WedgePatch {
  std::string name;  ///< "A5": the fifth patch of the first strip
  std::size_t ink = 0;
  int level = 0;  ///< of 255: the sample on the page
  Place at;       ///< its top left corner
};

/// A line of text. `at` is where its baseline begins, or its middle.
struct Label {
  std::string text;
  Place at;
  double cap_height = 2;  ///< mm
  bool is_centred = false;
};

struct TargetLayout {
  TargetSettings settings;
  std::vector<WedgePatch> patches;  ///< strip by strip; all strips have the same number
  std::size_t strips = 0;
  std::vector<Label> labels;
};

/// Lays out a wedge for each ink, each in strips of its own, so that every strip has one ink. Strips are filled up with
/// patches of paper. Errors: the page is too small for one of the tints, or too low for all inks.
Result<TargetLayout> lay_out(const TargetSettings& settings, const std::string& title);

}  // namespace platerip::rip
