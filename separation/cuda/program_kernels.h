// Starts the kernels that separate by a program. Private to separation/cuda/.
#pragma once

#include "base/status.h"
#include "separation/cuda/doubts.h"
#include "separation/cuda/kernels.h"

namespace platerip::separation::cuda {

/// enqueue_strip() for a recipe with a program. `doubts`: of this strip. If the program may doubt, the strip is
/// complete on the stream of decisions.
Status enqueue_program(const Recipe& recipe, Doubts& doubts, const DeviceSpots& spots, const DeviceStrip& strip,
                       DeviceTotalInk* total, const StripStreams& streams);

}  // namespace platerip::separation::cuda
