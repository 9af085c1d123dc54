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

/// The points of the curve that makes a press print the aim. They are few, and at whole percentages. The
/// separation::Curve through them differs at whole percentages by at most 0.05 from the ink amounts that it should
/// give.
///
/// `press`: the tones of the target's ink amounts. `printed_with`: the curve with which the target was printed, if any.
/// The result replaces that curve: for an ink amount it gives printed_with(press.amount_for(aim(amount))), because
/// `press` contains the effect of that curve.
std::vector<separation::Curve::Point> correct(const ToneCurve& press, const Aim& aim,
                                              const std::optional<separation::Curve>& printed_with);

/// The text of a file for separation::Curve::from_file(). It begins with `remarks`, lines of printable text.
std::string curve_text(const std::vector<separation::Curve::Point>& points, const std::vector<std::string>& remarks);

}  // namespace platerip::rip
