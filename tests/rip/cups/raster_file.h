// CUPS rasters, written and read as other programs do.
#pragma once

#include <cups/raster.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

/// How a page lies in a raster.
struct RasterSpec {
  PageSpec page;  ///< without alpha
  cups_cspace_t space = CUPS_CSPACE_SRGB;
  cups_order_t order = CUPS_ORDER_CHUNKED;
};

enum class RasterVersion { v1, v2, v3, pwg, v3_swapped };

/// The header of the page, all fields agreeing.
cups_page_header2_t header_of(const RasterSpec& spec);

/// The pages as one raster.
std::string raster_of(const std::vector<RasterSpec>& pages, RasterVersion version = RasterVersion::v3);

/// A version 3 raster of a header as it is, and these bytes behind it.
std::string raw_raster(const cups_page_header2_t& header, const std::string& rows);

/// A page of a raster of few bits, taken apart: one value a pixel, plane after plane in the order of the raster.
struct RasterPage {
  cups_page_header2_t header{};
  std::vector<std::vector<std::uint8_t>> planes;
};

/// All whole pages of a raster that is chunked, banded or planar with 1, 2 or 4 bits of each colour. Throws where it
/// ends within a page.
std::vector<RasterPage> read_raster(const std::string& bytes);

}  // namespace platerip::test
