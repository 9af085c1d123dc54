// Bars over the whole width of a print, as a scanner sees them.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// The light of bars, in groups of columns.
struct Bars {
  std::vector<double> nominal;             ///< percent of ink of each bar, from 0 to 100
  std::vector<double> places;              ///< of the groups' middles, mm from the left of the scan, rising
  std::vector<std::vector<double>> light;  ///< of each bar, and there of each group: any linear scale
};

/// Reads a gray page of 8 or 16 bits, cut to bars of the same height with these percentages of ink, which rise from 0
/// at the top to 100. Of each bar the middle 60 percent count. `group`: the width of a group in mm; the last one may be
/// up to half as wide again. `resolution`: dots per inch of a page that has none. Takes memory for one row. Errors: the
/// page cannot be read or is not gray; it has no resolution; it is too small for its bars or for a group, or wider than
/// a million pixels.
Result<Bars> read_bars(const std::string& path, const std::vector<double>& nominal, double group,
                       std::optional<double> resolution);

/// The tones of bars in percent, bar by bar and there by group: 0 is the first bar, paper, in each group, and 100 the
/// mean of the last one, solid, over all groups. Errors: paper and solid look alike in
/// a group.
Result<std::vector<std::vector<double>>> tones_of(const Bars& bars);

/// What the curve of each group makes of the nominal amounts, so that all groups print the mean tone of all: amounts in
/// percent, group by group and there bar by bar. Paper and solid stay as they are. `nominal` rises, from 0 to 100.
/// Between the bars of a group, amounts lie on a separation::Curve.
std::vector<std::vector<double>> even_amounts(const std::vector<double>& nominal,
                                              const std::vector<std::vector<double>>& tones);

}  // namespace platerip::rip
