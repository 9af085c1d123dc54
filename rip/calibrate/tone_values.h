// Tone values of a wedge, from measurements.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/measurements.h"

namespace platerip::rip {

/// A tint of a wedge. Tints of one nominal value, to 0.01, are averaged.
struct Tint {
  double nominal = 0;   ///< percent of ink that the page asks for
  double measured = 0;  ///< tone value in percent: 0 is paper, 100 solid ink
  std::string where;    ///< of the first measurement: "FILE:LINE: "
};

/// The tints of an ink between paper and solid, by rising nominal value.
///
/// A measured tone value is that of Murray and Davies, "Monochrome reproduction in photoengraving", J. Franklin Inst.
/// 221, 1936, with the exponent of Yule and Nielsen, "The penetration of light into paper and its effect on halftone
/// reproduction", TAGA Proc. 3, 1951: with the reflectances P of paper, S of solid ink and T of the tint,
///
///     (P^(1/n) − T^(1/n)) / (P^(1/n) − S^(1/n))
///
/// Cyan is seen through red or as X, magenta through green or as Y, yellow through blue or as Z, black by all light or
/// as Y; other inks through the filter that sees most of them.
///
/// `yule_nielsen`: n, 1 or more. Errors: paper or solid ink is not measured, or they look alike; fewer than three tints
/// between them; a tint that is more than 5 lighter than one before it.
Result<std::vector<Tint>> tone_values(const Measurements& measured, std::size_t ink, double yule_nielsen);

}  // namespace platerip::rip
