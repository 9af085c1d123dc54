// The warp that quantises a stripe's pixels by a tone filter. Each lane has a row and stays `skew` columns behind the
// lane above, from which it gets each sum by a shuffle.
#pragma once

#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/tones/pixel_words.cuh"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

template <std::size_t place, int bits, typename Sample>
class ToneCollection {
 public:
  using Step = ToneStep<place>;
  static constexpr int skew = tone_skew<place>;

  __device__ ToneCollection(const Stripe& stripe, const ToneFed<bits>& fed,
                            const ToneTables<8 * sizeof(Sample)>& tables, ToneMailbox& mailbox, int rank)
      : stripe_(stripe),
        fed_(fed),
        tables_(tables),
        lane_(threadIdx.x % 32),
        limit_(lane_ == 0 ? 0 : 2 * tone_limit),
        factor_(lane_ == 0 ? 1 : small_factor),
        pixels_(stripe, lane_) {
    below_at_ = stripe.below + (std::int64_t{stripe.begin} * block_steps - skew * stripe.rows);
    const bool even = pixels_.aligned() && stripe.rows == stripe_rows;
    inside_end_ = even ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_), "+r"(limit_), "+r"(factor_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    load_piece(stripe_.begin, 0);
    int block = stripe_.begin;
    while (block < inside_end_) run_block<true>(block++);
    while (block < stripe_.end) run_block<false>(block++);
    finish();
  }

 private:
  static constexpr int lag = skew_blocks_of(skew);
  static constexpr bool is_fixed = Step::is_fixed;
  static constexpr bool seeded = tone_filters[place].seeded;
  // Steps of a piece. There is one piece of code for all blocks inside the page, so that few instructions are fetched.
  static constexpr int steps = bits == 4 ? 8 : 16;
  // Steps from when a sum is complete in the lane above to when it is used.
  static constexpr int slack = skew - Step::reach;
  // Steps whose ink is added up as a float.
  static constexpr int ink_steps = bits == 4 ? 4 : 8;
  // Steps by which weights are looked up ahead.
  static constexpr int weights_ahead = 2;

  // What is carried from step to step.
  struct Chain {
    float left;  // m + the product of the pixel to the left
    typename Step::Sums sums;
    std::uint32_t came[slack];  // sums of the lane above for the next steps, as bits
  };

  __device__ void load_state() {
    chain_ = {.left = tone_zero, .sums = Step::no_sums(), .came = {}};
    for (std::uint32_t& sum : chain_.came) sum = Step::zero_bits;
    pending_ = 0;
    if (stripe_.begin == 0) return;
    each_state_word([&](int i, auto& word) { word = as(word, stripe_.state[i * 32 + lane_]); });
  }

  __device__ void finish() {
    if (stripe_.end == blocks_of(stripe_.columns, stripe_.rows, skew)) {
      pixels_.template put<Edge::any>(stripe_.end, 0, pending_, 0);
    } else {
      each_state_word([&](int i, auto& word) { stripe_.state[i * 32 + lane_] = as(std::uint32_t{}, word); });
    }
  }

  // A word of state as a value of the first argument's type.
  template <typename To, typename From>
  static __device__ To as(To, From word) {
    return std::bit_cast<To>(word);
  }

  // Visits everything that is carried from block to block.
  template <typename Use>
  __device__ void each_state_word(Use use) {
    use(0, pending_);
    use(1, chain_.left);
#pragma unroll
    for (int i = 0; i < slack; ++i) use(2 + i, chain_.came[i]);
#pragma unroll
    for (int i = 0; i <= Step::reach; ++i) use(2 + slack + i, chain_.sums.of[i]);
    static_assert(2 + slack + Step::reach < collect_state_words);
  }

  // Loads the words of four steps of a piece. A block's words are there when the block before is ready: the samples'
  // warps hand a block on after they have made the words of the next one.
  __device__ void load_words(int block, int first, int i) {
    load_four(&fed_.words[slot_of(block)][lane_][first + i], &words_[i]);
  }
  __device__ void load_bases(int block, int first, int i) {
    const std::uint32_t* bases = lane_ == 0 ? &fed_.bases[slot_of(block)][first + i] : fed_.other_bases;
    load_four(bases, &bases_[i]);
  }
  __device__ void load_piece(int block, int first) {
#pragma unroll
    for (int i = 0; i < steps; i += group_steps) {
      load_words(block, first, i);
      load_bases(block, first, i);
    }
#pragma unroll
    for (int i = 0; i < weights_ahead; ++i) weights_[i] = weights_of_word(words_[i]);
  }
  static __device__ void load_four(const std::uint32_t* from, std::uint32_t* to) {
    const uint4 four = *reinterpret_cast<const uint4*>(from);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  }

  template <bool inside>
  __device__ void run_block(int block) {
    const bool by_mail = has_clusters && stripe_.mail_below.has(block - lag);
    std::uint32_t* const below = by_mail ? below_mailbox_->row(block - lag, 0) : below_at_;
    std::uint32_t packed = 0;
    Begun<Sample>::arrive();
#pragma unroll 1
    for (int first = 0; first < block_steps; first += steps) {
      run_piece<inside>(block, first, below + first, packed);
      if ((first + steps) * bits % 32 == 0) put_word<inside>(block, first * bits / 32, packed);
    }
    below_at_ += block_steps;
    pixels_.next_block();
    // Stops the compiler from computing it from the block's number at each use.
    asm("" : "+l"(below_at_));
  }

  template <bool inside>
  __device__ void put_word(int block, int i, std::uint32_t packed) {
    std::uint32_t pixels = packed;
    if constexpr (bits > 1) pixels += fed_.levels[slot_of(block)][lane_][i];
    pixels_.template put<inside ? Edge::left : Edge::any>(block, i, pending_, pixels);
    pending_ = pixels;
  }

  // Computes the steps of a piece, loads the next piece, and hands on the sums of the last row. Few pixels need a seed.
  // So sums of above are first taken as they are. If a lane lacks a seed, its base gets it, and the steps are computed
  // again, until all have theirs.
  template <bool inside>
  __device__ void run_piece(int block, int first, std::uint32_t* below, std::uint32_t& packed) {
    const bool last = first + steps == block_steps;
    const int next_block = last ? block + 1 : block;
    const int next_first = last ? 0 : first + steps;
    const bool waits = last && next_block < stripe_.end;
    const Chain before = chain_;
    std::uint32_t made = 0;
    std::uint32_t seeds = 0;  // a bit for each step whose base has a seed
    bool again = false;
    while (true) {
      std::uint32_t came[slack + steps];
      const bool any_zero = run_steps<inside>(block, first, next_block, next_first, waits && !again, came, made);
      if constexpr (!seeded) break;
      if (!__any_sync(0xFFFFFFFF, any_zero)) break;
      const std::uint32_t needed = seeds_needed(block, first, came);
      if (!__any_sync(0xFFFFFFFF, needed != seeds)) break;
      load_piece(block, first);
      seeds = needed;
      give_seeds(block, first, seeds);
      chain_ = before;
      again = true;
    }
    packed = steps * bits == 32 ? made : packed << (steps * bits % 32) | made;
    hand_on<inside>(block, first, below);
  }

  // Returns whether this lane got a sum of 0. Sets `came` to the sums that it got, and `made` to the pixels.
  template <bool inside>
  __device__ bool run_steps(int block, int first, int next_block, int next_first, bool waits,
                            std::uint32_t (&came)[slack + steps], std::uint32_t& made) {
    bool any_zero = false;
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = chain_.came[i];
    float ink = 0;
    made = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      const std::uint32_t word = words_[i];
      if (is_fixed && inside && i % group_steps >= group_steps - Step::reach)
        came[i] = (block * block_steps + first + i) / group_steps == lane_ ? Step::zero_bits : came[i];
      if (seeded) any_zero |= came[i] == Step::zero_bits;
      const StepWeights weights = weights_[i % weights_ahead];
      ink = std::fma(ink, static_cast<float>(1 << bits), step<inside>(word, weights, bases_[i], came[i]));
      handed_[i] = complete_;
      came[i + slack] = __float_as_uint(__shfl_up_sync(0xFFFFFFFF, complete_, 1));
      if (i % group_steps == group_steps - 1) load_words(next_block, next_first, i - i % group_steps);
      if (i == steps - group_steps - 1) {
        if (waits) Ready::wait();
#pragma unroll
        for (int k = 0; k < steps - group_steps; k += group_steps) load_bases(next_block, next_first, k);
      }
      if (i == steps - 1) load_bases(next_block, next_first, steps - group_steps);
      weights_[i % weights_ahead] = weights_of_word(words_[(i + weights_ahead) % steps]);
      if ((i + 1) % ink_steps == 0) {
        constexpr float whole = 1 << 23;
        const std::uint32_t number = __float_as_uint(ink + whole) - __float_as_uint(whole);
        made = (made << (ink_steps * bits)) + number;
        ink = 0;
      }
    }
#pragma unroll
    for (int i = 0; i < slack; ++i) chain_.came[i] = came[steps + i];
    return any_zero;
  }

  // The steps of a piece that need a seed in this lane, one bit for each. The first row's have theirs.
  __device__ std::uint32_t seeds_needed(int block, int first, const std::uint32_t (&came)[slack + steps]) const {
    const std::uint32_t* words = &fed_.words[slot_of(block)][lane_][first];
    std::uint32_t needed = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      if (came[i] == Step::zero_bits && is_seeded_word(words[i])) needed |= 1U << i;
    }
    return lane_ == 0 ? 0 : needed;
  }

  // Takes seeds from the bases of steps, which are counted down.
  __device__ void give_seeds(int block, int first, std::uint32_t seeds) {
#pragma unroll 1
    for (std::uint32_t left = any_lane(seeds); left != 0; left &= left - 1) {
      const int step = 31 - __clz(static_cast<int>(left & -left));
      const int given = (seeds >> step & 1) != 0 ? seed(block, first + step) : 0;
#pragma unroll
      for (int i = 0; i < steps; ++i) {
        if (i == step) bases_[i] -= static_cast<std::uint32_t>(given);
      }
    }
  }
  static __device__ std::uint32_t any_lane(std::uint32_t mask) {
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xFFFFFFFF, mask);
#else
    for (int lanes = 16; lanes > 0; lanes /= 2) mask |= __shfl_xor_sync(0xFFFFFFFF, mask, lanes);
    return mask;
#endif
  }

  __device__ int seed(int block, int step) const {
    return tone_seed(std::int64_t{block} * block_steps + step - skew * (lane_ + 1), stripe_.first_row + lane_,
                     stripe_.ink);
  }

  // A pixel. Sets the sum that it completes, and returns 1 if it has ink, else 0.
  template <bool inside>
  __device__ float step(std::uint32_t word, const StepWeights& weights, std::uint32_t base, std::uint32_t came) {
    float error;
    const float ink = Step::quantise(chain_.left + start(word, base, came), word, weights, chain_.left, error);
    // With fixed weights, columns outside the page must have no error.
    if constexpr (is_fixed && !inside) {
      if (is_outside(word)) error = Step::no_error;
      if (is_outside(word)) chain_.left = tone_zero;
    }
    complete_ = Step::give(error, weights, chain_.sums);
    return ink;
  }

  // A + U + tone_shift − m of a pixel.
  __device__ float start(std::uint32_t word, std::uint32_t base, std::uint32_t came) const {
    if constexpr (!is_fixed) return start_of(base, word, limited_sum(came, limit_));
    float sum = start_of_fixed(base, word, factor_);
    add_if(limit_, sum, __uint_as_float(came));
    return sum;
  }

  __device__ StepWeights weights_of_word(std::uint32_t word) const {
    if constexpr (Step::is_fixed) return {};
    const int number = weights_of(word);
    const WeightPair a = tables_.weights[0][number], b = tables_.weights[1][number], c = tables_.weights[2][number];
    return {{a.first, a.second, b.first, b.second, c.first, c.second}};
  }

  // Hands on the sums that the last row has completed.
  template <bool inside>
  __device__ void hand_on(int block, int first, std::uint32_t* below) const {
    if (lane_ != stripe_.rows - 1) return;
    if constexpr (inside) {
      if (block < lag) return;
#pragma unroll
      for (int i = 0; i < steps; i += group_steps) store_four(below + i, i);
    } else {
      const std::int64_t word = std::int64_t{block} * block_steps + first - skew * stripe_.rows;
#pragma unroll
      for (int i = 0; i < steps; ++i) {
        if (word + i >= 0 && word + i < stripe_.columns) store_relaxed(below + i, __float_as_uint(handed_[i]));
      }
    }
  }
  __device__ void store_four(std::uint32_t* to, int i) const {
    store_relaxed(to, __float_as_uint(handed_[i]), __float_as_uint(handed_[i + 1]), __float_as_uint(handed_[i + 2]),
                  __float_as_uint(handed_[i + 3]));
  }

  Stripe stripe_;
  const ToneFed<bits>& fed_;
  const ToneTables<8 * sizeof(Sample)>& tables_;
  int lane_;
  int limit_;   // of sums: 0 in the first row, whose bases have them
  int factor_;  // of amounts
  PixelWords<bits, skew> pixels_;
  int inside_end_;  // the first block that may be partly outside the page; at most the last block
  std::uint32_t* below_at_;
  ToneMailbox* below_mailbox_;

  Chain chain_;
  std::uint32_t pending_;       // the last 32 bits of pixels
  std::uint32_t words_[steps];  // of the next steps
  std::uint32_t bases_[steps];
  StepWeights weights_[weights_ahead];
  float complete_;       // the sum that the last pixel completed
  float handed_[steps];  // the sums that the last steps completed
};

}  // namespace platerip::halftone::cuda
