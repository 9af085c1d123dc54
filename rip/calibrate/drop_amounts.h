// The amounts of ink that drop sizes print, from measurements.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/measurements.h"

namespace platerip::rip {

/// A patch of an ink's drops: the mean of all readings with the same shares of pixels.
struct DropPatch {
  std::vector<double> shares;  ///< percent of the pixels, by size from the smallest; the others are paper
  double tone = 0;      ///< Murray and Davies' tone value in percent: 0 is paper, 100 the largest size everywhere
  double expected = 0;  ///< the tone that the found amounts give it
  std::string where;    ///< of the first measurement: "FILE:LINE: "
};

/// The drop sizes of an ink.
struct DropAmounts {
  std::vector<double> amounts;  ///< in percent of the largest, which is the last; they rise
  double yule_nielsen = 1;      ///< n: how tones gain between paper and solid, 1 for not at all
  std::vector<DropPatch> patches;
};

/// Finds the amounts v_k of an ink's sizes so that what a patch prints depends only on its mean amount of ink. The tone
/// scale of a halftone with these amounts has no kinks where sizes begin and end, and curves can correct what gain it
/// has. The gain is that of Yule and Nielsen (tone_values.h). The reflectances P of paper, S of the largest size in all
/// pixels, and R of a patch with the shares p_k (of 1) of size k are to fulfil
///
///     (P^(1/n) − R^(1/n)) / (P^(1/n) − S^(1/n)) = Σ p_k·v_k
///
/// For each n from 1 to 20, the v_k minimize the squared differences of tones, to the first order. The n with the least
/// sum is taken, or the least such n. If sizes are measured in all pixels only, no n is better than another, and the
/// amounts are tone values.
///
/// Errors: tone values in place of light; paper, the largest size in all pixels, or any other size is not measured;
/// paper and solid look alike; a size prints no more than the next smaller one.
Result<DropAmounts> drop_amounts(const Measurements& measured, std::size_t ink);

}  // namespace platerip::rip
