// One wavefront over a band of rows. SIMD lanes are consecutive rows, each some pixels behind the one above. So all
// errors that a pixel collects are there. Private to halftone/cpu/.
#pragma once

#include "halftone/cpu/band.h"

namespace platerip::halftone::cpu {

/// Why there is none for this machine, or done.
Status wavefront_supported();

/// Rows of a whole band.
int band_rows(const ErrorFilter& filter);

/// Halftones the band, waiting where it would pass the band before it. Allocates nothing.
void run_band(const Band& band);

/// The instruction set that it runs on, as Highway names it: "AVX2".
const char* instruction_set();

}  // namespace platerip::halftone::cpu
