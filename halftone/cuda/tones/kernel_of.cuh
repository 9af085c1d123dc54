// All kernels of one tone filter.
#pragma once

#include "halftone/cuda/tones/collect.cuh"
#include "halftone/cuda/tones/ladder_pixels.cuh"
#include "halftone/cuda/tones/taken_sums.cuh"
#include "halftone/cuda/tones/tone_pixels.cuh"
#include "halftone/cuda/wavefront/advance.cuh"
#include "halftone/cuda/wavefront/kernels.h"

namespace platerip::halftone::cuda {

/// What the warps of a tone filter's kernel do. Pixels turns samples into what the steps begin with.
template <class Pixels, RowsAt rows_at = RowsAt::chunks>
struct ToneWork {
  using Sample = typename Pixels::Sample;
  using Step = typename Pixels::Step;
  static constexpr int bits = Pixels::bits;
  static constexpr int rows_above = 1;
  static constexpr int sample_warps = tone_sample_warps;
  static constexpr int at_a_time = Pixels::at_a_time;
  using AMailbox = ToneMailbox;
  struct Shared {
    Lines lines;
    ToneFed<typename Step::Pixel, bits> fed;
    WeightTable<Step::weight_sets> weights;
    typename Pixels::Tables tables;
  };

  static __device__ void begin(const Launch& launch, Shared& shared) {
    fill_weights<Step>(shared.weights);
    fill_tables<Step>(launch, shared.tables);
  }
  static __device__ void collect(const Stripe& stripe, Shared& shared, AMailbox& mailbox, int rank) {
    ToneCollection<Step, bits>(stripe, shared.fed, shared.weights, mailbox, rank).run();
  }
  static __device__ void above(const Stripe& stripe, Shared& shared, AMailbox& mailbox, std::uint32_t item, int rank) {
    using Taking = TakenSums<Step, bits>;
    Above<Taking, sample_warps>(stripe, Taking(stripe, shared.fed), mailbox, item, rank).run();
  }
  static __device__ void samples(const Launch&, const Stripe& stripe, Shared& shared, int warp) {
    Samples<Pixels, rows_at>(stripe, shared.lines, Pixels(shared.fed, shared.tables), warp).run();
  }
};

template <std::size_t place, typename Sample>
Kernel tone_kernel_for_samples(int levels, RowsAt rows) {
  if (levels == 2 && rows == RowsAt::anywhere)
    return kernel_with<ToneWork<TonePixels<place, Sample>, RowsAt::anywhere>>();
  if (levels == 2) return kernel_with<ToneWork<TonePixels<place, Sample>>>();
  if (levels <= 4) return kernel_with<ToneWork<LadderPixels<place, 2, Sample>>>();
  return kernel_with<ToneWork<LadderPixels<place, 4, Sample>>>();
}

template <std::size_t place>
Kernel tone_kernel_of(int levels, int bits, RowsAt rows) {
  return bits == 8 ? tone_kernel_for_samples<place, std::uint8_t>(levels, rows)
                   : tone_kernel_for_samples<place, std::uint16_t>(levels, rows);
}

}  // namespace platerip::halftone::cuda
