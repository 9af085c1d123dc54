// The wavefront: stripes of 32 rows, each the work of three warps, all at work at the same time.
//
// A stripe's last row of errors goes to the next one through boundary words, in global memory or, between thread blocks
// of a cluster, in shared memory. A boundary word holds `not_yet` until its errors are known, so no other flag, order
// or fence is needed: a word that holds errors is those errors. Stripes are given out by a counter, from the top of the
// page down, to whole clusters. So whatever a stripe waits for is at work or done, however many clusters the device
// runs at once and whichever it starts first.
#pragma once

#include "halftone/cuda/above.cuh"
#include "halftone/cuda/collect.cuh"
#include "halftone/cuda/mailbox.cuh"
#include "halftone/cuda/samples.cuh"

namespace platerip::halftone::cuda {

/// A stripe of a plane, counted from the top of the launch.
inline __device__ Stripe stripe_of(const Launch& launch, int plane, int number, int rows_above) {
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
          .state = launch.state + slot(stripe) * state_words * 32,
          .mail_above = {0, 0},
          .mail_below = {0, 0}};
}

/// What stripe_at() gives for its rows where there is no item left.
inline constexpr int no_more = -1;

/// The stripe of an item at a rank of the cluster; without rows or blocks where there is none. An item is the next
/// stripes of a plane, as many as the cluster has thread blocks: planes in turn, from the top of the page down.
inline __device__ Stripe stripe_at(const Launch& launch, std::uint32_t item, int rank, int rows_above) {
  if (item >= launch.items) return {.rows = no_more};
  const int number = static_cast<int>(item / launch.planes) * launch.cluster + rank;
  if (rank < 0 || rank >= launch.cluster || number >= launch.stripes) return {};
  return stripe_of(launch, static_cast<int>(item % launch.planes), number, rows_above);
}

// At least one thread block a multiprocessor: the compiler then spends registers on the order of instructions
// (measured, with two warps: a step takes a seventh less).
template <Method method, int levels, typename Sample>
__global__ void __launch_bounds__(block_threads, 1) advance(const __grid_constant__ Launch launch) {
  constexpr int rows_above = Weights<method>::rows_above;
  __shared__ Fetching<Sample> fetching;
  __shared__ Fed<rows_above> fed;
  __shared__ Mailbox<rows_above> mailbox;
  __shared__ std::uint32_t item;  // of the cluster: its first thread block's
  __shared__ Stripe around[3];    // the stripe, between the one above it and the one below
  const int rank = static_cast<int>(blockIdx.x % launch.cluster);
  for (int i = threadIdx.x; i < mailbox_blocks * rows_above * block_steps / 2; i += block_threads)
    mailbox.words[0][0][i] = not_yet;
  for (;;) {
    if (threadIdx.x == 0 && rank == 0) item = atomicAdd(launch.ticket, 1) - launch.first_ticket;
    sync_cluster();
    if (threadIdx.x < 3)
      around[threadIdx.x] = stripe_at(launch, *at_rank(&item, 0), rank + threadIdx.x - 1, rows_above);
    sync_cluster();
    Stripe stripe = around[1];
    if (stripe.rows == no_more) return;
    stripe.mail_above = mail_between(around[0], stripe);
    stripe.mail_below = mail_between(stripe, around[2]);
    // Not with `continue`: else the compiler does not see that a warp's threads stay together, and checks it at
    // shuffles.
    if (stripe.begin < stripe.end) {
      if (threadIdx.x < 32) {
        Collection<method, levels>(stripe, fed, mailbox, rank).run();
      } else if (threadIdx.x < 64) {
        Above<method>(stripe, fed, mailbox, rank).run();
      } else {
        Samples<method, Sample>(stripe, fetching, fed).run();
      }
      __syncthreads();
    }
  }
}

}  // namespace platerip::halftone::cuda
