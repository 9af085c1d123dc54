// A strip of a page on its way from rows to plates. Only copies may throw (std::bad_alloc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/pages/placing/turn.h"
#include "rip/strips/ink_use.h"
#include "rip/strips/plate_sums.h"
#include "rip/strips/seconds.h"
#include "rip/strips/strip_tones.h"
#include "separation/separation.h"

namespace platerip::rip {

/// A strip in flight, and the rows of the page that its buffers hold. The rows of its plates may lie further up the
/// page than those of its pixels, because some rows can only be finished once later rows are known. Around the pixels
/// lie further rows of the page, at which stages look (stages.h).
struct StripInFlight {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;             ///< of pixels and planes; 0 after the page's last row
  bool last = false;                 ///< no row of the page follows
  std::int64_t first_plate_row = 0;  ///< in the page; the halftone stage sets this and the next
  std::int64_t plate_rows = 0;
  std::int64_t room = 0;        ///< the number of rows that fit on the plates
  std::byte* pixels = nullptr;  ///< of first_row; the rows around it lie above it and below the last
  std::ptrdiff_t pixel_stride = 0;
  Turn turn;  ///< its pixels, with the rows around, lie as in the page (read_lying()), and are still to be turned
  std::vector<separation::Plane> separated;  ///< what comes from the separation: inks and masks, with rows around
  std::vector<separation::Plane> planes;     ///< one per ink: what is halftoned
  std::vector<halftone::Plate> plates;       ///< one per ink that has a plate
  std::span<std::byte> workspace;            ///< for the stages and the separation
  StripTones tones;  ///< of `planes`, if the page wants them, down to the last; those of rows above are known
  PlateSums sums;    ///< of `plates`, if a GPU has made them
  Seconds seconds;   ///< total for all strips that used these buffers
  TotalInk total_ink;
  bool is_read = false;   ///< its pixels and those around are there
  bool on_gpu = false;    ///< the strip was passed to a GPU
  bool is_given = false;  ///< all parts of the halftone have made its plates

  /// The sums of the rows of its plates; null if they were not made.
  [[nodiscard]] const PlateSums* sums_of_plates() const {
    return sums.rows == plate_rows && sums.first == first_plate_row ? &sums : nullptr;
  }
};

}  // namespace platerip::rip
