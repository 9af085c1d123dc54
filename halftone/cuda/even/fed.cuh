// What the warps of a stripe share if its plane has planes beside it.
#pragma once

#include "halftone/cuda/even/step.h"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

/// Boundary words are SumWords. Word i is for column i − reach, so that the last row of a stripe completes a block's
/// words within its block.
using EvenMailbox = Mailbox<2, block_steps>;

/// Warps that feed. Each has half of the rows.
inline constexpr int even_sample_warps = 2;

/// What the feeding warps make ready for the collecting one: a ring of blocks, in groups of four steps. Neighbouring
/// rows are in different banks.
struct EvenFed {
  static constexpr int groups = block_steps / 4;
  uint4 words[fed_blocks][groups][stripe_rows];                 // EvenPixel::word
  uint4 overlaps[fed_blocks][groups][stripe_rows];              // EvenPixel::overlaps
  std::uint32_t seeds[fed_blocks][groups][stripe_rows];         // four seed_byte(), the first one in the lowest bits
  alignas(16) std::uint32_t above[fed_blocks][2][block_steps];  // SumWords of the first row
};

}  // namespace platerip::halftone::cuda
