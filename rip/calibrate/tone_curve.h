// The tone that a press makes of each ink amount, as a smooth curve through measurements.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <array>
#include <vector>

#include "rip/calibrate/tone_values.h"

namespace platerip::rip {

/// A curve from [0, 100] to [0, 100] that always rises, from 0 to 100.
class ToneCurve {
 public:
  /// The curve through the tints, of which there must be at least one, between 0 and 100.
  ///
  /// The gain of tone is a smoothing spline on a grid of whole percentages. It minimizes the squared distances to the
  /// tints together with its squared third differences, so the smoothest gain is a parabola from paper to solid.
  /// Generalized cross-validation chooses how smooth it is (Craven and Wahba, "Smoothing noisy data with spline
  /// functions", Numer. Math. 31, 1979). The effective number of parameters counts 1.2 times there, so that the curve
  /// does not follow noise; Kim and Gu propose up to 1.4 ("Smoothing spline Gaussian regression", J. R. Stat. Soc. B
  /// 66, 2004). Where the curve would fall, neighbours are averaged.
  static ToneCurve through(const std::vector<Tint>& tints);

  /// The tone of an ink amount, both in percent.
  [[nodiscard]] double operator()(double amount) const;

  /// The ink amount for a tone, both in percent.
  [[nodiscard]] double amount_for(double tone) const;

 private:
  static constexpr std::size_t steps = 100;
  std::array<double, steps + 1> tones_{};
};

}  // namespace platerip::rip
