// The wavefront kernel. A stripe is 32 rows, which one thread block halftones. Many stripes run at the same time.
//
// The errors of a stripe's last row go to the next stripe through boundary words: in global memory or, between thread
// blocks of a cluster, in shared memory. A boundary word holds `not_yet` until its errors are known. So it needs no
// flag, no order of writes and no fence: if it holds anything else, that is its errors.
// Clusters draw stripes from a counter, from the top of the page down, and their thread blocks begin them one after the
// other. So the stripe that another one waits for is running or done, however many clusters the device runs at once,
// and whichever it starts first.
#pragma once

#include "halftone/cuda/tones/ladder_tables.h"
#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

/// Where the first stripe of a strip keeps a copy of the boundary words that it takes from the strip above. Null if
/// nobody will save them: for the page's first strip, and if each launch completes its strip.
inline __device__ std::uint32_t* taken_by(const Launch& launch, std::int64_t strip, int plane, int rows_above) {
  if (launch.taken == nullptr || strip == 0) return nullptr;
  const std::int64_t slot = (strip - 1) % launch.taken_slots * launch.planes + plane;
  return launch.taken + slot * rows_above * launch.boundary_row;
}

/// A stripe of a plane, counted from the top of the launch.
inline __device__ Stripe stripe_of(const Launch& launch, int plane, int number, int rows_above) {
  int index = 0;
  while (number >= launch.strip[index].stripes) number -= launch.strip[index++].stripes;
  const LaunchStrip& strip = launch.strip[index];
  const int row = number * stripe_rows;
  const int rows = min(strip.rows - row, stripe_rows);
  const std::int64_t offset = strip.offset + number * launch.lag;
  const std::int64_t blocks = blocks_of(launch.columns, rows, launch.skew);
  const std::int64_t stripe = strip.first_stripe + number;
  const auto slot = [&](std::int64_t of) { return of % launch.slots * launch.planes + plane; };
  return {.samples = strip.samples + plane * strip.samples_plane + row * strip.samples_row,
          .samples_row = strip.samples_row,
          .samples_plane = strip.samples_plane,
          .pixels = strip.pixels + plane * strip.pixels_plane + row * strip.pixels_row,
          .pixels_row = strip.pixels_row,
          .pixels_plane = strip.pixels_plane,
          .width = launch.width,
          .columns = launch.columns,
          .first_row = strip.first_row + row,
          .ink = launch.ink[plane],
          .beside = {launch.beside[plane][0], launch.beside[plane][1]},
          .mask = launch.masks + plane * mask_bytes,
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

/// The stripe of an item that the thread block with this rank works on. It has no rows or blocks if there is none. An
/// item is the next stripes of one plane, one for each thread block of a cluster. Items take the planes in turn, from
/// the top of the page down.
inline __device__ Stripe stripe_at(const Launch& launch, std::uint32_t item, int rank, int rows_above) {
  const int number = static_cast<int>(item / launch.planes) * launch.cluster + rank;
  if (rank < 0 || rank >= launch.cluster || number >= launch.stripes) return {};
  return stripe_of(launch, static_cast<int>(item % launch.planes), number, rows_above);
}

inline __device__ std::uint32_t draw_item(const Launch& launch) {
  return atomicAdd(launch.ticket, 1) - launch.first_ticket;
}

/// Returns the item after the one that a thread block has finished. The cluster's first thread block draws it, and each
/// thread block passes it on to the next. A thread block passes an item on only after the next one has taken the item
/// before. So it never waits for the whole cluster. If every cluster has an item in the first round, no more are drawn.
/// The host relies on that when it counts tickets.
template <typename AMailbox>
__device__ std::uint32_t next_item(const Launch& launch, AMailbox& mailbox, int rank) {
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

/// What a warp does for a stripe. The spare one also fetches samples if one warp is not enough, and otherwise does
/// nothing.
enum class Role { collect, above, samples, spare };

/// The role of a thread's warp. `first_warp` is the number of its thread block's first warp on the multiprocessor. Each
/// of the four schedulers runs every fourth warp. The last scheduler gets the samples' warps of all three thread
/// blocks. Each of the others gets a collecting warp, which does most of the work, a waiting warp (`above`), and a
/// spare one. A thread block has each role once, whatever its first warp's number. Four planes of 16384 x 16384 take
/// 1.49 ms this way; with the waiting and the samples' warps exchanged, 1.54 ms.
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

/// The kernel. Work says what the warps do: the type of its shared memory, begin(), which every thread calls once to
/// prepare that, and what each role does for a stripe.
/// Work::at_a_time thread blocks must fit on a multiprocessor, which bounds the registers that the compiler uses.
template <class Work>
__global__ void __launch_bounds__(block_threads, Work::at_a_time) advance(const __grid_constant__ Launch launch) {
  constexpr int rows_above = Work::rows_above;
  extern __shared__ __align__(128) std::byte memory[];
  auto& shared = *reinterpret_cast<typename Work::Shared*>(memory);
  __shared__ typename Work::AMailbox mailbox;
  __shared__ std::uint32_t item;
  __shared__ std::uint32_t drawn;  // the cluster's first item, in its first thread block
  __shared__ Stripe around[3];     // the stripe above, this stripe, and the one below
  __shared__ std::uint32_t first_warp;
  if (threadIdx.x == 0) {
    first_warp = warp_number();
    Fetched<Work::sample_warps>::init();
    Ready::init();
    Begun<Work::sample_warps>::init();
  }
  __syncthreads();
  const Role role = role_of(first_warp);
  const int rank = static_cast<int>(blockIdx.x % launch.cluster);
  for (int i = threadIdx.x; i < static_cast<int>(sizeof mailbox.words / sizeof(std::uint32_t)); i += block_threads)
    (&mailbox.words[0][0][0])[i] = not_yet;
  Work::begin(launch, shared);
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
    stripe.mail_above = mail_between(around[0], stripe, launch.skew);
    stripe.mail_below = mail_between(stripe, around[2], launch.skew);
    // With `continue`, the compiler would not see that a warp's threads stay together, and would check it at every
    // shuffle.
    if (stripe.begin < stripe.end) {
      if (role == Role::collect) {
        Work::collect(stripe, shared, mailbox, rank);
      } else if (role == Role::above) {
        Work::above(stripe, shared, mailbox, item, rank);
      } else if (role == Role::samples || Work::sample_warps > 1) {
        Work::samples(launch, stripe, shared, role == Role::samples ? 0 : 1);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) item = next_item(launch, mailbox, rank);
    __syncthreads();
  }
  sync_cluster();  // a neighbour may still access this thread block's shared memory
}

/// The kernel with this Work.
template <class Work>
Kernel kernel_with() {
  return {reinterpret_cast<const void*>(advance<Work>), sizeof(typename Work::Shared)};
}

}  // namespace platerip::halftone::cuda
