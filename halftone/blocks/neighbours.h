// Strips of a page that are halftoned at the same time in different places: by threads, processes or machines. Each
// takes C from the strip above as far to the right as it is known, and gives its own C to the strip below. So all
// strips are in work at once, on a slant through the page.
//
// Here C is what a strip leaves to the rows below, in the order of PlaneBoundary::state: the errors of error filters,
// the sums of tone filters and, after these, those of their overlaps (even_inks.h). BoundaryErrors::rows is the number
// of such rows: c_rows().
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "halftone/blocks/boundary_errors.h"

namespace platerip::halftone {

struct PlaneSettings;

/// The number of rows of C of a plane: 0 to 3. Point processes and screens have none. Searches have none either: they
/// look ahead and have no neighbours. Does not throw.
int c_rows(const PlaneSettings& plane);

/// C at the top of a page: zeros. May throw std::bad_alloc.
BoundaryErrors c_at_top(const PlaneSettings& plane, std::int64_t width);

/// The strips above and below a strip, for one plane. Halftoner::run() calls next_above() on one thread at a time, and
/// give_below() too; both may run at once. Methods without C call neither.
class Neighbours {
 public:
  virtual ~Neighbours() = default;

  /// Waits for the next columns of C of the strip above, and returns them. The first piece begins at column 0, and each
  /// next one where the last ended, up to the page's width. A strip at the top of the page gets c_at_top(). Errors: no
  /// more columns will come. The caller checks the values.
  virtual Result<BoundaryErrors> next_above() = 0;

  /// How many columns the strip below gets at a time: at least 1. With more, there are fewer messages, but the strip
  /// below starts later.
  [[nodiscard]] virtual std::int64_t columns_below() const = 0;

  /// Takes the next columns of C for the strip below, from left to right. It is also called at the bottom of the page.
  virtual void give_below(BoundaryErrors c) = 0;
};

}  // namespace platerip::halftone
