// The pages of a print job.
#pragma once

#include <cups/raster.h>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Pages that have raster page headers.
class PrintPages : public Pages {
 public:
  /// The raster page header of the page that next() returned last: its media, copies and so on.
  [[nodiscard]] virtual const cups_page_header2_t& header() const = 0;
};

}  // namespace platerip::rip
