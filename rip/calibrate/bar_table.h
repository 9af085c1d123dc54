// Bars over the whole width of a print, as somebody has measured them place by place.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/calibrate/bars.h"

namespace platerip::rip {

/// Whether a file is a text and not a page, so that it may be a table. False if it cannot be read.
bool is_table(const std::string& path);

/// Reads measurements (read_measurements()) of one ink, with a column MM: how far from the left each was made. Places
/// are rounded to 0.01 mm, percentages to 0.01. What was measured several times is the mean. Errors: those of
/// read_measurements() and choose_filter(); a row has no place; there are other inks, fewer than 2 places or more than
/// 4096; a place lacks paper, solid, or a tint that another place has.
Result<Bars> read_bar_table(const std::string& path);

}  // namespace platerip::rip
