// Whether a page's data are all there, and the way of reading them that stays within the memory allowed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "tiffio/pages/page_info.h"
#include "tiffio/pages/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

enum class ReadWay { plain, strips, scanlines, tiles };

struct ReadPlan {
  ReadWay way = ReadWay::plain;
  std::int64_t band_rows = 1;   ///< of tiles: rows kept decoded
  std::int64_t chunk_rows = 1;  ///< rows converted at a time, where they are not ready made
  std::uint64_t bytes = 0;      ///< of memory that all of it takes
};

/// The least memory, in bytes, that reading takes. Errors: data missing from the file (the rows are named).
Result<std::uint64_t> least_memory(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info);

/// Errors: data missing from the file (the rows are named); more memory needed than `memory` bytes (it says how much).
Result<ReadPlan> plan_reading(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info,
                              std::size_t memory);

}  // namespace platerip::tiffio
