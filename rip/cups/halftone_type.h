// The job option halftone-type, as libcupsfilters 2.2 has it; also called cupsHalftoneType.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/cups/given_options.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// The halftone that a job asks for in words that all filters of CUPS have in common.
struct HalftoneType {
  std::string value;     ///< as the job has it; empty if it does not ask
  bool is_spot = false;  ///< asks for an AM screen: "spot" in any case
  std::vector<std::string>
      parts;  ///< of a spot: frequency, angle, shape and gamma. Those left out are empty or missing
};

/// The halftone-type of a job.
HalftoneType halftone_type_in(const GivenOptions& options);

/// Sets the AM screen that halftone-type asks for: "spot[-FREQUENCY][-ANGLE][-SHAPE][-GAMMA]". FREQUENCY is in lines
/// per inch. ANGLE is that of black, in degrees; the default angles of other inks turn with it. SHAPE is the name of a
/// spot function, or its number in the order of the PDF standard, from 0 for SimpleDot to 20 for Diamond. GAMMA, 1 to
/// 99, changes nothing. Other types are for other programs and set nothing. Errors: a part has another value, or there
/// are more parts.
Status set_halftone_type(Job& job, const HalftoneType& type);

/// Whether a halftone-type sets this option (job_options.h). The PPD's choice for the option then does not count.
bool is_set_by_halftone_type(const std::string& option, const HalftoneType& type);

/// What of a halftone-type is ignored: one line, or nothing.
std::optional<std::string> warn_of_halftone_type(const HalftoneType& type);

}  // namespace platerip::rip
