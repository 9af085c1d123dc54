// How tints look with a given set of weights: what make_tone_table chooses by.
//
// Functions may throw std::bad_alloc. They are thread-safe, but for the constructor of TintSearch; a TintSearch serves
// one thread at a time.
#pragma once

#include <array>
#include <vector>

#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/instruments/image.h"
#include "tests/bench/quality/instruments/spectrum.h"

namespace platerip::quality {

/// The weights of a class of tones (halftone/tone_filter.h), in 16ths.
using Weights = std::array<int, 6>;

/// All sets of weights that sum to 16, and whose sums fit 16 bits together with any other set (tone_filter.h proves
/// it). Leaves out sets that give the pixel to the right less than 3, or nothing to the pixel below or below left:
/// these have never been any good.
std::vector<Weights> weight_sets();

/// What was measured of a tone with one set of weights, over several tints.
struct TintQuality {
  SeenError error;
  double textured = 0;   ///< RMS error that the eye sees at 600 dpi where a texture is added to the tint
  double worm = 0;       ///< Spectrum::strongest_direction() of the worst tint
  double threshold = 0;  ///< the one that makes the mean error 0, as in ToneClass
};

class TintSearch {
 public:
  /// Makes all transforms, which must happen on one thread (instruments/fourier.h).
  TintSearch();

  /// Halftones tints of a tone from 1 to 127 with these weights alone.
  TintQuality measure(int tone, const Weights& weights);

 private:
  Eye eye_;
  Spectrum spectrum_;
  Image texture_;
};

}  // namespace platerip::quality
