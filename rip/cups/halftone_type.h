// The job option halftone-type, as cups-filters 2 has it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Sets the halftone that halftone-type asks for: "spot", "spot-FREQUENCY", "spot-FREQUENCY-ANGLE" or
/// "spot-FREQUENCY-ANGLE-SHAPE". FREQUENCY is in lines per inch. ANGLE is that of black, in degrees; the default angles
/// of other inks turn with it. SHAPE is the name of a spot function, or its number in the order of the PDF standard,
/// from 0 for SimpleDot to 20 for Diamond. Other types are for other programs and set nothing. Errors: a part has
/// another value, or there are more parts.
Status set_halftone_type(Job& job, const std::string& type);

/// Whether a halftone-type sets this option (job_options.h). The PPD's choice for the option then does not count.
bool is_set_by_halftone_type(const std::string& option, const std::string& type);

}  // namespace platerip::rip
