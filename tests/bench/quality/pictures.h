// Pictures for the documents.
//
// Functions may throw what the halftone throws, and std::runtime_error if a file cannot be written.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/originals/photographs.h"

namespace platerip::quality {

/// Every pixel as a square of `times`×`times` pixels.
Image magnified(const Image& image, int times);

/// Writes METHOD-spectra.png (tints of several tones beside their power spectra, frequency 0 in the middle, darker is
/// stronger), and METHOD-photograph.png, METHOD-ramp.png and METHOD-text.png (pixel by pixel) to a folder that exists.
void write_pictures(const std::string& folder, const Halftone& halftone, const Photograph& photograph);

}  // namespace platerip::quality
