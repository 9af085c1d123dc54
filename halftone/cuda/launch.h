// What a launch of the wavefront is told, and the constants of its shape. Private to halftone/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::halftone::cuda {

/// Rows of a stripe: a warp collects its errors, a lane a row's.
inline constexpr int stripe_rows = 32;

/// Columns that a row stays behind the row above it. 4 is more than the filters need: the shuffle that brings the upper
/// lane's errors then has three steps' time.
inline constexpr int skew = 4;

/// Steps, and so columns of each row, that a stripe goes on by at a time.
inline constexpr int block_steps = 32;

/// Steps whose sums are loaded at a time. What lies outside of the page is masked in as many columns, and errors are
/// handed on in as many at least.
inline constexpr int group_steps = 4;

/// Blocks that may be fed before they are used, a power of two; and blocks whose samples are on their way to the
/// multiprocessor at a time.
inline constexpr int fed_blocks = 4;
inline constexpr int samples_ahead = 4;

/// Blocks that samples come to the L2 cache ahead of that. Without it now and then one comes late from memory, and all
/// stripes below are late with it: 16384 x 16384 took 1.79 ms instead of 1.63, four planes 2.83
/// instead of 2.38 (before there were clusters).
inline constexpr int prefetch_blocks = 16;

/// Blocks that a stripe stays behind the one above it, beyond the skew, where launches stop: the time that errors take
/// from one multiprocessor to another. Before there were clusters strips of 256 rows took 2.33 ms for 16384 x 16384 with
/// 2 instead of 1.91; since then 1.72 instead of 1.86, but the tests have run with 3 only.
inline constexpr int gap_blocks = 3;

/// Threads of a thread block: a warp that collects, one that fetches samples, one that waits for the stripe above.
inline constexpr int block_threads = 96;

/// Blocks that a full stripe stays behind the one above it at least. It limits the stripes that are taken up at a time,
/// as those that only wait are in the others' way: 16384 x 16384, one plane and four: 1.45 and 1.95 ms with 4, 1.29 and
/// 1.85 with 5, 1.30 and 1.82 with 6, 1.28 and 1.83 with 7 (no difference), 1.87 and 2.52 with 9.
inline constexpr int fewest_lag = 6;

/// Thread blocks of a cluster: neighbouring stripes, which hand on through distributed shared memory. 16384 x 16384, one
/// plane and four: 1.37 and 1.90 ms with 4, 1.36 and 1.85 with 8, 1.35 and 1.82 with 16, which not every device has
/// (measured before the right edge was as fast as now).
inline constexpr int cluster_blocks = 8;

/// Blocks that a stripe may hand on before they are taken, a power of two.
inline constexpr int mailbox_blocks = 16;

/// Strips that may be in flight at a time.
inline constexpr int max_strips = 40;

/// What a boundary word holds until its two columns' errors are known. Errors are carried as 2040 − e: 0 to 4080.
inline constexpr std::uint32_t not_yet = 0xFFFFFFFF;

/// Words of state between launches, R: of a lane that collects; and with those of one that waits for the stripe above.
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
  std::uint32_t items;         // groups of that many stripes, of all planes
  std::int64_t stripes;        // of a plane
  std::uint32_t first_ticket;  // what *ticket holds when the launch begins
  std::uint32_t* ticket;
  std::uint32_t* boundary;    // C: [slot][plane][boundary row, nearest first][two columns]
  std::int64_t boundary_row;  // words from row to row
  std::uint32_t* state;       // R: [slot][plane][word][lane]
  std::int64_t slots;         // a stripe has the slot of its number modulo this
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
