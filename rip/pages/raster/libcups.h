// libcups' functions for rasters, loaded when they are first needed. libcups needs 25 more libraries. To load all of
// them takes a quarter of the time of a small page, and few pages are rasters.
//
// Thread-safe. May throw std::bad_alloc, and nothing else.
#pragma once

#include <cups/raster.h>

#include <memory>

#include "base/status.h"

namespace platerip::rip {

/// See <cups/raster.h>. They stay loaded until the program ends.
struct Libcups {
  decltype(&cupsRasterOpenIO) open = nullptr;
  decltype(&cupsRasterClose) close = nullptr;
  decltype(&cupsRasterReadHeader2) read_header = nullptr;
  decltype(&cupsRasterReadPixels) read_pixels = nullptr;
  decltype(&cupsRasterWriteHeader2) write_header = nullptr;
  decltype(&cupsRasterWritePixels) write_pixels = nullptr;
};

/// A raster that is closed by libcups, which opened it.
using OpenRaster = std::unique_ptr<cups_raster_t, decltype(Libcups::close)>;

/// Errors: the library is not installed.
Result<Libcups> libcups();

}  // namespace platerip::rip
