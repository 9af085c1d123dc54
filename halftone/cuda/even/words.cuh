// The tables of planes with planes beside them, and their pixels' own words.
#pragma once

#include "halftone/cuda/even/step.h"
#include "halftone/cuda/tones/classes.cuh"

namespace platerip::halftone::cuda {

/// The weights, and the words of pixels without their amounts: one for each amount in 255ths.
struct EvenTables {
  WeightTable<tone_weights> weights;
  std::uint32_t words[256];
};

/// Fills the tables of a Step. Every thread of the block calls this.
template <class Step>
__device__ void fill_tables(const Launch& launch, EvenTables& tables) {
  fill_weights<Step>(tables.weights);
  for (int i = threadIdx.x; i < 256; i += block_threads) {
    const int c = class_of(i);
    tables.words[i] = even_word(0, launch.outer[c], 1 + c % tone_half);
  }
}

/// The word of a sample.
template <typename Sample>
__device__ std::uint32_t word_of(const EvenTables& tables, int sample) {
  const Amount amount = amount_of<Sample>(sample);
  return tables.words[amount.in_255] + static_cast<std::uint32_t>(amount.above) * 0x10001;
}

}  // namespace platerip::halftone::cuda
