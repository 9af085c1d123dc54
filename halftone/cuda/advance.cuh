// The wavefront: stripes of 32 rows, each the work of three warps, all at work at the same time.
//
// A stripe's last row of errors goes to the next one through boundary words in global memory. A boundary word holds
// `not_yet` until its errors are known, so no other flag, order or fence is needed: a word that holds errors is those
// errors. Stripes are given out by a counter, from the top of the page down. So whatever a stripe waits for is at work
// or done, however many thread blocks the device runs at once and whichever it starts first.
#pragma once

#include "halftone/cuda/above.cuh"
#include "halftone/cuda/collect.cuh"
#include "halftone/cuda/samples.cuh"

namespace platerip::halftone::cuda {

/// The stripe that an item of the launch stands for: planes in turn, from the top of the page down.
inline __device__ Stripe stripe_of(const Launch& launch, std::uint32_t item, int rows_above) {
  const int plane = static_cast<int>(item % launch.planes);
  int number = static_cast<int>(item / launch.planes);
  int index = 0;
  while (number >= launch.strip[index].stripes) number -= launch.strip[index++].stripes;
  const StripInFlight& strip = launch.strip[index];
  const int row = number * stripe_rows;
  const int rows = min(strip.rows - row, stripe_rows);
  const std::int64_t offset = strip.offset + number * lag_of(stripe_rows);
  const std::int64_t blocks = blocks_of(launch.width, rows);
  const std::int64_t stripe = strip.first_stripe + number;
  const auto slot = [&](std::int64_t of) { return of % launch.slots * launch.planes + plane; };
  return {.samples = strip.samples + plane * strip.samples_plane + row * strip.samples_row,
          .samples_row = strip.samples_row,
          .pixels = strip.pixels + plane * strip.pixels_plane + row * strip.pixels_row,
          .pixels_row = strip.pixels_row,
          .width = launch.width,
          .rows = rows,
          .begin = static_cast<int>(clamp(launch.begin - offset, 0, blocks)),
          .end = static_cast<int>(clamp(launch.end - offset, 0, blocks)),
          .above = launch.boundary + slot(stripe - 1) * rows_above * launch.boundary_row,
          .below = launch.boundary + slot(stripe) * rows_above * launch.boundary_row,
          .boundary_row = launch.boundary_row,
          .state = launch.state + slot(stripe) * state_words * 32};
}

// At least one thread block a multiprocessor: the compiler then spends registers on the order of instructions (measured,
// with two warps: a step takes a seventh less).
template <Method method, int levels, typename Sample>
__global__ void __launch_bounds__(block_threads, 1) advance(const __grid_constant__ Launch launch) {
  constexpr int rows_above = Weights<method>::rows_above;
  __shared__ Fed<rows_above, Sample> fed;
  __shared__ std::uint32_t next_item;
  for (;;) {
    if (threadIdx.x == 0) next_item = atomicAdd(launch.ticket, 1) - launch.first_ticket;
    __syncthreads();
    const std::uint32_t item = next_item;
    __syncthreads();
    if (item >= launch.items) return;
    const Stripe stripe = stripe_of(launch, item, rows_above);
    if (stripe.begin == stripe.end) continue;
    if (threadIdx.x < 32) {
      Collection<method, levels, Sample>(stripe, fed).run();
    } else if (threadIdx.x < 64) {
      Above<method, Sample>(stripe, fed).run();
    } else {
      Samples<rows_above, Sample>(stripe, fed).run();
    }
  }
}

}  // namespace platerip::halftone::cuda
