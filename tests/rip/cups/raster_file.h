// Writes and reads CUPS rasters as other programs do.
#pragma once

#include <cups/raster.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/tiffio/test_page.h"

namespace platerip::test {

/// A page and its layout in a raster.
struct RasterSpec {
  PageSpec page;  ///< without alpha
  cups_cspace_t space = CUPS_CSPACE_SRGB;
  cups_order_t order = CUPS_ORDER_CHUNKED;
  std::size_t padding = 0;  ///< bytes behind the pixels of a line, or of each colour's part of it
};

enum class RasterVersion { v1, v2, v3, pwg, v3_swapped };

/// The header of the page. All fields agree with each other.
cups_page_header2_t header_of(const RasterSpec& spec);

/// The pages as one raster.
std::string raster_of(const std::vector<RasterSpec>& pages, RasterVersion version = RasterVersion::v3);

/// A version 3 raster with this header, unchanged, and these bytes after it.
std::string raw_raster(const cups_page_header2_t& header, const std::string& rows);

/// A page read from a raster of few bits: one value per pixel, plane after plane in the order of the raster.
struct RasterPage {
  cups_page_header2_t header{};
  std::vector<std::vector<std::uint8_t>> planes;
};

/// All pages of a raster that is chunked, banded or planar and has 1, 2 or 4 bits per colour. Throws if the raster ends
/// within a page.
std::vector<RasterPage> read_raster(const std::string& bytes);

}  // namespace platerip::test
