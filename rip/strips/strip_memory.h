// The buffers of the strips in flight, allocated once for a page and reused for all strips.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rip/resources/large_memory.h"
#include "rip/strips/stages.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_plan.h"

namespace platerip::rip {

inline constexpr std::int64_t cache_line = 64;

/// `bytes` rounded up to whole cache lines.
constexpr std::int64_t whole_lines(std::int64_t bytes) {
  return (bytes + cache_line - 1) / cache_line * cache_line;
}

/// The memory layout of the rows of a page's strips.
struct StripShape {
  std::int64_t width = 0;
  std::int64_t pixel_row_bytes = 0;  ///< as rows are read, before all stages
  std::size_t planes = 0;
  int sample_bytes = 1;
  std::size_t plates = 0;
  std::int64_t plate_row_bytes = 0;
  Window pixels_around = {};  ///< rows around the pixels of each strip
  Window planes_around = {};  ///< rows around its planes
  std::optional<ToneSettings> tones = {};
  std::shared_ptr<const WantedSums> sums = {};  ///< that the maker makes; may be null

  /// Bytes of a row of one plane, and of one plate, with the padding between rows.
  [[nodiscard]] std::ptrdiff_t plane_stride() const;
  [[nodiscard]] std::ptrdiff_t plate_stride() const;
  /// Includes the padding between rows (see strip_memory.cpp).
  [[nodiscard]] RowBytes row_bytes() const;
  /// Bytes of the rows around a strip.
  [[nodiscard]] std::int64_t around_bytes() const;
  /// Bytes of the tones of `rows` rows of a strip; 0 if they are not wanted. Those that wait for the plates of `rows`
  /// rows take as much.
  [[nodiscard]] std::int64_t tone_bytes(std::int64_t rows) const {
    return tones ? whole_lines(tones_bytes(*tones, rows)) : 0;
  }
  /// Bytes of the sums of `rows` rows of a strip's plates.
  [[nodiscard]] std::int64_t sum_bytes(std::int64_t rows) const { return sums ? whole_lines(sums->bytes(rows)) : 0; }
};

/// Bytes of memory for the strips of a plan, each with a workspace.
std::size_t strips_bytes(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes);

/// Places the strips in `memory`, which belongs to the caller, has strips_bytes() bytes and outlives the strips.
std::vector<StripInFlight> place_strips(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes,
                                        std::byte* memory);

/// Owns the memory that the strips point into.
class StripMemory {
 public:
  /// Throws std::bad_alloc.
  StripMemory(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes);

  /// The strips. Their buffers last as long as this object.
  [[nodiscard]] std::vector<StripInFlight>& strips() { return strips_; }

 private:
  LargeMemory memory_;
  std::vector<StripInFlight> strips_;
};

}  // namespace platerip::rip
