// The mailbox: boundary words between neighbouring thread blocks of a cluster. They go through the shared memory of the
// lower one, which takes half as long as through global memory. It needs compute capability 9.0.
#pragma once

#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

inline constexpr std::uint32_t no_item = 0xFFFFFFFF;

/// What comes from the stripe above: a ring of blocks. As in global memory, a word holds `not_yet` until its errors are
/// known. It holds it again once they have been taken, which tells the stripe above that there is room.
template <int rows_above, int row_words = block_steps / 2>
struct Mailbox {
  alignas(16) std::uint32_t words[mailbox_blocks][rows_above][row_words];
  std::uint32_t item;  // the item that this thread block works on, to which the words belong
  std::uint32_t next;  // the next item, passed on by the thread block above

  __device__ std::uint32_t* row(int block, int row) { return words[block & (mailbox_blocks - 1)][row]; }
};
static_assert((mailbox_blocks & (mailbox_blocks - 1)) == 0);
// A word also holds `not_yet` if nothing was ever handed on there. So whoever looks for room must look at words that
// have certainly been handed on. The collecting warp has begun the block before the one that is made ready, and the
// search for room is one block ahead: that makes three.
static_assert(mailbox_blocks >= 3);

/// The blocks whose boundary words go by mailbox from a stripe to the one below, on which the cluster's next thread
/// block works: those that one hands on and the other takes within this launch. There are none if the upper stripe is
/// not full, because its last row then does not lag by a whole number of blocks.
inline __device__ Blocks mail_between(const Stripe& above, const Stripe& below, int row_skew) {
  if (!has_clusters || above.rows != stripe_rows) return {0, 0};
  const int page_end = static_cast<int>((above.columns + block_steps - 1) / block_steps);
  const int lag = skew_blocks_of(row_skew);
  return {max(above.begin - lag, below.begin), min(min(above.end - lag, below.end), page_end)};
}

/// The same variable in the shared memory of the thread block with this rank in the cluster.
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

/// The mailbox to which a stripe hands on its errors; its own if it hands on none this way.
template <typename AMailbox>
__device__ AMailbox* mailbox_below(const Stripe& stripe, AMailbox& own, int rank) {
  return at_rank(&own, stripe.mail_below.any() ? rank + 1 : rank);
}

/// Waits for all threads of the cluster. Afterwards, all see what any of them wrote before.
inline __device__ void sync_cluster() {
  if constexpr (has_clusters) {
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  } else {
    __syncthreads();
  }
}

}  // namespace platerip::halftone::cuda
