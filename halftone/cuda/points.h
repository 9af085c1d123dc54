// The point processes on the device. Private to halftone/cuda/.
#pragma once

#include "halftone/cuda/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// Enqueues the halftoning of a strip that begins at row `first_row` of the page. Precondition: all planes have one
/// method, a point process.
Status enqueue_points(const Settings& settings, const DeviceStrip& strip, std::int64_t first_row, Stream stream);

}  // namespace platerip::halftone::cuda
