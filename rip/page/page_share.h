// A page that several processes make together, as one of them sees it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/status.h"
#include "rip/makers/maker.h"
#include "rip/strips/page_sums.h"
#include "rip/strips/rows_to_make.h"

namespace platerip::rip {

/// The state below rows that were halftoned before.
struct RowsAbove {
  halftone::Boundary boundary;  ///< from which the page goes on; without planes, it begins at its top
  std::string warning;          ///< a problem that was overcome; "" if there was none
};

/// What this process makes of the page. Functions may be empty.
struct PageShare {
  RowsToMake rows;
  std::int64_t strip_unit = 0;  ///< unless 0: a power of two, of which the height of each strip is a divisor
  /// Makes the rows above. Called before there is a maker. Errors: another process has failed, or a maker.
  std::function<Result<RowsAbove>(const MakerSettings&)> begin = {};
  /// Makes the maker, and nobody else goes on if it fails. If empty, the maker is chosen as for other pages.
  std::function<Result<std::unique_ptr<Maker>>(const MakerSettings&)> make_maker = {};
  /// Adds the sums of the other processes, if this one reports on the whole page. Called once, when all rows are on the
  /// plates. Errors: another process has failed.
  std::function<Status(PageSums& sums)> add_sums = {};
};

}  // namespace platerip::rip
