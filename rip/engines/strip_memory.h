// The buffers of the strips in flight: taken once for a page, used again for every strip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rip/engines/strip.h"
#include "rip/engines/strip_plan.h"

namespace platerip::rip {

/// What the rows of a page's strips look like in memory.
struct StripShape {
  std::int64_t width = 0;
  std::int64_t pixel_row_bytes = 0;
  std::size_t planes = 0;
  int sample_bytes = 1;
  std::size_t plates = 0;
  std::int64_t plate_row_bytes = 0;

  /// With the padding that keeps rows apart: see strip_memory.cpp.
  [[nodiscard]] RowBytes row_bytes() const;
};

/// Bytes of memory for a plan's strips, each with a workspace.
std::size_t strips_bytes(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes);

/// The strips in so much memory of the caller's.
std::vector<StripInFlight> place_strips(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes,
                                        std::byte* memory);

/// Owns the memory that the strips point into.
class StripMemory {
 public:
  StripMemory(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes)
      : memory_(std::make_unique_for_overwrite<std::byte[]>(strips_bytes(shape, plan, workspace_bytes))),
        strips_(place_strips(shape, plan, workspace_bytes, memory_.get())) {}

  [[nodiscard]] std::vector<StripInFlight>& strips() { return strips_; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::vector<StripInFlight> strips_;
};

}  // namespace platerip::rip
