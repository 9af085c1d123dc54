// All kernels of one error filter.
#pragma once

#include <cstdint>
#include <type_traits>

#include "halftone/cuda/collect.cuh"
#include "halftone/cuda/wavefront/above.cuh"
#include "halftone/cuda/wavefront/advance.cuh"
#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// Samples of 8 or of 16 bits, as the launch says.
struct EitherSample {};

/// Calls `use` with a sample of the launch.
template <typename Sample, typename Use>
__device__ void with_sample(const Launch& launch, Use use) {
  if constexpr (!std::is_same_v<Sample, EitherSample>) {
    use(Sample{});
  } else if (launch.sample_bits == 8) {
    use(std::uint8_t{});
  } else {
    use(std::uint16_t{});
  }
}

/// What the warps of an error filter's kernel do.
template <std::size_t filter, class Levels, typename Sample, RowsAt rows_at = RowsAt::chunks>
struct FilterWork {
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
  static __device__ void samples(const Launch& launch, const Stripe& stripe, Shared& shared, int warp) {
    with_sample<Sample>(launch, [&]<typename ASample>(ASample) {
      using Feed = Sums<filter, ASample, sample_warps>;
      Samples<Feed, rows_at>(stripe, shared.lines, Feed(shared.fed), warp).run();
    });
  }
};

/// Most pages have two levels and rows at chunks. For the others, one kernel for all samples takes half as long to
/// compile.
template <std::size_t filter>
Kernel kernel_of(int levels, bool even, int bits, RowsAt rows) {
  if (levels == 2 && rows == RowsAt::anywhere)
    return kernel_with<FilterWork<filter, TwoLevels, EitherSample, RowsAt::anywhere>>();
  if (levels == 2)
    return bits == 8 ? kernel_with<FilterWork<filter, TwoLevels, std::uint8_t>>()
                     : kernel_with<FilterWork<filter, TwoLevels, std::uint16_t>>();
  if (levels <= 4)
    return even ? kernel_with<FilterWork<filter, EvenLevels<2>, EitherSample>>()
                : kernel_with<FilterWork<filter, AnyLevels<2>, EitherSample>>();
  return even ? kernel_with<FilterWork<filter, EvenLevels<4>, EitherSample>>()
              : kernel_with<FilterWork<filter, AnyLevels<4>, EitherSample>>();
}

}  // namespace platerip::halftone::cuda
