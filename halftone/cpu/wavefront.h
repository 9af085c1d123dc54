// The wavefront over one band. Each SIMD lane holds a row and stays a few pixels behind the row above, so that all
// errors that a pixel collects are known. Private to halftone/cpu/.
#pragma once

#include "halftone/cpu/band.h"

namespace platerip::halftone::cpu {

/// Errors: this machine cannot run it; the message says why.
Status wavefront_supported();

/// The number of rows in a full band.
int band_rows(const ErrorFilter& filter);

/// Halftones the band. Waits where it would overtake the band above. Allocates nothing.
void run_band(const Band& band);

/// Highway's name of the instruction set in use: "AVX2".
const char* instruction_set();

}  // namespace platerip::halftone::cpu
