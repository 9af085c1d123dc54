// How high a strip is and how many are in flight, so that a page of any size fits the memory it may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "status.h"

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
};

/// Enough strips for one to be read, one written, one halftoned and one separated by each thread; rows so that a
/// strip's pixels stay near the caches and all strips together stay within `memory` bytes. Errors: not even strips of
/// one row fit; the message says what would.
Result<StripPlan> plan_strips(std::int64_t height, const RowBytes& row, int threads, std::size_t memory,
                              std::optional<std::int64_t> most_rows);

}  // namespace platerip::rip
