// Checks that a page's data are complete, and chooses a way to read them within the allowed memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "tiffio/layout/page_info.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

enum class ReadWay { plain, blocks, scanlines, bands };

struct ReadPlan {
  ReadWay way = ReadWay::plain;
  int threads = 1;                  ///< for blocks: how many decode at the same time
  std::int64_t rows_of_blocks = 1;  ///< for blocks: how many strips, or rows of tiles, of a plane to decode ahead
  std::int64_t band_rows = 1;       ///< for bands: the number of decoded rows to keep
  std::int64_t chunk_rows = 1;      ///< rows to convert at a time, if they need it
  std::uint64_t bytes = 0;          ///< all memory that reading takes
};

/// The memory that reading takes, in bytes.
struct ReadingMemory {
  std::uint64_t least = 0;
  std::uint64_t for_speed = 0;  ///< the least with which no strip or tile is decoded more than once
};

/// Finds that memory. Errors: data are missing from the file; the message names the rows.
Result<ReadingMemory> memory_for_reading(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info);

/// Chooses the way of reading, with up to `threads` threads. Their number does not affect the way, so it does not
/// affect error messages either. Errors: data are missing from the file (the message names the rows), or reading needs
/// more than `memory` bytes (the message says how many).
Result<ReadPlan> plan_reading(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info,
                              std::size_t memory, int threads);

}  // namespace platerip::tiffio
