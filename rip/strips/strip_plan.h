// Plans the height and number of strips so that a page of any size fits in the memory allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/status.h"
#include "rip/resources/memory_share.h"

namespace platerip::rip {

/// The bytes of one row in each buffer of a strip.
struct RowBytes {
  std::int64_t pixels = 0;
  std::int64_t planes = 0;
  std::int64_t plates = 0;
};

/// The height and number of strips.
struct StripPlan {
  std::int64_t rows = 0;  ///< rows of every strip except the last
  int in_flight = 0;      ///< strips that are processed at the same time
  int behind = 0;         ///< the most strips that enter between a strip's pixels and its plates

  /// The number of strips that need buffers.
  [[nodiscard]] int buffers() const { return in_flight + behind; }
};

/// What a page takes of the memory allowed, in bytes.
struct PageBytes {
  RowBytes row;
  std::function<std::int64_t(std::int64_t rows)> workspace;  ///< for a strip of `rows` rows; never falls as these rise
  std::int64_t fixed = 0;                                    ///< independent of the strips
  std::optional<std::size_t> reader = {};  ///< for the reader, if known; otherwise it may take its share
  bool takes_rest = false;                 ///< strips may use what the reader leaves of its share
};

/// What strips should be like if there is enough memory.
struct StripWish {
  int in_flight = 0;
  std::int64_t pixel_bytes = 0;  ///< the fewest bytes of pixels of a strip
  std::int64_t rows = 0;         ///< the fewest rows of a strip
  // With less memory, strips are lower. Before they get lower than least_rows, or than is worth having so many, there
  // are fewer of them, down to least_in_flight.
  std::int64_t least_rows = 0;
  std::int64_t (*rows_worth)(int in_flight) = nullptr;  ///< the fewest rows with which so many pay; null: any
  int least_in_flight = 1;
  int (*behind)(std::int64_t rows) = nullptr;  ///< gives StripPlan::behind for strips of `rows` rows; null: 0
};

/// Enough strips for one to be read, one to be written, one to be halftoned, and one to be separated by each thread.
/// With little memory there are fewer, before strips get so low that most lanes of the halftone idle. A strip's pixels
/// should stay near the caches.
StripWish strips_for_cores(int threads);

/// Plans strips as wished, but so that everything that the page takes, including its reader, stays within `memory`
/// bytes, and no strip exceeds `most_rows` rows. Errors: the reader takes more than its share, or not even strips of
/// one row fit. The message says what would be enough.
Result<StripPlan> plan_strips(std::int64_t height, const PageBytes& page, const StripWish& wish, std::size_t memory,
                              std::optional<std::int64_t> most_rows);

}  // namespace platerip::rip
