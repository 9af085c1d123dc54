// Pages made of other pages: turned, of another size, on a sheet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "rip/page_rows.h"
#include "rip/turn.h"

namespace platerip::rip {

/// The page turned; its orientation is then 1. Left and right are exchanged as rows come; for all else the page waits
/// in TMPDIR, `spool` bytes at most. `memory`: bytes to work with.
std::unique_ptr<PageRows> turned(std::unique_ptr<PageRows> page, const Turn& turn, std::size_t memory,
                                 std::int64_t spool);

/// The page at another size, through the cubic filter of Catmull and Rom ("A class of local interpolating splines"),
/// made wider where the page becomes smaller; on integers, so that it is the same on every machine. Unassociated alpha
/// becomes associated. Errors: that takes more than `memory` bytes.
Result<std::unique_ptr<PageRows>> resampled(std::unique_ptr<PageRows> page, std::int64_t width, std::int64_t height,
                                            std::size_t memory);

/// A sheet of paper and where on it a page lies; what lies outside is cut off.
struct Sheet {
  std::int64_t width = 0;
  std::int64_t height = 0;
  tiffio::Resolution resolution;
  std::int64_t left = 0;  ///< of the page; may be negative, as may be
  std::int64_t top = 0;
};
std::unique_ptr<PageRows> on_sheet(std::unique_ptr<PageRows> page, const Sheet& sheet);

}  // namespace platerip::rip
