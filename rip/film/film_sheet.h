// Films: pages that are mirrored, repeated on a sheet, and given a margin.
//
// Functions may throw std::bad_alloc, and what the page's rows throw.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/placing/lying_page.h"
#include "rip/pages/placing/steps.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// Whether the rows of such a page are columns for somebody who holds it upright.
constexpr bool lies_on_its_side(tiffio::Orientation orientation) {
  return to_upright(orientation).exchange;
}

/// How the sheets of such pages are laid out, in the pages' own rows and columns. Without a known resolution, lengths
/// have no pixels.
Stepping stepping_at(const FilmSettings& film, const tiffio::Resolution& resolution, tiffio::Orientation orientation);

/// The same for one page. Errors: the page needs a resolution and has none, or the sheet is larger than a page may be.
Result<Stepping> stepping_of(const Job& job, const tiffio::PageInfo& page);

/// The properties of the sheet of a page. Errors: those of stepping_of().
Result<tiffio::PageInfo> film_info(const Job& job, const tiffio::PageInfo& page);

/// A page on its way to the job's sheet.
struct Film {
  std::unique_ptr<PageRows> rows;  ///< of the sheet, but as wide as the page's: sheet_stage() makes them the sheet's
  tiffio::PageInfo sheet;          ///< film_info()
  Steps across;
  bool mirror = false;   ///< whether sheet_stage() is to exchange left and right
  LyingPage lying = {};  ///< what `rows` are before they are turned; may be none
};

/// Places a page on the job's sheet, as far as that is done where rows are read. The sheet keeps the page's
/// orientation. If the job changes nothing, the sheet is the page. A page that is repeated further down, or mirrored
/// across its rows because it lies on its side, waits in TMPDIR, in at most Job::spool bytes, unless it has any rows at
/// any time. `stop` is polled where a page is read ahead into TMPDIR; it may be empty. Errors: those of stepping_of().
/// If the spool is too small, the first read fails.
Result<Film> on_film(const Job& job, const PageSource& source, std::unique_ptr<PageRows> page,
                     const std::function<bool()>& stop);

}  // namespace platerip::rip
