// The wavefront: stripes of 32 rows, each the work of a thread block, all at work at the same time.
//
// A stripe's last row of errors goes to the next one through boundary words, in global memory or, between thread blocks
// of a cluster, in shared memory. A boundary word holds `not_yet` until its errors are known, so no other flag, order
// or fence is needed: a word that holds errors is those errors. Stripes are given out by a counter, from the top of the
// page down, to whole clusters, whose thread blocks take them up one after the other. So whatever a stripe waits for is
// at work or done, however many clusters the device runs at once and whichever it starts first.
#pragma once

#include "halftone/cuda/above.cuh"
#include "halftone/cuda/collect.cuh"
#include "halftone/cuda/mailbox.cuh"
#include "halftone/cuda/samples.cuh"

namespace platerip::halftone::cuda {

/// Where the first stripe of a strip keeps the boundary words that it takes of the strip above. Null where nobody saves
/// them: above the page, and where each launch completes its strip.
inline __device__ std::uint32_t* taken_by(const Launch& launch, std::int64_t strip, int plane, int rows_above) {
  if (launch.taken == nullptr || strip == 0) return nullptr;
  const std::int64_t slot = (strip - 1) % launch.taken_slots * launch.planes + plane;
  return launch.taken + slot * rows_above * launch.boundary_row;
}

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
          .taken = number == 0 ? taken_by(launch, launch.first_strip + index, plane, rows_above) : nullptr,
          .boundary_row = launch.boundary_row,
          .state = launch.state + slot(stripe) * state_words * 32,
          .mail_above = {0, 0},
          .mail_below = {0, 0}};
}

/// The stripe of an item at a rank of the cluster; without rows or blocks where there is none. An item is the next
/// stripes of one plane, one for each thread block of a cluster. Items go through the planes in turn, from the top of
/// the page down.
inline __device__ Stripe stripe_at(const Launch& launch, std::uint32_t item, int rank, int rows_above) {
  const int number = static_cast<int>(item / launch.planes) * launch.cluster + rank;
  if (rank < 0 || rank >= launch.cluster || number >= launch.stripes) return {};
  return stripe_of(launch, static_cast<int>(item % launch.planes), number, rows_above);
}

inline __device__ std::uint32_t draw_item(const Launch& launch) {
  return atomicAdd(launch.ticket, 1) - launch.first_ticket;
}

/// The item after the one that a thread block is done with. The cluster's first thread block draws it. Each passes it
/// on to the next one when it takes it, once the next one has taken the item before. So a thread block goes on as soon
/// as it is done and does not wait for its cluster. If every cluster has an item in the first round, no more are drawn;
/// the host counts on that.
template <int rows_above>
__device__ std::uint32_t next_item(const Launch& launch, Mailbox<rows_above>& mailbox, int rank) {
  if (launch.items <= launch.clusters) return launch.items;
  std::uint32_t item = no_item;
  if (rank == 0) {
    item = draw_item(launch);
  } else {
    while (item == no_item) item = load_relaxed(&mailbox.next);
  }
  if (rank + 1 < launch.cluster) {
    std::uint32_t* below = at_rank(&mailbox.next, rank + 1);
    while (load_relaxed(below) != no_item) {
    }
    store_relaxed(below, item);
  }
  store_relaxed(&mailbox.next, no_item);
  return item;
}

/// What a warp does for a stripe. The spare one fetches samples where one warp does not suffice.
enum class Role { collect, above, samples, spare };

/// The role of a thread's warp, by the number that its thread block's first warp has on the multiprocessor. A scheduler
/// has every fourth warp. The last scheduler gets the samples' warps of all three thread blocks. Each of the others
/// gets one collecting warp, which is most of the work, one that waits, and a spare one. Whatever the number, a thread
/// block has each role once. Four planes of 16384 x 16384 take 1.49 ms so. With the waiting and the samples' warps
/// exchanged they take 1.54.
inline __device__ Role role_of(std::uint32_t first_warp) {
  const std::uint32_t scheduler = (first_warp + threadIdx.x / 32) % 4;
  if (scheduler == 3) return Role::samples;
  const std::uint32_t after = (scheduler + 3 - first_warp / 4 % 3) % 3;
  return after == 0 ? Role::collect : after == 1 ? Role::above : Role::spare;
}

inline __device__ std::uint32_t warp_number() {
  std::uint32_t number;
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(number));
  return number;
}

// With this bound the compiler may use more registers to put instructions into a better order: a step takes a seventh
// less.
template <std::size_t filter, int levels, typename Sample>
__global__ void __launch_bounds__(block_threads, 1) advance(const __grid_constant__ Launch launch) {
  constexpr int rows_above = Weights<filter>::rows_above;
  __shared__ Lines lines;
  __shared__ Fed<rows_above> fed;
  __shared__ Mailbox<rows_above> mailbox;
  __shared__ std::uint32_t item;
  __shared__ std::uint32_t drawn;  // the cluster's first item, by its first thread block
  __shared__ Stripe around[3];     // the stripe, between the one above it and the one below
  __shared__ std::uint32_t first_warp;
  if (threadIdx.x == 0) {
    first_warp = warp_number();
    Fetched<Sample>::init();
    Ready::init();
    Begun<Sample>::init();
  }
  __syncthreads();
  const Role role = role_of(first_warp);
  const int rank = static_cast<int>(blockIdx.x % launch.cluster);
  for (int i = threadIdx.x; i < mailbox_blocks * rows_above * block_steps / 2; i += block_threads)
    (&mailbox.words[0][0][0])[i] = not_yet;
  if (threadIdx.x == 0) {
    mailbox.item = mailbox.next = no_item;
    if (rank == 0) drawn = draw_item(launch);
  }
  sync_cluster();
  if (threadIdx.x == 0) item = *at_rank(&drawn, 0);
  __syncthreads();
  while (item < launch.items) {
    if (threadIdx.x < 3) around[threadIdx.x] = stripe_at(launch, item, rank + threadIdx.x - 1, rows_above);
    if (threadIdx.x == 0) store_release(&mailbox.item, item);
    __syncthreads();
    Stripe stripe = around[1];
    stripe.mail_above = mail_between(around[0], stripe);
    stripe.mail_below = mail_between(stripe, around[2]);
    // Not with `continue`: the compiler would not see that a warp's threads stay together, and would check it at every
    // shuffle.
    if (stripe.begin < stripe.end) {
      if (role == Role::collect) {
        Collection<filter, levels, Sample>(stripe, fed, mailbox, rank).run();
      } else if (role == Role::above) {
        Above<filter, Sample>(stripe, fed, mailbox, item, rank).run();
      } else if (role == Role::samples || sample_warps<Sample> > 1) {
        Samples<filter, Sample>(stripe, lines, fed, role == Role::samples ? 0 : 1).run();
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) item = next_item(launch, mailbox, rank);
    __syncthreads();
  }
  sync_cluster();  // while a neighbour may still look at it, shared memory has to be there
}

}  // namespace platerip::halftone::cuda
