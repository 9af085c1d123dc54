// What the warps of a tone filter's stripe share.
#pragma once

#include "halftone/cuda/tones/step.h"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

/// Boundary words of tone filters have one column: the bits of m + U. Word i is for column i − reach, so that the last
/// row of a stripe completes a block's words within its block.
using ToneMailbox = Mailbox<1, block_steps>;

/// What the feeding warps make ready for the collecting one: a ring of blocks. Rows are padded so that groups of
/// neighbouring rows are in different banks.
template <int bits>
struct ToneFed {
  alignas(16) std::uint32_t words[fed_blocks][stripe_rows][block_steps + group_steps];  // tone_word() of each pixel
  alignas(16) std::uint32_t bases[fed_blocks][block_steps];  // what the first row's steps begin with (base_of)
  std::uint32_t levels[fed_blocks][stripe_rows][bits];       // levels below the pixels' amounts, packed
};

/// Two weights.
struct alignas(8) WeightPair {
  float first;
  float second;
};

/// The tables of a tone filter: its weights, and the words of pixels. For samples of 8 bits, there is a word for each
/// sample. For 16 bits, there is a word without its amount for each amount in 255ths: first those beside paper or
/// solid, then those beside inner levels.
template <int sample_bits>
struct ToneTables {
  WeightPair weights[3][tone_weights];
  std::uint32_t words[sample_bits == 8 ? 1 : 2][256];
};

}  // namespace platerip::halftone::cuda
