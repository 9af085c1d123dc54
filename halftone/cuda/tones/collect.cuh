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
    const bool even_sides = stripe.width % group_steps == 0 && stripe.width > lag * block_steps + block_steps;
    even_ = pixels_.aligned() && stripe.rows == stripe_rows && (!is_fixed || even_sides);
    inside_end_ = even_ ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    whole_end_ = static_cast<int>(stripe.columns / block_steps) + lag;
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_), "+r"(limit_), "+r"(factor_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    set_other_bases();
    load_piece(stripe_.begin, 0);
    int block = stripe_.begin;
    if (even_) {
      run_even(block);
    } else {
      for (; block < stripe_.end; ++block) run_block<Edge::any>(block);
    }
    finish();
  }

 private:
  static constexpr int lag = skew_blocks_of(skew);
  static constexpr bool is_fixed = Step::is_fixed;
  static constexpr bool seeded = tone_filters[place].seeded;
  // Steps of a piece.
  static constexpr int steps = bits == 4 ? 8 : is_fixed && bits == 1 ? 32 : 16;
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
  static_assert(fed_ahead >= 2);
  __device__ void load_words(int block, int first, int i) {
    load_four(&fed_.words[slot_of(block)][lane_][first + i], &words_[i]);
  }
  // The first row's bases have the sums of above. Those of other rows stay as they are.
  __device__ void load_bases(int block, int first, int i) {
    if (lane_ == 0) load_four(&fed_.bases[slot_of(block)][first + i], &bases_[i]);
  }
  __device__ void set_other_bases() {
#pragma unroll
    for (std::uint32_t& base : bases_) base = lane_ == 0 ? base : is_fixed ? small_base : limited_base;
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

  // With fixed weights, the checks at the page's sides take time, so that blocks inside have code of their own. Without
  // them, one piece of code for all blocks means that fewer instructions are fetched.
  __device__ void run_even(int block) {
    if constexpr (is_fixed) {
      for (; block <= lag && block < stripe_.end; ++block) run_block<Edge::left>(block);
      for (; block < inside_end_; ++block) run_block<Edge::none>(block);
      for (; block < stripe_.end; ++block) run_block<Edge::right>(block);
    } else {
      for (; block < stripe_.end; ++block) run_block<Edge::both>(block);
    }
  }

  template <Edge edge>
  __device__ void run_block(int block) {
    const bool by_mail = has_clusters && stripe_.mail_below.has(block - lag);
    std::uint32_t* const below = by_mail ? below_mailbox_->row(block - lag, 0) : below_at_;
    std::uint32_t packed = 0;
    Begun<Sample>::arrive();
#pragma unroll 1
    for (int first = 0; first < block_steps; first += steps) {
      run_piece<edge>(block, first, below + first, packed);
      if ((first + steps) * bits % 32 == 0) put_word<edge>(block, first * bits / 32, packed);
    }
    below_at_ += block_steps;
    pixels_.next_block();
    // Stops the compiler from computing it from the block's number at each use.
    asm("" : "+l"(below_at_));
  }

  template <Edge edge>
  __device__ void put_word(int block, int i, std::uint32_t packed) {
    std::uint32_t pixels = packed;
    if constexpr (bits > 1) pixels += fed_.levels[slot_of(block)][lane_][i];
    pixels_.template put<edge>(block, i, pending_, pixels);
    pending_ = pixels;
  }

  // Computes the steps of a piece, loads the next piece, and hands on the sums of the last row. Few pixels need a seed.
  // So sums of above are first taken as they are. If a lane lacks a seed, its base gets it, and the steps are computed
  // again, until all have theirs.
  template <Edge edge>
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
      const std::uint32_t needed = run_steps<edge>(block, first, next_block, next_first, waits && !again, made);
      if (!seeded || !__any_sync(0xFFFFFFFF, needed != seeds)) break;
      set_other_bases();
      load_piece(block, first);
      seeds = needed;
      give_seeds(block, first, seeds);
      chain_ = before;
      again = true;
    }
    if (again) set_other_bases();
    packed = steps * bits == 32 ? made : packed << (steps * bits % 32) | made;
    hand_on<edge>(block, first, below);
  }

  // Returns the steps that need a seed, one bit for each. Sets `made` to the pixels.
  template <Edge edge>
  __device__ std::uint32_t run_steps(int block, int first, int next_block, int next_first, bool waits,
                                     std::uint32_t& made) {
    std::uint32_t needed = 0;
    std::uint32_t came[slack + steps];
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = chain_.came[i];
    float ink = 0;
    made = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      const std::uint32_t word = words_[i];
      if constexpr (is_fixed && may_begin(edge)) drop_before_page(block * block_steps + first + i, i, came[i]);
      if constexpr (is_fixed && may_end(edge)) drop_at_end(block * block_steps + first + i, i, came[i]);
      if (seeded && came[i] == Step::zero_bits && is_seeded_word(word)) needed |= 1U << i;
      const StepWeights weights = weights_[i % weights_ahead];
      ink = std::fma(ink, static_cast<float>(1 << bits), step<edge>(word, weights, bases_[i], came[i]));
      handed_[i] = complete_;
      came[i + slack] = __float_as_uint(__shfl_up_sync(0xFFFFFFFF, complete_, 1));
      if (i % group_steps == group_steps - 1) load_words(next_block, next_first, i - i % group_steps);
      // As late as possible: what comes from the stripe above must not hold up these steps.
      if (i == steps - 2) {
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
    // The first row's bases have their seeds.
    return lane_ == 0 ? 0 : needed;
  }

  // Beside the page there are no errors. So columns to the left of it, and the first one to the right, take none from
  // inside it. Step i of a piece is at column x − skew·(lane + 1).
  __device__ void drop_before_page(int x, int i, std::uint32_t& came) const {
    static_assert(!is_fixed || skew == group_steps);
    if (i % group_steps >= group_steps - Step::reach && x / group_steps == lane_) came = Step::zero_bits;
  }
  __device__ void drop_at_end(int x, int i, std::uint32_t& came) {
    if (i % group_steps != 0 || x / group_steps - lane_ - 1 != stripe_.width / group_steps) return;
    came = Step::zero_bits;
    chain_.left = tone_zero;
  }

  // Subtracts seeds from the bases of steps, which adds them to the sums (base_of()).
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
  template <Edge edge>
  __device__ float step(std::uint32_t word, const StepWeights& weights, std::uint32_t base, std::uint32_t came) {
    float error;
    const float ink = Step::quantise(chain_.left + start(word, base, came), word, weights, chain_.left, error);
    // With fixed weights, columns outside the page must have no error.
    if constexpr (is_fixed && edge == Edge::any) {
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
  template <Edge edge>
  __device__ void hand_on(int block, int first, std::uint32_t* below) const {
    if (lane_ != stripe_.rows - 1) return;
    if constexpr (edge != Edge::any) {
      if (may_begin(edge) && block < lag) return;
      const int there = block < whole_end_ ? block_steps : static_cast<int>(stripe_.columns % block_steps);
#pragma unroll
      for (int i = 0; i < steps; i += group_steps) {
        if (!may_end(edge) || first + i < there) store_four(below + i, i);
      }
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
  bool even_;       // whether every row is there, and no pixel must be checked for being outside the page
  int inside_end_;  // the first block that may be partly outside the page; at most the last block
  int whole_end_;   // the first block of which the last row does not hand on all sums
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
