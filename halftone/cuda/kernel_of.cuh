// All kernels of one error filter.
#pragma once

#include "halftone/cuda/collect.cuh"
#include "halftone/cuda/wavefront/above.cuh"
#include "halftone/cuda/wavefront/advance.cuh"
#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// What the warps of an error filter's kernel do.
template <std::size_t filter, class Levels, typename ASample, RowsAt rows_at = RowsAt::chunks>
struct FilterWork {
  using Sample = ASample;
  static constexpr int rows_above = Weights<filter>::rows_above;
  static constexpr int sample_warps = cuda::sample_warps<Sample>;
  // This lets the compiler use more registers, and so order the instructions better: a step takes a seventh less time.
  static constexpr int at_a_time = 1;
  using AMailbox = Mailbox<rows_above>;
  struct Shared {
    Lines lines;
    Fed<rows_above> fed;
    typename Levels::Table levels;
  };

  static __device__ void begin(const Launch& launch, Shared& shared) { Levels::fill(launch, shared.levels); }
  static __device__ void collect(const Stripe& stripe, Shared& shared, AMailbox& mailbox, int rank) {
    Collection<filter, Levels, Sample>(stripe, shared.fed, Levels(shared.levels), mailbox, rank).run();
  }
  static __device__ void above(const Stripe& stripe, Shared& shared, AMailbox& mailbox, std::uint32_t item, int rank) {
    Above<TakenErrors<filter>, sample_warps>(stripe, TakenErrors<filter>(shared.fed), mailbox, item, rank).run();
  }
  static __device__ void samples(const Launch&, const Stripe& stripe, Shared& shared, int warp) {
    Samples<Sums<filter, Sample>, rows_at>(stripe, shared.lines, Sums<filter, Sample>(shared.fed), warp).run();
  }
};

template <std::size_t filter, typename Sample>
Kernel kernel_for_samples(int levels, bool even, RowsAt rows) {
  if (levels == 2 && rows == RowsAt::anywhere)
    return kernel_with<FilterWork<filter, EvenLevels<2>, Sample, RowsAt::anywhere>>();
  if (levels == 2) return kernel_with<FilterWork<filter, EvenLevels<2>, Sample>>();
  if (even && levels == 3) return kernel_with<FilterWork<filter, EvenLevels<3>, Sample>>();
  if (even && levels == 4) return kernel_with<FilterWork<filter, EvenLevels<4>, Sample>>();
  if (even && levels == 16) return kernel_with<FilterWork<filter, EvenLevels<16>, Sample>>();
  if (levels <= 4) return kernel_with<FilterWork<filter, AnyLevels<2>, Sample>>();
  return kernel_with<FilterWork<filter, AnyLevels<4>, Sample>>();
}

template <std::size_t filter>
Kernel kernel_of(int levels, bool even, int bits, RowsAt rows) {
  return bits == 8 ? kernel_for_samples<filter, std::uint8_t>(levels, even, rows)
                   : kernel_for_samples<filter, std::uint16_t>(levels, even, rows);
}

}  // namespace platerip::halftone::cuda
