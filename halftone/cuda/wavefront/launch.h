// The parameters of a launch of the wavefront, and the constants of its shape. Private to halftone/cuda/.
//
// The times are those of Floyd-Steinberg with 8-bit samples, on GPUs of the Hopper generation (docs/gpu-notebook.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "halftone/error_filter.h"
#include "halftone/limits.h"
#include "halftone/tone_filter.h"

namespace platerip::halftone::cuda {

/// Rows of a stripe: one for each lane of the warp that collects its errors.
inline constexpr int stripe_rows = 32;

/// Columns by which each row of an error filter stays behind the row above it. 4 is more than the filters need, so that
/// the shuffle that brings the upper lane's errors may take three steps.
inline constexpr int skew = 4;

/// Steps of a block. A stripe advances by a block at a time, and each of its rows by as many columns.
inline constexpr int block_steps = 32;

/// Steps whose sums are loaded at a time. Columns outside the page are masked in groups of this size, and errors are
/// handed on in groups of this size or larger.
inline constexpr int group_steps = 4;

/// Blocks by which the feeding of samples is ahead of the block that is made ready.
inline constexpr int fed_ahead = 2;

/// Blocks of sums in the ring, a power of two: those fed ahead, the one that is made ready, and the one in use.
inline constexpr int fed_blocks = fed_ahead + 2;
static_assert(fed_ahead > 0, "a block is fed before it is handed on");

/// Cache lines of a row's samples in the ring, a power of two, and how many of them are still being fetched. Two are in
/// use, because the last row is a line behind the first.
inline constexpr int ring_lines = 4;
inline constexpr int lines_ahead = ring_lines - 2;

/// Lines by which samples are prefetched into the L2 cache ahead of the line in use. Otherwise a line sometimes comes
/// late from memory, and delays all stripes below. Times for 16384 x 16384, in ms:
///
///     lines          0      4     10     18
///     one plane    1.40   1.23   1.23   1.24
///     four planes  1.66   1.55   1.60   1.70
inline constexpr int prefetch_lines = lines_ahead + 2;

/// Blocks by which a stripe stays behind the one above it where launches stop, in addition to the skew. They cover the
/// time that errors take from one multiprocessor to another. 16384 x 16384 in one strip takes 1.18 ms with 2 and 1.21
/// with 3; in strips of 256 rows, 1.62 and 1.75.
inline constexpr int gap_blocks = 2;

/// Threads of a thread block, which has four warps. One collects, one fetches samples, and one waits for the stripe
/// above. The fourth also fetches samples, unless the kernel is for samples of 8 bits alone. So
/// each of a multiprocessor's four schedulers has one warp of it.
inline constexpr int block_threads = 128;

/// The most thread blocks that share a multiprocessor. Without this limit, some multiprocessors get four and others
/// none, and all stripes become as slow as those of the four: four planes took 1.80 ms instead of 1.73. On devices with
/// less shared memory than an A100, two fit; with 64 KiB, one.
inline constexpr int shared_by = 3;

/// The fewest blocks by which a full stripe stays behind the one above it: those of the skew and one. It limits how
/// many stripes run at a time, because stripes that only wait are in the way of the others. 16384 x 16384, four planes:
/// 1.47 ms with 5, 1.49 with 6; 4 and 9 were slower.
constexpr int fewest_lag_of(int row_skew) {
  return row_skew + 1;
}

/// Thread blocks of a cluster. They work on neighbouring stripes and hand errors on through distributed shared memory.
/// 16384 x 16384, four planes: 1.51 ms with 4, 1.49 with 8. 16, which not every device supports, was no faster.
inline constexpr int cluster_blocks = 8;

/// Blocks that a stripe may hand on by mailbox before the next stripe takes them, a power of two.
inline constexpr int mailbox_blocks = 16;

/// Strips that may be in flight at a time.
inline constexpr int max_strips = 40;

/// Errors are stored less this offset, as −4080 to −1, because two levels then take the fewest instructions.
inline constexpr int error_offset = max_error + 1;

/// What a boundary word holds until the errors of its two columns are known.
inline constexpr std::uint32_t not_yet = 0;

/// Words of state (R) that are kept between launches: those of a collecting lane, and with those of the waiting warp's
/// lane.
inline constexpr int collect_state_words = 20;
inline constexpr int state_words = collect_state_words + 2;

/// A strip that this launch continues. Strides are in bytes.
struct LaunchStrip {
  const std::byte* samples;
  std::int64_t samples_row;
  std::int64_t samples_plane;
  std::byte* pixels;
  std::int64_t pixels_row;
  std::int64_t pixels_plane;
  std::int64_t first_stripe;  // numbered from the page's first, which is 1; 0 is what is above the page
  std::int64_t offset;        // blocks by which its first stripe lags behind the page's first
  std::int64_t first_row;     // of the page
  std::int32_t rows;
  std::int32_t stripes;
};

struct Launch {
  std::int64_t width;
  std::int64_t columns;  // of boundary words: at least the width
  std::int64_t begin;    // where the last launch stopped: the frontier, in blocks of the page's first stripe
  std::int64_t end;      // where this launch stops
  std::int32_t skew;
  std::int32_t lag;  // blocks by which full stripes lag where launches stop
  std::int32_t planes;
  std::int32_t cluster;        // thread blocks of a cluster
  std::uint32_t clusters;      // clusters of the launch
  std::uint32_t items;         // groups of as many stripes as a cluster has thread blocks, in all planes
  std::int64_t stripes;        // stripes of a plane
  std::uint32_t first_ticket;  // what *ticket holds when the launch begins
  std::uint32_t* ticket;
  std::uint32_t* boundary;         // C: [slot][plane][boundary row, nearest first][word]
  std::int64_t boundary_row;       // words from one boundary row to the next
  std::uint32_t* state;            // R: [slot][plane][word][lane]
  std::int64_t slots;              // stripe n has slot n modulo this
  std::uint32_t* taken;            // copies of what strips took from the strip above, laid out as `boundary`; or null
  std::int64_t taken_slots;        // the copy of what was taken from strip n is in slot n modulo this
  std::int64_t first_strip;        // number of strip[0], from the top of the page
  ToneThresholds outer;            // of a tone filter with two levels
  const std::byte* ladder;         // of a tone filter with more: LadderTables
  const std::byte* masks;          // of its planes, one after the other
  std::int16_t level[max_levels];  // of an error filter: the value of each level (LevelAmounts)
  std::int32_t levels;             // how many there are
  std::int32_t ink[max_planes];    // the number of each plane's ink
  // The planes beside each plane: how many planes they come after it, or before it if negative. 0: none.
  std::int8_t beside[max_planes][max_beside];
  std::int8_t sample_bits;
  LaunchStrip strip[max_strips];
};
static_assert(sizeof(Launch) <= 4096, "the parameters of a kernel");

/// Blocks after which a stripe of `rows` rows is done.
constexpr std::int64_t blocks_of(std::int64_t columns, std::int64_t rows, int row_skew = skew) {
  return (columns + row_skew * rows + block_steps - 1) / block_steps;
}

/// Blocks by which a stripe lags behind the one above it, if that one has `rows` rows.
constexpr std::int64_t lag_of(std::int64_t rows, int row_skew = skew) {
  return (row_skew * rows + block_steps - 1) / block_steps + gap_blocks;
}

}  // namespace platerip::halftone::cuda
