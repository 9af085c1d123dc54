// Describes a plate. Only copies may throw (std::bad_alloc).
#pragma once

#include <cstdint>
#include <string>

#include "tiffio/plates/compression.h"
#include "tiffio/raster.h"

namespace platerip::tiffio {

/// The properties of a plate, which become the tags of its TIFF.
struct PlateInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  int bits = 1;             ///< per pixel: 1, 2 or 4; 0 means no ink (PhotometricInterpretation MinIsWhite)
  Resolution resolution = {};
  Orientation orientation = 1;
  std::string ink = {};       ///< PageName and InkNames (TIFF 6.0, section 16)
  std::string document = {};  ///< DocumentName
  Compression compression = Compression::none;
  bool invert = false;  ///< a negative: flips every bit of a 1-bit plate; the tags stay the same

  friend bool operator==(const PlateInfo&, const PlateInfo&) = default;
};

}  // namespace platerip::tiffio
