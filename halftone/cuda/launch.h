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

/// Steps whose errors are handed on at a time.
inline constexpr int group_steps = 4;

/// Blocks that may be fed before they are used, and those that samples are loaded ahead of the block at hand.
inline constexpr int fed_blocks = 4;
inline constexpr int samples_ahead = 2;

/// Blocks that a stripe stays behind the one above it, beyond the skew, where launches stop: the time that errors take
/// from one multiprocessor to another.
inline constexpr int gap_blocks = 3;

/// Threads of a thread block: a warp that collects, one that feeds it.
inline constexpr int block_threads = 64;

/// Blocks that a full stripe stays behind the one above it at least. It limits the stripes that are taken up at a time:
/// with all 512 of a page 16384 rows high taken up at once, those that only waited cost a fifth (2.2 ms instead
/// of 1.76). 7 is as good for one plane (1.75) and better for four (2.36 instead of 2.41), 9 better yet for four
/// (2.21), but too few for one (1.86) and for strips of 256 rows (3.4 instead of 2.1).
inline constexpr int fewest_lag = 5;

/// Rows that a strip may have: its stripes are counted in 32 bits, whatever the planes.
inline constexpr std::int64_t max_strip_rows = std::int64_t{1} << 24;

/// Strips that may be in flight at a time.
inline constexpr int max_strips = 40;

/// What a boundary word holds until its two columns' errors are known. Errors are carried as 2040 − e: 0 to 4080.
inline constexpr std::uint32_t not_yet = 0xFFFFFFFF;

/// Words of state that a lane of each warp keeps between launches: R.
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
  std::uint32_t items;         // stripes of all planes
  std::uint32_t first_ticket;  // what *ticket holds when the launch begins
  std::uint32_t* ticket;
  std::uint32_t* boundary;     // C: [slot][plane][boundary row, nearest first][two columns]
  std::int64_t boundary_row;   // words from row to row
  std::uint32_t* state;        // R: [slot][plane][word][lane]
  std::int64_t slots;          // a stripe has the slot of its number modulo this
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
