// Calibration curves from measured wedges.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/aim.h"
#include "rip/calibrate/tone_curve.h"
#include "separation/curve.h"

namespace platerip::rip {

/// The points of the curve that makes a press print the aim: few, at whole percentages. Between them
/// separation::Curve differs by at most 0.05 from the ink amounts that it should give.
///
/// `press`: the tones of the target's ink amounts. `printed_with`: the curve with which the target was printed; none if
/// there was none. The result replaces it: for an ink amount it gives printed_with(press.amount_for(aim(amount))),
/// because the press was measured behind that curve.
std::vector<separation::Curve::Point> correct(const ToneCurve& press, const Aim& aim,
                                              const std::optional<separation::Curve>& printed_with);

/// The text of a file for separation::Curve::from_file(). `remarks`: lines of printable text that begin it.
std::string curve_text(const std::vector<separation::Curve::Point>& points, const std::vector<std::string>& remarks);

}  // namespace platerip::rip
