// How high a strip is and how many are in flight, so that a page of any size fits the memory it may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

/// Bytes that one row of a strip takes in each of its buffers.
struct RowBytes {
  std::int64_t pixels = 0;
  std::int64_t planes = 0;
  std::int64_t plates = 0;
};

struct StripPlan {
  std::int64_t rows = 0;  ///< of every strip but the last
  int in_flight = 0;      ///< strips that are worked on at the same time
  int behind = 0;         ///< strips, at most, that come in between a strip's pixels and its plates; so long its pixels
                          ///< stay where they are

  /// Strips that there are buffers for.
  [[nodiscard]] int buffers() const { return in_flight + behind; }
};

/// What a page takes of the memory it may take: bytes.
struct PageBytes {
  RowBytes row;
  std::function<std::int64_t(std::int64_t rows)> workspace;  ///< of a strip of that many rows; never falls with them
  std::int64_t fixed = 0;                                    ///< whatever the strips are
  std::optional<std::size_t> reader = {};                    ///< the reader's, where known; else it may take its share
  bool takes_rest = false;                                   ///< what the reader leaves of its share is for strips
};

/// What strips should be like where the memory allows it.
struct StripWish {
  int in_flight = 0;
  std::int64_t pixel_bytes = 0;  ///< as many rows as have so many bytes of pixels,
  std::int64_t rows = 0;         ///< but so many at least
  // Where that does not fit, strips are lower; but below least_rows there are fewer of them, least_in_flight at least.
  std::int64_t least_rows = 0;
  int least_in_flight = 1;
  int (*behind)(std::int64_t rows) = nullptr;  ///< StripPlan::behind for strips of so many rows; else 0
};

/// Enough strips for one to be read, one written, one halftoned and one separated by each thread, but fewer, for one
/// thread at least, before they get so low that most lanes of the halftone idle; rows so that a strip's pixels stay
/// near the caches.
StripWish strips_for_cores(int threads);

/// As wished, but that all that the page takes, with its reader, stays within `memory` bytes, and no strip has
/// more than `most_rows` rows. Errors: the reader takes more than its share, or not even strips of one row fit; the
/// message says what would.
Result<StripPlan> plan_strips(std::int64_t height, const PageBytes& page, const StripWish& wish, std::size_t memory,
                              std::optional<std::int64_t> most_rows);

}  // namespace platerip::rip
