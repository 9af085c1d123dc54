#include "tiffio/pages/read_plan.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "tiffio/layout/convert.h"
#include "tiffio/pages/decoder_memory.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// Rows are converted in pieces that fit in the cache.
constexpr std::uint64_t chunk_bytes = 256 << 10;

// A block is small if this many of it fit in the memory. For small blocks, a rough bound of the decoder's memory is
// enough.
constexpr std::uint64_t small_blocks = 8;

// The other memory of each further thread: libtiff's own state and tables, and what the allocator keeps. Its handle's
// tags, its stored block and its decoder's window are counted elsewhere.
constexpr std::uint64_t thread_bytes = 512 << 10;

// What OrderedTasks and BlockSource take for a block, at most.
constexpr std::uint64_t task_bytes = 512;

// How much is decoded ahead for each thread. It is at least `least_ahead` bytes, so that starting the threads costs
// little in comparison. If blocks are large, it is two blocks, so that no thread waits long for another. But it is
// never more than roughly fits the caches, except that one row of tiles can be read while the next one is decoded.
constexpr std::uint64_t least_ahead = 256 << 10;
constexpr std::uint64_t most_ahead = 4 << 20;

// Most headers in a block's data are shorter than this.
constexpr std::uint64_t header_bytes = 8 << 10;

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

/// Whether a block holds one row of the page.
bool is_one_row(const PageLayout& layout, std::int64_t first_row) {
  return layout.page_rows(first_row, layout.rows_in_block(first_row)).count == 1;
}

Error missing_data(const TiffHandle& handle, const PageLayout& layout, std::int64_t first_row, const std::string& why) {
  const Rows rows = layout.page_rows(first_row, layout.rows_in_block(first_row));
  return file_error(handle.file().name(),
                    rows_text(rows.first, rows.count) + (rows.count == 1 ? " is" : " are") + " cut off: " + why,
                    "get the page again from where it came");
}

Error too_few_data(const TiffHandle& handle, const PageLayout& layout, std::int64_t first_row, std::uint64_t needed,
                   std::uint64_t held) {
  const bool one = is_one_row(layout, first_row);
  return missing_data(handle, layout, first_row,
                      std::string(one ? "it needs " : "they need ") + (layout.compressed() ? "at least " : "") +
                          size_text(needed) + " and the file holds " + size_text(held));
}

/// The memory of strips or tiles, without their rows: the maximum over all of them.
struct BlockNeeds {
  std::uint64_t small = 0;             ///< blocks of at most this many decoded bytes need not be inspected
  std::uint64_t stored = 0;            ///< the block as stored, which libtiff loads whole
  std::uint64_t decoder = 0;           ///< decoder_memory()
  std::uint64_t looked_at = 0;         ///< bytes of the file that were read to find out
  std::uint64_t looked_at_fairly = 0;  ///< how many an honest file needs
};

/// A hostile file may have a million blocks that all claim to span the whole file. Inspecting them would take forever,
/// so the number of bytes read is limited.
Status count_block(const TiffHandle& handle, const Codec& codec, const Block& block, BlockNeeds& needs) {
  needs.stored = std::max(needs.stored, block.stored);
  needs.decoder = std::max(needs.decoder, decoder_memory(handle.file(), codec, block, needs.small, needs.looked_at));
  needs.looked_at_fairly += header_bytes;
  if (needs.looked_at <= needs.looked_at_fairly) return {};
  return file_error(handle.file().name(), "its strips or tiles lie over each other in the file",
                    "save the page again as TIFF");
}

/// libtiff's message if it computes byte counts that are missing or wrong; "" if it takes those of the file.
std::string computed_counts(const TiffHandle& handle) {
  return handle.messages().about("calculating from imagelength");
}

/// Adds the blocks of a plane to `needs`. Errors: a block lies outside the file, or partly so.
Status check_blocks(const TiffHandle& handle, const PageLayout& layout, int plane, BlockNeeds& needs) {
  const bool counts_matter = layout.compressed() || computed_counts(handle).empty();
  const auto file_bytes = static_cast<std::uint64_t>(handle.file().size());
  needs.looked_at_fairly += 2 * file_bytes;
  const auto row_bytes = static_cast<std::uint64_t>(layout.block_row_bytes());
  const auto block_bytes = static_cast<std::uint64_t>(layout.block_bytes());
  for (std::int64_t down = 0; down < layout.blocks_down(); ++down) {
    const std::int64_t first_row = down * layout.block_height;
    const std::uint64_t uncompressed = times(row_bytes, static_cast<std::uint64_t>(layout.rows_in_block(first_row)));
    for (std::int64_t across = 0; across < layout.blocks_across(); ++across) {
      const std::uint32_t block = layout.block_index(plane, down, across);
      const std::uint64_t offset = TIFFGetStrileOffset(handle.get(), block);
      const std::uint64_t bytes = TIFFGetStrileByteCount(handle.get(), block);
      const bool one = is_one_row(layout, first_row);
      if (offset == 0 || (counts_matter && bytes == 0)) {
        return missing_data(handle, layout, first_row,
                            one ? "the file holds no data for it" : "the file holds no data for them");
      }
      const std::uint64_t least = layout.codec->least_stored(uncompressed);
      if (counts_matter && bytes < least) return too_few_data(handle, layout, first_row, least, bytes);
      const std::uint64_t needed = layout.compressed() ? bytes : uncompressed;
      if (offset > file_bytes || needed > file_bytes - offset) {
        return missing_data(handle, layout, first_row,
                            std::string(one ? "its" : "their") + " data lie past the end of the file");
      }
      const Block coded{.offset = offset,
                        .stored = needed,
                        .decoded = block_bytes,
                        .row = row_bytes,
                        .reversed = layout.reverse_bits};
      if (Status status = count_block(handle, *layout.codec, coded, needs); !status.ok()) return status;
    }
  }
  return {};
}

/// Whether no uncompressed block reaches into another one or into the directory, and so holds something else's bytes.
bool lie_apart(const TiffHandle& handle, const PageLayout& layout) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;  // begin and end
  const Directory& directory = handle.directory();
  places.emplace_back(directory.offset, directory.offset + directory.bytes_in_file);
  for (const int plane : layout.planes()) {
    for (std::int64_t down = 0; down < layout.blocks_down(); ++down) {
      const std::int64_t rows = layout.tiled ? layout.block_height : layout.rows_in_block(down * layout.block_height);
      const auto bytes = static_cast<std::uint64_t>(rows * layout.block_row_bytes());
      for (std::int64_t across = 0; across < layout.blocks_across(); ++across) {
        const std::uint64_t begin = TIFFGetStrileOffset(handle.get(), layout.block_index(plane, down, across));
        places.emplace_back(begin, begin + bytes);
      }
    }
  }
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end(),
                            [](const auto& a, const auto& b) { return a.second > b.first; }) == places.end();
}

Error wrong_byte_counts(const TiffHandle& handle, const std::string& cause) {
  return handle.error("the byte counts of its strips are missing or wrong", cause, "save the page again as TIFF");
}

/// The memory of the channels' tables. Neighbouring channels may share a table.
std::uint64_t map_bytes(const PageLayout& layout) {
  std::uint64_t bytes = 0;
  const std::vector<std::uint16_t>* last = nullptr;
  for (const Channel& channel : layout.channels) {
    if (channel.map && channel.map.get() != last) bytes += channel.map->size() * sizeof(std::uint16_t);
    last = channel.map.get();
  }
  return bytes;
}

/// The memory of a decoded block and of the task that decodes it.
std::uint64_t kept_bytes(const PageLayout& layout) {
  return plus(static_cast<std::uint64_t>(layout.block_bytes()), task_bytes);
}

/// The same for a row of blocks.
std::uint64_t block_row_bytes(const PageLayout& layout) {
  return times(kept_bytes(layout), static_cast<std::uint64_t>(layout.blocks_across()));
}

bool reads_by_rows(const PageLayout& layout) {
  return !layout.tiled && layout.decodes_by_rows();
}

/// Whether blocks are decoded as a whole, with `memory` bytes for the blocks of one plane. A strip that fills much of
/// the memory is decoded row by row, if the codec can do this. So is the only strip of a large page, so that the other
/// stages need not wait for it.
bool decodes_blocks(const PageLayout& layout, std::uint64_t memory) {
  if (layout.tiled) return block_row_bytes(layout) <= memory;
  if (!reads_by_rows(layout)) return true;
  const std::uint64_t block = kept_bytes(layout);
  const bool streams = layout.blocks_down() == 1 && block > most_ahead;
  return !streams && block <= memory / 4;
}

/// The least memory that reading takes, in bytes.
struct LeastMemory {
  std::uint64_t all = 0;
  std::uint64_t fixed = 0;  ///< for any way of reading
  std::uint64_t coded = 0;  ///< per handle: a stored block and its decoder's memory
  std::uint64_t kept = 0;   ///< per handle: decoded data that is kept
};

/// `small` is BlockNeeds::small. If it is 0, all blocks are inspected and the result is exact.
Result<LeastMemory> find_least_memory(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info,
                                      std::uint64_t small) {
  const std::vector<int> planes = layout.planes();
  BlockNeeds needs;
  needs.small = small;
  for (const int plane : planes) {
    if (const Status status = check_blocks(handle, layout, plane, needs); !status.ok()) return status.error();
  }
  // libtiff computes byte counts that are missing or wrong. Uncompressed data have their size, but need not be whole.
  const std::string computed = computed_counts(handle);
  if (!computed.empty() && !layout.compressed() && !lie_apart(handle, layout))
    return wrong_byte_counts(handle, computed);

  const std::uint64_t handles = planes.size();
  const auto row = static_cast<std::uint64_t>(layout.row_bytes());
  const std::uint64_t block = kept_bytes(layout);
  const std::uint64_t chunk_row = layout.ready_made() ? 0 : row * handles;
  const std::uint64_t scratch = static_cast<std::uint64_t>(convert_scratch_bytes(layout)) + map_bytes(layout);
  LeastMemory least;
  least.fixed = plus(times(handle.tag_memory(), handles), info.icc_profile.size() + chunk_row + scratch);
  if (layout.compressed()) {
    least.coded = plus(needs.stored, needs.decoder);
    least.kept = layout.tiled ? plus(block, row) : reads_by_rows(layout) ? 0 : block;
  }
  least.all = plus(least.fixed, times(plus(least.coded, least.kept), handles));
  least.all = std::max(least.all, static_cast<std::uint64_t>(info.row_bytes()));
  return least;
}

/// Lets as many of `threads` decode as `memory` allows. `per_thread`: the bytes of a handle, a stored block and its
/// decoder.
void add_threads(ReadPlan& plan, const PageLayout& layout, std::uint64_t per_thread, std::uint64_t memory,
                 int threads) {
  const auto across = static_cast<std::uint64_t>(layout.blocks_across());
  const auto down = static_cast<std::uint64_t>(layout.blocks_down());
  const auto planes = static_cast<std::uint64_t>(layout.planes().size());
  const std::uint64_t block_row = block_row_bytes(layout);
  const std::uint64_t left = memory - plan.bytes;
  const auto rows_for = [across](std::uint64_t blocks) { return (blocks + across - 1) / across; };
  for (std::uint64_t count = std::min(static_cast<std::uint64_t>(threads), across * down); count > 1; --count) {
    const std::uint64_t least = rows_for(count);
    const std::uint64_t others = times(plus(per_thread, thread_bytes), count - 1);
    if (plus(others, times(block_row * planes, least - 1)) > left) continue;
    const std::uint64_t wished = std::max({std::min(rows_for(2 * count), count * most_ahead / block_row),
                                           count * least_ahead / block_row, layout.tiled ? std::uint64_t{2} : 1});
    const std::uint64_t possible = std::min((left - others) / (block_row * planes) + 1, down);
    const std::uint64_t rows = std::clamp(wished, least, possible);
    plan.threads = static_cast<int>(count);
    plan.rows_of_blocks = static_cast<std::int64_t>(rows);
    plan.bytes += others + (rows - 1) * block_row * planes;
    return;
  }
}

}  // namespace

Result<ReadingMemory> memory_for_reading(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info) {
  const auto least = find_least_memory(handle, layout, info, 0);
  if (!least.ok()) return least.error();
  if (!layout.compressed() || !layout.tiled) return ReadingMemory{least->all, least->all};
  const std::uint64_t all_across = plus(least->coded, block_row_bytes(layout));
  const std::uint64_t for_speed = plus(least->fixed, times(all_across, layout.planes().size()));
  return ReadingMemory{least->all, std::max(least->all, for_speed)};
}

Result<ReadPlan> plan_reading(const TiffHandle& handle, const PageLayout& layout, const PageInfo& info,
                              std::size_t memory, int threads) {
  const std::uint64_t handles = layout.planes().size();
  auto least = find_least_memory(handle, layout, info, memory / handles / small_blocks);
  if (least.ok() && least->all > memory) least = find_least_memory(handle, layout, info, 0);
  if (!least.ok()) return least.error();
  if (least->all > memory) {
    return memory_error(handle.file().name(), "reading it takes at least", least->all, memory,
                        "save the page in smaller strips or tiles");
  }

  const auto row = static_cast<std::uint64_t>(layout.row_bytes());
  const std::uint64_t block = kept_bytes(layout);
  const std::uint64_t chunk_row = layout.ready_made() ? 0 : row * handles;
  const std::uint64_t per_handle = (memory - least->fixed) / handles - least->coded;

  ReadPlan plan;
  std::uint64_t kept = 0;
  if (!layout.compressed()) {
    plan.way = ReadWay::plain;
  } else if (decodes_blocks(layout, per_handle)) {
    plan.way = ReadWay::blocks;
    kept = block_row_bytes(layout);
  } else if (layout.tiled) {
    plan.way = ReadWay::bands;
    plan.band_rows = std::min(layout.block_height, static_cast<std::int64_t>((per_handle - block) / row));
    kept = block + static_cast<std::uint64_t>(plan.band_rows) * row;
  } else {
    plan.way = ReadWay::scanlines;
  }
  plan.bytes = least->fixed + (least->coded + kept) * handles;
  if (chunk_row != 0) {
    const auto more = static_cast<std::int64_t>(std::min(memory - plan.bytes, chunk_bytes) / chunk_row);
    plan.chunk_rows = 1 + more;
    plan.bytes += static_cast<std::uint64_t>(more) * chunk_row;
  }
  if (plan.way == ReadWay::blocks && layout.codec->independent) {
    add_threads(plan, layout, handle.tag_memory() + least->coded, memory, threads);
  }
  return plan;
}

}  // namespace platerip::tiffio
