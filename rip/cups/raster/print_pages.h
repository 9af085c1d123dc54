// Pages of a print job.
#pragma once

#include <cups/raster.h>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

class PrintPages : public Pages {
 public:
  /// The header of the last page that next() gave, as a raster would have it: its media, copies and so on.
  [[nodiscard]] virtual const cups_page_header2_t& header() const = 0;
};

}  // namespace platerip::rip
