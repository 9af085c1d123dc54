// What the warps of a tone filter's stripe share.
#pragma once

#include "halftone/cuda/tones/classes.cuh"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

/// Boundary words of tone filters have one column: the bits of m + U. Word i is for column i − reach, so that the last
/// row of a stripe completes a block's words within its block.
using ToneMailbox = Mailbox<1, block_steps>;

/// What the feeding warps make ready for the collecting one: a ring of blocks. Neighbouring rows are in different
/// banks, and so are the neighbouring pixels of a row.
template <int bits>
struct ToneFed {
  struct alignas(16) Two {
    TonePixel of[2];
  };
  Two pixels[fed_blocks][block_steps / 2][stripe_rows + 1];
  std::uint32_t levels[fed_blocks][stripe_rows][bits];  // levels below the pixels' amounts, packed

  __device__ TonePixel& pixel(int slot, int row, int step) { return pixels[slot][step / 2][row].of[step % 2]; }
};

/// Warps that fetch samples. With one, its scheduler would be too busy: `tone`, 16384 x 16384, takes 2.75 ms with two
/// and 4.14 with one; four planes by `centred` take 2.36 and 2.56.
inline constexpr int tone_sample_warps = 2;

/// The tables of a tone filter. A class is looked up in two steps: in bytes, of which few are in different words of a
/// bank, and then in one word for each bank.
struct ToneTables {
  WeightTable weights;
  /// TonePixel::threshold of each class, without amounts: beside paper or solid, and beside inner levels.
  std::uint32_t thresholds[2][2 * tone_half];
  std::uint8_t classes[256];  ///< four times the class of each amount in 255ths
};

}  // namespace platerip::halftone::cuda
