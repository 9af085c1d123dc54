// The kernels of one tone filter for planes with planes beside them.
#pragma once

#include "halftone/cuda/even/beside.cuh"
#include "halftone/cuda/even/collect.cuh"
#include "halftone/cuda/even/taken_words.cuh"
#include "halftone/cuda/wavefront/advance.cuh"
#include "halftone/cuda/wavefront/kernels.h"

namespace platerip::halftone::cuda {

/// What the warps of such a kernel do.
template <std::size_t place, typename Sample>
struct EvenWork {
  static constexpr int rows_above = 2;
  static constexpr int sample_warps = even_sample_warps;
  static constexpr int at_a_time = shared_by;
  using AMailbox = EvenMailbox;
  struct Shared {
    EvenFed fed;
    EvenTables tables;
  };

  static __device__ void begin(const Launch& launch, Shared& shared) {
    fill_tables<EvenStep<place>>(launch, shared.tables);
  }
  static __device__ void collect(const Stripe& stripe, Shared& shared, AMailbox& mailbox, int rank) {
    EvenCollection<place>(stripe, shared.fed, shared.tables, mailbox, rank).run();
  }
  static __device__ void above(const Stripe& stripe, Shared& shared, AMailbox& mailbox, std::uint32_t item, int rank) {
    Above<TakenWords<place>, sample_warps>(stripe, TakenWords<place>(shared.fed), mailbox, item, rank).run();
  }
  static __device__ void samples(const Launch&, const Stripe& stripe, Shared& shared, int warp) {
    BesideFeed<place, Sample>(stripe, shared.fed, shared.tables, warp).run();
  }
};

template <std::size_t place>
Kernel even_kernel_of(int bits) {
  return bits == 8 ? kernel_with<EvenWork<place, std::uint8_t>>() : kernel_with<EvenWork<place, std::uint16_t>>();
}

}  // namespace platerip::halftone::cuda
