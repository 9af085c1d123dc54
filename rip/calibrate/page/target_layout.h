// Places the patches of a target page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// What a target page is to have.
struct TargetSettings {
  std::vector<std::string> inks = {"Cyan", "Magenta", "Yellow", "Black"};
  /// Percent, from 0 to 100, in any order.
  std::vector<double> tints = {0, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98, 100};
  double width = 210;        ///< mm
  double height = 297;       ///< mm
  double patch = 8;          ///< mm: the side of a patch
  double resolution = 2400;  ///< dots per inch
  bool has_bars = false;     ///< in place of a wedge, each ink has bars over the whole width
  int levels = 2;            ///< of plates; if there are more than 2, wedges have drop_mixtures() instead of tints
};

/// Millimetres from the left and top of the page.
struct Place {
  double x = 0;
  double y = 0;
};

/// One patch.
struct WedgePatch {
  std::string name;     ///< "A5": the fifth patch of the first strip
  std::size_t ink = 0;  ///< an index in TargetSettings::inks
  int sample = 0;       ///< on the page, of 255; on plates of drops, the number of its mixture in drop_mixtures()
  double amount = 0;    ///< percent of ink
  Place at;             ///< its top left corner
  double width = 0;     ///< mm
  double height = 0;    ///< mm
};

/// A line of text. Its baseline begins at `at`, or has its middle there if it is centred.
struct Label {
  std::string text;
  Place at;
  double cap_height = 2;  ///< mm
  bool is_centred = false;
};

/// The patches and labels of a page.
struct TargetLayout {
  TargetSettings settings;
  std::vector<WedgePatch> patches;  ///< strip by strip; all strips have the same number
  std::size_t strips = 0;
  std::vector<Label> labels;
};

/// Lays out a wedge for each ink, or bars. Each strip has patches of one ink and is filled up with patches of paper.
/// `title` stands at the top of the page. Errors: the page is too narrow for a patch, or too low for all strips; or
/// there are more than 26 strips.
Result<TargetLayout> lay_out(const TargetSettings& settings, const std::string& title);

}  // namespace platerip::rip
