// What Exif (JEITA CP-3451) says of how a picture lies on the paper.
//
// Nothing here throws.
#pragma once

#include <cstddef>
#include <span>

#include "tiffio/raster.h"

namespace platerip::rip {

/// The tags of a picture; the defaults stand for what it does not say.
struct Exif {
  tiffio::Orientation orientation = 1;
  tiffio::Resolution resolution;
};

/// Reads the first directory of Exif, whose bytes begin as a TIFF does. What is damaged counts as not said.
Exif read_exif(std::span<const std::byte> bytes);

}  // namespace platerip::rip
