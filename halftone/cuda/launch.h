// What a launch of the wavefront is told, and the constants of its shape. Private to halftone/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "halftone/error_filter.h"

namespace platerip::halftone::cuda {

/// Rows of a stripe. One warp collects its errors: each lane those of a row.
inline constexpr int stripe_rows = 32;

/// Columns that a row stays behind the row above it. 4 is more than the filters need, so that the shuffle that brings
/// the upper lane's errors may take three steps.
inline constexpr int skew = 4;

/// A stripe goes on by so many steps at a time, and each row by so many columns.
inline constexpr int block_steps = 32;

/// Steps whose sums are loaded at a time. Columns outside the page are masked by as many, and errors are handed on by
/// as many or more.
inline constexpr int group_steps = 4;

/// Blocks that samples are fed ahead of the one that is made ready.
inline constexpr int fed_ahead = 2;

/// Blocks of sums that are there at a time, a power of two: those ahead, the one that is made ready, and the one in
/// use.
inline constexpr int fed_blocks = fed_ahead + 2;
static_assert(fed_ahead > 0, "a block is fed before it is handed on");

/// Cache lines of a row's samples that are there at a time, a power of two, and how many of them are on their way. Two
/// are in use, because the last row is a line behind the first.
inline constexpr int ring_lines = 4;
inline constexpr int lines_ahead = ring_lines - 2;

/// Lines by which samples are brought to the L2 cache ahead of the line in use. Otherwise a line comes late from memory
/// now and then, and all stripes below are late with it. 16384 x 16384, one plane and four: 1.40 and 1.66 ms without,
/// 1.23 and 1.55 with 4, 1.23 and 1.60 with 10, 1.24 and 1.70 with 18.
inline constexpr int prefetch_lines = lines_ahead + 2;

/// Blocks that a stripe stays behind the one above it, beyond the skew, where launches stop. It covers the time that
/// errors take from one multiprocessor to another. 16384 x 16384, one plane, whole and in strips of 256 rows: 1.18 and
/// 1.62 ms with 2, 1.21 and 1.75 with 3.
inline constexpr int gap_blocks = 2;

/// Threads of a thread block, of four warps: one collects, one fetches samples, one waits for the stripe above. The
/// fourth fetches samples too if they have 16 bits, and else does nothing. So each of a multiprocessor's four
/// schedulers has one.
inline constexpr int block_threads = 128;

/// Thread blocks that share a multiprocessor at most. Without this limit some multiprocessors get four and others none,
/// and all stripes are as slow as those of the four: four planes took 1.80 ms instead of 1.73. With less shared memory
/// than an A100 has, there is room for two; with 64 KiB, for one.
inline constexpr int shared_by = 3;

/// Blocks that a full stripe stays behind the one above it at least. It limits the stripes that are taken up at a time,
/// because those that only wait are in the way of the others. 16384 x 16384, one plane and four: 1.18 and 1.47 ms with
/// 5, 1.18 and 1.49 with 6. 4 and 9 were slower.
inline constexpr int fewest_lag = 5;

/// Thread blocks of a cluster: neighbouring stripes, which hand on through distributed shared memory. 16384 x 16384,
/// one plane and four: 1.25 and 1.51 ms with 4, 1.23 and 1.49 with 8; 16, which not every device has, was no faster.
inline constexpr int cluster_blocks = 8;

/// Blocks that a stripe may hand on before they are taken, a power of two.
inline constexpr int mailbox_blocks = 16;

/// Strips that may be in flight at a time.
inline constexpr int max_strips = 40;

/// Errors are carried less this, as −4080 to −1. So two levels take the fewest instructions.
inline constexpr int error_offset = max_error + 1;

/// What a boundary word holds until its two columns' errors are known.
inline constexpr std::uint32_t not_yet = 0;

/// Words of state between launches, R: of a collecting lane; and of it together with the waiting warp's lane.
inline constexpr int collect_state_words = 16;
inline constexpr int state_words = collect_state_words + 2;

/// A strip that this launch goes on with. Strides in bytes.
struct StripInFlight {
  const std::byte* samples;
  std::int64_t samples_row;
  std::int64_t samples_plane;
  std::byte* pixels;
  std::int64_t pixels_row;
  std::int64_t pixels_plane;
  std::int64_t first_stripe;  // the page's first is 1: 0 is what lies above the page
  std::int64_t offset;        // blocks that its first stripe stays behind the page's first
  std::int32_t rows;
  std::int32_t stripes;
};

struct Launch {
  std::int64_t width;
  std::int64_t begin;  // the frontier, in blocks of the page's first stripe: where the last launch stopped
  std::int64_t end;    // and where this one does
  std::int32_t planes;
  std::int32_t cluster;        // thread blocks of one, each the next stripe of a plane
  std::uint32_t clusters;      // of the launch
  std::uint32_t items;         // groups of as many stripes as a cluster has thread blocks, of all planes
  std::int64_t stripes;        // of a plane
  std::uint32_t first_ticket;  // what *ticket holds when the launch begins
  std::uint32_t* ticket;
  std::uint32_t* boundary;    // C: [slot][plane][boundary row, nearest first][two columns]
  std::int64_t boundary_row;  // words from row to row
  std::uint32_t* state;       // R: [slot][plane][word][lane]
  std::int64_t slots;         // a stripe has the slot of its number modulo this
  std::uint32_t* taken;       // what first stripes of strips took of the strip above, as `boundary`; or null
  std::int64_t taken_slots;   // the strip above has the slot of its number modulo this
  std::int64_t first_strip;   // number of strip[0], from the top of the page
  StripInFlight strip[max_strips];
};
static_assert(sizeof(Launch) <= 4096, "the parameters of a kernel");

/// Blocks after which a stripe of so many rows is done.
constexpr std::int64_t blocks_of(std::int64_t width, std::int64_t rows) {
  return (width + skew * rows + block_steps - 1) / block_steps;
}

/// Blocks that the stripe below one of so many rows stays behind it.
constexpr std::int64_t lag_of(std::int64_t rows) {
  return (skew * rows + block_steps - 1) / block_steps + gap_blocks;
}

}  // namespace platerip::halftone::cuda
