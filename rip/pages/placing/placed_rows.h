// Pages made of other pages: turned, of another size, on a sheet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rip/pages/page_rows.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// The page, each of whose rows asks `stop` first: true is an error, in which `name` is how messages call the page. For
/// pages that others are made of, which read many rows before they give one.
std::unique_ptr<PageRows> stoppable(std::unique_ptr<PageRows> page, std::string name, std::function<bool()> stop);

/// The page turned; its orientation is then 1. Left and right are exchanged as rows come; for all else the page waits
/// in TMPDIR, `spool` bytes at most. `name` is how messages call it; `memory`: bytes to work with. `stop` is asked
/// while the page is read out of TMPDIR: true is an error.
std::unique_ptr<PageRows> turned(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory,
                                 std::int64_t spool, std::function<bool()> stop = {});

/// A size for a page, and the piece of it at that size that is wanted.
struct Scaling {
  std::int64_t width = 0;  ///< of the whole page
  std::int64_t height = 0;
  std::int64_t left = 0;  ///< of the piece, which lies within the page
  std::int64_t top = 0;
  std::int64_t columns = 0;
  std::int64_t rows = 0;
};

/// That piece of the page at another size, through the cubic filter of Catmull and Rom ("A class of local interpolating
/// splines"), made wider where the page becomes smaller; on integers, so that it is the same on every machine. What is
/// outside of the piece takes neither time nor memory. Unassociated alpha becomes associated. Errors: that takes more
/// than the `share`th part of `memory` bytes.
Result<std::unique_ptr<PageRows>> resampled(std::unique_ptr<PageRows> page, const Scaling& scaling, std::size_t memory,
                                            std::size_t share);

/// A sheet of paper and where on it a page lies; what lies outside is cut off. The sheet is upright: its orientation
/// is 1.
struct Sheet {
  std::int64_t width = 0;
  std::int64_t height = 0;
  tiffio::Resolution resolution;
  std::int64_t left = 0;  ///< of the page; may be negative, as may be
  std::int64_t top = 0;
};
std::unique_ptr<PageRows> on_sheet(std::unique_ptr<PageRows> page, const Sheet& sheet);

}  // namespace platerip::rip
