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

/// A tint of a wedge: the mean of all patches with the same nominal value, rounded to 0.01.
struct Tint {
  double nominal = 0;   ///< percent of ink that the page asks for
  double measured = 0;  ///< tone value in percent: 0 is paper, 100 solid ink
  std::string where;    ///< of the first measurement: "FILE:LINE: "
};

/// The tints of an ink between paper and solid, by rising nominal value.
///
/// If the instrument gives tone values, these are the result. Otherwise the tone value follows from the reflectances P
/// of paper, S of solid ink and T of the tint:
///
///     (P^(1/n) − T^(1/n)) / (P^(1/n) − S^(1/n))
///
/// The formula is that of Murray and Davies ("Monochrome reproduction in photoengraving", J. Franklin Inst. 221, 1936),
/// with the exponent of Yule and Nielsen ("The penetration of light into paper and its effect on halftone
/// reproduction", TAGA Proc. 3, 1951).
///
/// Cyan is measured through red or as X, magenta through green or as Y, and yellow through blue or as Z. Black is
/// measured by all light, else through green or as Y. Other inks take the filter with the greatest contrast.
///
/// `yule_nielsen`: n, 1 or more. Errors: paper or solid ink is not measured, or they look alike; fewer than three tints
/// between them; a tint whose tone is more than 5 % lower than that of a tint with less ink.
Result<std::vector<Tint>> tone_values(const Measurements& measured, std::size_t ink, double yule_nielsen);

}  // namespace platerip::rip
