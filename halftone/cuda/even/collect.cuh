// The warp that quantises a stripe of a plane with planes beside it. Each lane has a row and stays `skew` columns
// behind the lane above, from which it gets each column's sums by shuffles.
#pragma once

#include "halftone/cuda/even/fed.cuh"
#include "halftone/cuda/even/words.cuh"
#include "halftone/cuda/tones/pixel_words.cuh"

namespace platerip::halftone::cuda {

template <std::size_t place>
class EvenCollection {
 public:
  using Step = EvenStep<place>;
  static constexpr int skew = tone_skew<place>;

  __device__ EvenCollection(const Stripe& stripe, const EvenFed& fed, const EvenTables& tables, EvenMailbox& mailbox,
                            int rank)
      : stripe_(stripe), fed_(fed), tables_(tables), lane_(threadIdx.x % 32), pixels_(stripe, lane_) {
    below_at_ = stripe.below + (std::int64_t{stripe.begin} * block_steps - skew * stripe.rows);
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
  }

  __device__ void run() {
    load_state();
    for (int block = stripe_.begin; block < stripe_.end; ++block) {
      __syncwarp();  // a warp must be together at a barrier
      Ready::wait();
      Begun<even_sample_warps>::arrive();
      run_block(block);
    }
    finish();
  }

 private:
  static constexpr int lag = skew_blocks_of(skew);
  static constexpr int steps = 8;                   // of a piece
  static constexpr int slack = skew - Step::reach;  // steps from when sums are complete in the lane above to their use

  __device__ void load_state() {
    chain_ = Step::no_chain();
    for (SumWords& words : came_) words = {no_sum_word, no_sum_word};
    pending_ = 0;
    if (stripe_.begin == 0) return;
    each_state_word([&](int i, auto& word) { set_bits(word, stripe_.state[i * 32 + lane_]); });
  }

  __device__ void finish() {
    if (stripe_.end == blocks_of(stripe_.columns, stripe_.rows, skew)) {
      pixels_.template put<Edge::any>(stripe_.end, 0, pending_, 0);
    } else {
      each_state_word([&](int i, auto& word) { set_bits(stripe_.state[i * 32 + lane_], word); });
    }
  }

  // Visits everything that is carried from block to block.
  template <typename Use>
  __device__ void each_state_word(Use use) {
    constexpr int chain_words = 2 + Step::reach;
    use(0, pending_);
#pragma unroll
    for (int i = 0; i < slack; ++i) {
      use(1 + 2 * i, came_[i].of[0]);
      use(2 + 2 * i, came_[i].of[1]);
    }
#pragma unroll
    for (int i = 0; i <= max_beside; ++i) {
      use(1 + 2 * slack + chain_words * i, chain_.left[i]);
#pragma unroll
      for (int k = 0; k <= Step::reach; ++k) use(2 + 2 * slack + chain_words * i + k, chain_.sums[i].of[k]);
    }
    static_assert(1 + 2 * slack + chain_words * (1 + max_beside) <= collect_state_words);
  }

  static __device__ void store_four(const uint4& four, std::uint32_t* to) {
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  }

  __device__ void run_block(int block) {
    const bool by_mail = has_clusters && stripe_.mail_below.has(block - lag);
    std::uint32_t* const below = by_mail ? below_mailbox_->row(block - lag, 0) : below_at_;
    const std::int64_t below_row = by_mail ? block_steps : stripe_.boundary_row;
    std::uint32_t made = 0;
#pragma unroll 1
    for (int first = 0; first < block_steps; first += steps)
      made = made << steps | run_piece(block, first, below + first, below_row);
    pixels_.template put<Edge::any>(block, 0, pending_, made);
    pending_ = made;
    below_at_ += block_steps;
    pixels_.next_block();
  }

  // Computes the steps of a piece, and hands on the sums of the last row. Returns the pixels.
  __device__ std::uint32_t run_piece(int block, int first, std::uint32_t* below, std::int64_t below_row) {
    std::uint32_t words[steps], overlaps[steps], seeds[steps], above[2][steps], handed[2][group_steps];
    const int slot = slot_of(block);
#pragma unroll
    for (int i = 0; i < steps; i += 4) {
      store_four(fed_.words[slot][(first + i) / 4][lane_], &words[i]);
      store_four(fed_.overlaps[slot][(first + i) / 4][lane_], &overlaps[i]);
      const std::uint32_t four = fed_.seeds[slot][(first + i) / 4][lane_];
#pragma unroll
      for (int k = 0; k < 4; ++k) seeds[i + k] = four >> (8 * k) & 0xFF;
#pragma unroll
      for (int k = 0; k < 2; ++k)
        store_four(*reinterpret_cast<const uint4*>(&fed_.above[slot][k][first + i]), &above[k][i]);
    }
    SumWords came[slack + steps];
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = came_[i];
    float made = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      const SumWords taken = lane_ == 0 ? SumWords{above[0][i], above[1][i]} : came[i];
      float ink;
      const SumWords complete = Step::step({words[i], overlaps[i], seed_of(static_cast<int>(seeds[i]))},
                                           weights_in(tables_.weights, weights_of(words[i])), taken, chain_, ink);
      made = std::fma(made, 2.0F, ink);
#pragma unroll
      for (int k = 0; k < 2; ++k) {
        came[slack + i].of[k] = __shfl_up_sync(0xFFFFFFFF, complete.of[k], 1);
        handed[k][i % group_steps] = complete.of[k];
      }
      if (i % group_steps == group_steps - 1)
        hand_on(block, first + i + 1 - group_steps, below + (i + 1 - group_steps), below_row, handed);
    }
#pragma unroll
    for (int i = 0; i < slack; ++i) came_[i] = came[steps + i];
    return static_cast<std::uint32_t>(made);
  }

  // Hands on the sums that the last row has completed in the four steps from `first` on.
  __device__ void hand_on(int block, int first, std::uint32_t* below, std::int64_t below_row,
                          const std::uint32_t (&handed)[2][group_steps]) const {
    if (lane_ != stripe_.rows - 1) return;
    const std::int64_t word = std::int64_t{block} * block_steps + first - skew * stripe_.rows;
    if (stripe_.rows == stripe_rows) {
      if (word < 0 || word >= stripe_.columns) return;
#pragma unroll
      for (int k = 0; k < 2; ++k)
        store_relaxed(below + k * below_row, handed[k][0], handed[k][1], handed[k][2], handed[k][3]);
      return;
    }
#pragma unroll
    for (int i = 0; i < group_steps; ++i) {
      if (word + i < 0 || word + i >= stripe_.columns) continue;
      store_relaxed(below + i, handed[0][i]);
      store_relaxed(below + below_row + i, handed[1][i]);
    }
  }
  static_assert(skew * stripe_rows % group_steps == 0 && block_steps % group_steps == 0 && group_steps == 4);

  Stripe stripe_;
  const EvenFed& fed_;
  const EvenTables& tables_;
  int lane_;
  PixelWords<1, skew> pixels_;
  std::uint32_t* below_at_;
  EvenMailbox* below_mailbox_;

  typename Step::Chain chain_;
  SumWords came_[slack];   // sums of the lane above for the next steps
  std::uint32_t pending_;  // the last 32 bits of pixels
};

}  // namespace platerip::halftone::cuda
