// The wavefront of tone filters over one band. wavefront.h has the wavefront of error filters. Private to
// halftone/cpu/.
#pragma once

#include "halftone/cpu/band.h"

namespace platerip::halftone::cpu {

/// The number of rows in a full band.
int tone_band_rows();

/// Halftones the band. Waits where it would overtake the band above. Allocates nothing.
void run_tone_band(const Band& band);

}  // namespace platerip::halftone::cpu
