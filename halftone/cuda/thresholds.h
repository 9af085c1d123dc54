// The threshold methods on the device: point processes and screens. Private to halftone/cuda/.
#pragma once

#include <cstddef>

#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// Enqueues the halftoning of a strip that begins at row `first_row` of the page. Precondition: all planes have one
/// method, a point process, and equal drops. Errors: a CUDA error.
Status enqueue_points(const Settings& settings, const DeviceStrip& strip, std::int64_t first_row, Stream stream);

/// Bytes of device memory for the tiles of all planes and, if drops are mixed or uneven, for their tones. Precondition
/// of this and the next functions: all planes have screens, which pass check().
std::size_t screens_bytes(const Settings& settings);

/// Enqueues a copy of all this to `memory`, device memory of screens_bytes(), aligned to 4. Errors: a CUDA error.
Status send_screens(const Settings& settings, std::byte* memory, Stream stream);

/// Enqueues the halftoning of a strip that begins at row `first_row` of the page. Errors: a CUDA error.
Status enqueue_screens(const Settings& settings, const std::byte* memory, const DeviceStrip& strip,
                       std::int64_t first_row, Stream stream);

}  // namespace platerip::halftone::cuda
