// Inks on top of each other: M. E. Demichel (1924) expects that a pixel has two inks as often as if they were
// independent, and ICC profiles rely on it.
//
// Functions may throw what the halftone throws. One thread at a time.
#pragma once

#include <span>
#include <vector>

#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/instruments/image.h"
#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// The luminance of full inks on top of each other, relative to paper; `inks` has bit k set for ink k of C, M, Y, K.
/// From the lightness of the solids of ISO 12647-2:2004 on coated paper (FOGRA39): paper 95, C 55, M 48, Y 89, K 16,
/// R 47, G 50, B 24, CMY 23. Black over other inks has half of black's luminance.
double luminance_of(unsigned inks);

/// The gray that planes of C, M, Y and K (or the first of these) should give, 0 for paper to 255 for no light, if their
/// dots overlap as Demichel expects (Neugebauer's equations). Plates are planes with amounts 0 and 255 only, so this
/// is also the gray that they give.
Image gray_of(std::span<const Image> planes);

/// How planes of several inks differ from what Demichel expects.
struct InkQuality {
  double e600 = 0;      ///< RMS of the luminance's error as the eye sees it, without its mean, in levels
  double shift = 0;     ///< mean of the luminance's error, in levels; positive is darker
  double overlap = 0;   ///< pixels that have the first two inks, over those expected
  double on_black = 1;  ///< overlap of the fourth ink with the first or the second: the one further from 1
  double alone = 0;     ///< e600 of the plates one by one: their quadratic mean
};

/// Compares the plates in `area` with the planes.
InkQuality compare_inks(Eye& eye, std::span<const Image> planes, std::span<const Image> plates, const Area& area);

/// The first two inks, as flat tints of 9×9 tones from 25 to 230. The quadratic mean of e600, the mean absolute shift
/// and the overlap of all dots.
InkQuality ink_pairs(const Halftone& halftone);

/// Each plane halftoned by itself, under rows of noise that are different for each, so that an error diffusion makes
/// dots that do not depend on the other planes'. Changes nothing for thresholds.
Halftone independent(const Halftone& halftone);

/// C, M, Y and K of a photograph given as complements of red, green and blue: K is half of what all three have in
/// common, and replaces it.
std::vector<Image> separated(const std::vector<Image>& cmy);

}  // namespace platerip::quality
