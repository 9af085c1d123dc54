// The ladder of planes that share a tone filter, in device memory: its tables, and the mask of each plane's ink.
// Without mixing, any mask will do: nothing is displaced. Private to halftone/cuda/.
#pragma once

#include <cstddef>

#include "halftone/cuda/wavefront/device_strip.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// Bytes of device memory for the ladder of the planes; 0 if they have none: error filters and two levels. Precondition
/// of this and the next functions: the planes have one method and equal drops.
std::size_t ladder_bytes(const Settings& settings);

/// Where the masks are in such memory, one after the other.
const std::byte* masks_of(const std::byte* ladder);

/// Enqueues a copy of the ladder to `memory`, device memory of ladder_bytes(), aligned to 16. Errors: a CUDA error.
Status send_ladder(const Settings& settings, std::byte* memory, Stream stream);

}  // namespace platerip::halftone::cuda
