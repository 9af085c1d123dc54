// Makes curves that change across the plate. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// How evenly a bar was printed.
struct BarTones {
  double nominal = 0;  ///< percent of ink
  double least = 0;    ///< the tone of the lightest group of columns, in percent
  double most = 0;     ///< and of the darkest
};

/// What make_across() has made.
struct MadeAcross {
  std::vector<BarTones> bars;
  std::string file;  ///< its path
};

/// Reads the scan or the table and writes NAME.across.txt for NAME.tif, a file for AcrossFile::read(). Errors: those of
/// read_bars(), read_bar_table() and tones_of(), and of writing; two bars have the same amount; a table comes with what
/// describes a scan.
Result<MadeAcross> make_across(const AcrossOrder& order);

}  // namespace platerip::rip
