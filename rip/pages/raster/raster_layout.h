// The layout of a raster page, from a CUPS page header whose fields have been checked against each other.
#pragma once

#include <cups/raster.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/status.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// How the rows of a page are stored in the raster.
struct RasterLayout {
  tiffio::PageInfo page;  ///< the page as our caller sees it
  cups_order_t order = CUPS_ORDER_CHUNKED;
  int colors = 3;                ///< colours per pixel in the raster
  int first_sample = 0;          ///< position of the first colour in a pixel of `page`; the samples before it are 0
  std::int64_t line_bytes = 0;   ///< cupsBytesPerLine: of one colour in planar order, else of all; may be padded
  std::int64_t color_bytes = 0;  ///< from one colour to the next, with its padding; in chunked order, line_bytes

  /// The most bytes that reading takes: three lines of a compressed page in libcups, and one row here.
  [[nodiscard]] std::size_t memory_bytes() const {
    return static_cast<std::size_t>(3 * line_bytes + std::max(stored_row_bytes(), page.row_bytes()));
  }
  /// All colours of a row, with their padding.
  [[nodiscard]] std::int64_t stored_row_bytes() const {
    return order == CUPS_ORDER_PLANAR ? line_bytes * colors : line_bytes;
  }
};

/// Checks a page header before any memory is taken for the page. Errors name `page`, the field, and the expected value.
Result<RasterLayout> check_header(const cups_page_header2_t& header, const std::string& page);

}  // namespace platerip::rip
