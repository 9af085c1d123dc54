// A strip of a page on its way from rows to plates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/engines/ink_use.h"
#include "separation/separation.h"

namespace platerip::rip {

/// Where the time went. Stages work at the same time, so that they may sum to more than the total; the threads that a
/// stage calls to its help are not counted.
struct Seconds {
  double read = 0;  ///< this and the next three: from the start to the end of the stage, summed over the strips
  double separate = 0;
  double halftone = 0;
  double write = 0;
  double total = 0;  ///< of the page, to its plates' names
};

/// A strip in flight: which rows of the page its buffers hold. Those of its plates may come from further up than those
/// of its pixels, as some rows are only finished once more of the page is known.
struct StripInFlight {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;             ///< of pixels and planes; none once all of the page have been read
  bool last = false;                 ///< no row of the page follows
  std::int64_t first_plate_row = 0;  ///< this and the next once the strip is halftoned
  std::int64_t plate_rows = 0;
  std::int64_t room = 0;  ///< rows that the plates have room for
  std::byte* pixels = nullptr;
  std::ptrdiff_t pixel_stride = 0;
  std::vector<separation::Plane> planes;  ///< of all inks
  std::vector<halftone::Plate> plates;    ///< of the inks that plates are made of
  std::span<std::byte> workspace;         ///< the separation's
  Seconds seconds;                        ///< spent on the strips that were here
  TotalInk total_ink;
  bool on_gpu = false;  ///< a GPU has it
};

}  // namespace platerip::rip
