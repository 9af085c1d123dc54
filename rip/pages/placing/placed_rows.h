// Pages derived from other pages: turned, resampled, placed on a sheet, repeated on one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rip/pages/page_rows.h"
#include "rip/pages/placing/steps.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// The same page, which somebody else owns and which outlives the result.
std::unique_ptr<PageRows> borrowed(PageRows& page);

/// Polls `stop` at least every 16 rows that are read or skipped in turn; when it returns true, that fails. read_part()
/// does not poll: it may run on any thread. `name` is the page's name in messages. Put it under a derived page, which
/// may read many rows before it returns one.
std::unique_ptr<PageRows> stoppable(std::unique_ptr<PageRows> page, std::string name, std::function<bool()> stop);

/// Turns a page; its orientation is then 1. Mirroring left and right works row by row. For every other turn the page
/// waits in TMPDIR, in at most `spool` bytes, unless its order lets it be read where it is: any rows for top and
/// bottom, any pixels to exchange rows and columns. `name` is the page's name in messages. `memory`: bytes to work
/// with. `stop` is polled on the caller's thread before rows are read in another order than the page's; when it returns
/// true, reading fails. The threads of the strip loop share the work of each read, as of those of stepped().
std::unique_ptr<PageRows> turned(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory,
                                 std::int64_t spool, std::function<bool()> stop = {});

/// A new size for a page, and the wanted part of the resized page, all in pixels.
struct Scaling {
  std::int64_t width = 0;  ///< of the whole resized page
  std::int64_t height = 0;
  std::int64_t left = 0;  ///< of the part, which lies within the page
  std::int64_t top = 0;
  std::int64_t columns = 0;
  std::int64_t rows = 0;
};

/// Resamples a page and returns the wanted part. The filter is the cubic of Catmull and Rom ("A class of local
/// interpolating splines"), widened if the page is reduced. It works on integers, so that it gives the same on every
/// machine. The rest of the page is not resampled, and rows below the part are not read. Unassociated alpha becomes
/// associated. Errors: this needs more than `memory` / `share` bytes.
Result<std::unique_ptr<PageRows>> resampled(std::unique_ptr<PageRows> page, const Scaling& scaling, std::size_t memory,
                                            std::size_t share);

/// A sheet of paper, and where on it a page lies. What lies outside the sheet is cut off. The sheet's orientation is 1.
struct Sheet {
  std::int64_t width = 0;
  std::int64_t height = 0;
  tiffio::Resolution resolution;
  std::int64_t left = 0;  ///< position of the page; left and top may be negative
  std::int64_t top = 0;
};
/// Places a page on a sheet. The rest of the sheet is paper white.
std::unique_ptr<PageRows> on_sheet(std::unique_ptr<PageRows> page, const Sheet& sheet);

/// Repeats a page down a sheet of this orientation. Gaps and margins are paper. If copies follow, the page waits in
/// TMPDIR while the first copy is read, in at most `spool` bytes, unless it has any rows at any time. `name` is the
/// page's name in messages. Precondition: the sheet's pixels can be counted in 64 bits.
std::unique_ptr<PageRows> stepped(std::unique_ptr<PageRows> page, std::string name, const Steps& down,
                                  tiffio::Orientation orientation, std::int64_t spool);

}  // namespace platerip::rip
