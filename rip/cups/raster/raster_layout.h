// What a CUPS raster's page header says of its rows, once its fields have been checked against each other.
#pragma once

#include <cups/raster.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/status.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// How the rows of a page lie in the raster.
struct RasterLayout {
  tiffio::PageInfo page;  ///< as the page is handed out
  cups_order_t order = CUPS_ORDER_CHUNKED;
  int colors = 3;               ///< of a pixel in the raster
  int first_sample = 0;         ///< of a pixel as handed out that the first colour becomes; samples before it are 0
  std::int64_t line_bytes = 0;  ///< cupsBytesPerLine: of all colours, of one where the order is planar

  /// Bytes that reading it takes at most: libcups holds three lines of a compressed page, and we the colours of a row.
  [[nodiscard]] std::size_t memory_bytes() const { return static_cast<std::size_t>(3 * line_bytes + page.row_bytes()); }
};

/// Errors name `page`, the field and what it should be.
Result<RasterLayout> check_header(const cups_page_header2_t& header, const std::string& page);

}  // namespace platerip::rip
