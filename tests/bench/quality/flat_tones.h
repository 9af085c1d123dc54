// Flat tints of all tones, halftoned.
//
// Functions may throw what the halftone throws. One thread at a time.
#pragma once

#include <vector>

#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/instruments/spectrum.h"
#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// The part of a tint that is measured: spectrum_side pixels wide and high, after 128 rows and 64 columns for the
/// run-in, and 64 columns before the right border.
inline constexpr Area measured_tint{64, 128, spectrum_side, spectrum_side};
inline constexpr int tint_width = spectrum_side + 128;
inline constexpr int tint_height = spectrum_side + 128;

/// The 16 tones nearest to paper and the 16 nearest to solid, where single dots are seen.
constexpr bool is_extreme(int tone) {
  return tone <= 16 || tone >= 255 - 16;
}

/// What was measured of one tone.
struct ToneQuality {
  int tone = 0;
  SeenError error;        ///< the mean error included
  double anisotropy = 0;  ///< Spectrum::anisotropy()
  double worm = 0;        ///< Spectrum::strongest_direction()
};

/// All tones together. Errors of several tones count by the mean of their squares, as the eye sees them side by side.
struct FlatQuality {
  SeenError error;
  SeenError extreme;      ///< of the tones that are is_extreme()
  double anisotropy = 0;  ///< in decibels: the mean over all tones with dots
  double worm = 0;        ///< mean over all tones
  double worst_worm = 0;
  int worst_tone = 0;  ///< the tone with the worst worm
};

/// Halftones a tint of each tone from 1 to 254. A slow halftone gets only every eighth tone, from 4 on.
std::vector<ToneQuality> measure_tones(const Halftone& halftone);

FlatQuality summary(const std::vector<ToneQuality>& tones);

}  // namespace platerip::quality
