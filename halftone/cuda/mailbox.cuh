// Boundary words between neighbouring thread blocks of a cluster. They go through the shared memory of the lower one,
// which takes half as long as global memory. From compute capability 9.0 on.
#pragma once

#include "halftone/cuda/stripe.cuh"

namespace platerip::halftone::cuda {

inline constexpr std::uint32_t no_item = 0xFFFFFFFF;

/// What comes from the stripe above: a ring of blocks. As in global memory, a word holds `not_yet` until its errors are
/// known, and again once they have been taken. So the stripe above sees that there is room.
template <int rows_above>
struct Mailbox {
  alignas(16) std::uint32_t words[mailbox_blocks][rows_above][block_steps / 2];
  std::uint32_t item;  // whose words they are: what this thread block works on
  std::uint32_t next;  // the next item, from the thread block above

  __device__ std::uint32_t* row(int block, int row) { return words[block & (mailbox_blocks - 1)][row]; }
};
static_assert((mailbox_blocks & (mailbox_blocks - 1)) == 0);
// A word holds `not_yet` also if nothing has been handed on there so far. So whoever looks for room must look at words
// that have been handed on for sure. The collecting warp has begun the block before the one that is made ready, and
// room is looked for one block ahead: that makes three.
static_assert(mailbox_blocks >= 3);

/// Blocks of boundary words that go by mail to the stripe below, on which the cluster's next thread block works: those
/// that one stripe hands on and the other takes within this launch. None do if the upper stripe is not full, because
/// its last row is not a whole number of blocks behind.
inline __device__ Blocks mail_between(const Stripe& above, const Stripe& below) {
  if (!has_clusters || above.rows != stripe_rows) return {0, 0};
  const int page_end = static_cast<int>((above.width + block_steps - 1) / block_steps);
  return {max(above.begin - skew_blocks, below.begin), min(min(above.end - skew_blocks, below.end), page_end)};
}

/// The same place in the shared memory of another thread block of the cluster.
template <typename Value>
__device__ Value* at_rank(Value* at, int rank) {
  if constexpr (has_clusters) {
    Value* there;
    asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(at), "r"(rank));
    return there;
  } else {
    return at;
  }
}

/// Where a stripe's errors go by mail; its own mailbox where none do.
template <int rows_above>
__device__ Mailbox<rows_above>* mailbox_below(const Stripe& stripe, Mailbox<rows_above>& own, int rank) {
  return at_rank(&own, stripe.mail_below.any() ? rank + 1 : rank);
}

/// Waits for all threads of the cluster. What they wrote before, all see afterwards.
inline __device__ void sync_cluster() {
  if constexpr (has_clusters) {
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  } else {
    __syncthreads();
  }
}

}  // namespace platerip::halftone::cuda
