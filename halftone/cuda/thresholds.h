// The threshold methods on the device: point processes and screens. Private to halftone/cuda/.
#pragma once

#include <cstddef>

#include "halftone/cuda/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// Enqueues the halftoning of a strip that begins at row `first_row` of the page. Precondition: all planes have one
/// method, a point process. Errors: a CUDA error.
Status enqueue_points(const Settings& settings, const DeviceStrip& strip, std::int64_t first_row, Stream stream);

/// Bytes of device memory for the tile. Precondition of this and the next functions: all planes have one screen, which
/// passes check().
std::size_t screen_bytes(const Settings& settings);

/// Enqueues a copy of the tile to `tile`, device memory of screen_bytes(), aligned to 16. Errors: a CUDA error.
Status send_screen(const Settings& settings, std::byte* tile, Stream stream);

/// Enqueues the halftoning of a strip that begins at row `first_row` of the page. Errors: a CUDA error.
Status enqueue_screen(const Settings& settings, const std::byte* tile, const DeviceStrip& strip, std::int64_t first_row,
                      Stream stream);

}  // namespace platerip::halftone::cuda
