// The colours of a CUPS raster, and the plates that they show.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cups/raster.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// The colour order and colour space that the raster's reader wants.
struct RasterForm {
  cups_order_t order = CUPS_ORDER_CHUNKED;
  /// One that can_have_plates(). If not set, it is CMYK, or DeviceN for pages with other inks.
  std::optional<cups_cspace_t> space = std::nullopt;
};

/// Whether rasters of plates may have this colour space: CMYK, KCMY, KCMYcm and, for 1 to 15 inks, DeviceN.
bool can_have_plates(int space);

/// The colours of a page's raster.
struct RasterColors {
  cups_cspace_t space = CUPS_CSPACE_CMYK;
  std::vector<std::optional<std::size_t>> plates = {};  ///< the plate of each colour; a colour without one stays blank

  /// The bits of a pixel in chunked order. KCMYcm pixels are filled up to whole bytes, with zeros in front.
  [[nodiscard]] unsigned pixel_bits(unsigned bits_per_color) const;
};

/// The colours of a page. CMYK, KCMY and KCMYcm have inks by their names, Light Cyan and Light Magenta being c and m.
/// DeviceN has the page's plates in their order. Errors: the space has no place for a plate, or another number of
/// colours.
Result<RasterColors> raster_colors(std::optional<cups_cspace_t> space, const PlatesInfo& plates, const Job& job);

}  // namespace platerip::rip
