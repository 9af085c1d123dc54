#include "rip/strip_plan.h"

#include <algorithm>

namespace platerip::rip {
namespace {

// 1 MiB of pixels a strip: its planes and plates stay in the second-level cache of one core and the shared third level
// between the stages.
constexpr std::int64_t strip_pixel_bytes = std::int64_t{1} << 20;

}  // namespace

Result<StripPlan> plan_strips(std::int64_t height, const RowBytes& row, int threads, std::size_t memory,
                              std::optional<std::int64_t> most_rows) {
  const int in_flight = threads + 3;
  const std::int64_t row_bytes = row.pixels + row.planes + row.plates;
  const std::int64_t affordable = static_cast<std::int64_t>(memory) / in_flight / row_bytes;
  if (affordable < 1) {
    const std::int64_t mib = (row_bytes * in_flight >> 20) + 1;
    return Error{"its rows are too wide for the memory allowed: strips of one row take " + std::to_string(mib) +
                 " MiB; raise --memory or lower --threads"};
  }
  const std::int64_t wanted = most_rows.value_or(std::max<std::int64_t>(strip_pixel_bytes / row.pixels, 16));
  return StripPlan{std::clamp<std::int64_t>(wanted, 1, std::min(affordable, height)), in_flight};
}

}  // namespace platerip::rip
