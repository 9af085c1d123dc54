// All kernels of one tone filter.
#pragma once

#include "halftone/cuda/tones/collect.cuh"
#include "halftone/cuda/tones/taken_sums.cuh"
#include "halftone/cuda/tones/tone_pixels.cuh"
#include "halftone/cuda/wavefront/advance.cuh"
#include "halftone/cuda/wavefront/kernels.h"

namespace platerip::halftone::cuda {

/// What the warps of a tone filter's kernel do.
template <std::size_t place, int bits, typename ASample>
struct ToneWork {
  using Sample = ASample;
  static constexpr int rows_above = 1;
  static constexpr int sample_warps = tone_sample_warps;
  static constexpr int at_a_time = shared_by;
  using AMailbox = ToneMailbox;
  struct Shared {
    Lines lines;
    ToneFed<bits> fed;
    ToneTables tables;
  };

  static __device__ void begin(const Launch& launch, Shared& shared) {
    fill_tables<ToneStep<place>>(launch, shared.tables);
  }
  static __device__ void collect(const Stripe& stripe, Shared& shared, AMailbox& mailbox, int rank) {
    ToneCollection<place, bits>(stripe, shared.fed, shared.tables, mailbox, rank).run();
  }
  static __device__ void above(const Stripe& stripe, Shared& shared, AMailbox& mailbox, std::uint32_t item, int rank) {
    using Taking = TakenSums<place, bits>;
    Above<Taking, sample_warps>(stripe, Taking(stripe, shared.fed), mailbox, item, rank).run();
  }
  static __device__ void samples(const Launch& launch, const Stripe& stripe, Shared& shared, int warp) {
    using Pixels = TonePixels<place, bits, Sample>;
    Samples<Pixels>(stripe, shared.lines, Pixels(shared.fed, shared.tables, launch.levels), warp).run();
  }
};

template <std::size_t place, typename Sample>
Kernel tone_kernel_for_samples(int levels) {
  if (levels == 2) return kernel_with<ToneWork<place, 1, Sample>>();
  if (levels <= 4) return kernel_with<ToneWork<place, 2, Sample>>();
  return kernel_with<ToneWork<place, 4, Sample>>();
}

template <std::size_t place>
Kernel tone_kernel_of(int levels, int bits) {
  return bits == 8 ? tone_kernel_for_samples<place, std::uint8_t>(levels)
                   : tone_kernel_for_samples<place, std::uint16_t>(levels);
}

}  // namespace platerip::halftone::cuda
