// A picture like a photo: glossy and matt balls on a table, for smooth shading in saturated colours.
#pragma once

#include <cstdint>

#include "samples/paint.h"

namespace platerip::samples {

/// The picture, `width` x `height` pixels.
Picture still_life(std::int64_t width, std::int64_t height);

}  // namespace platerip::samples
