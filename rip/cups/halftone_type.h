// The job option halftone-type, as cups-filters 2 has it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Sets the halftone that halftone-type asks for: "spot", "spot-FREQUENCY", "spot-FREQUENCY-ANGLE" or
/// "spot-FREQUENCY-ANGLE-SHAPE". FREQUENCY is in lines per inch. ANGLE is that of black, in degrees; the other inks
/// stay as far from it as they are by default. SHAPE is the number of a spot function in the order of the PDF standard,
/// 0 for SimpleDot to 20 for Diamond, or the name of one. Other types, which are other programs' ways to halftone, set
/// nothing. Errors: a part is none of these, or there are more parts.
Status set_halftone_type(Job& job, const std::string& type);

/// Whether such a type sets this option (job_options.h), so that a choice in the PPD does not count.
bool is_set_by_halftone_type(const std::string& option, const std::string& type);

}  // namespace platerip::rip
