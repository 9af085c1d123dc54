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
template <class Pixel, int bits>
struct ToneFed {
  /// The pixels that are loaded at a time: 16 bytes.
  static constexpr int at_a_time = 16 / sizeof(Pixel);
  struct alignas(16) Some {
    Pixel of[at_a_time];
  };
  Some pixels[fed_blocks][block_steps / at_a_time][stripe_rows + 1];
  std::uint32_t levels[fed_blocks][stripe_rows][bits];  // levels below the pixels' amounts, packed

  __device__ Some& some(int slot, int row, int step) { return pixels[slot][step / at_a_time][row]; }
  __device__ const Some& some(int slot, int row, int step) const { return pixels[slot][step / at_a_time][row]; }
  __device__ Pixel& pixel(int slot, int row, int step) { return some(slot, row, step).of[step % at_a_time]; }
};

/// Warps that fetch samples. With one, its scheduler would be too busy: `tone`, 16384 x 16384, takes 2.75 ms with two
/// and 4.14 with one; four planes by `centred` take 2.36 and 2.56.
inline constexpr int tone_sample_warps = 2;

/// What samples are looked up in, with two levels. A class is looked up in two steps: in bytes, of which few are in
/// different words of a bank, and then in one word for each bank.
struct ToneTables {
  std::uint32_t thresholds[2 * tone_half];  ///< TonePixel::threshold of each class, without amounts
  std::uint8_t classes[256];                ///< four times the class of each amount in 255ths
};

/// The i-th sample of some words.
template <typename Sample, int count>
__device__ int sample_at(const std::uint32_t (&words)[count], int i) {
  if constexpr (sizeof(Sample) == 1) return static_cast<int>(__byte_perm(words[i / 4], 0, 0x4440 + i % 4));
  return static_cast<int>(__byte_perm(words[i / 2], 0, i % 2 == 0 ? 0x4410 : 0x4432));
}

}  // namespace platerip::halftone::cuda
