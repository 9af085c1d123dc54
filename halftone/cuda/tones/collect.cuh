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
        factor_(lane_ == 0 ? 0 : small_factor),
        pixels_(stripe, lane_) {
    below_at_ = stripe.below + (std::int64_t{stripe.begin} * block_steps - skew * stripe.rows);
    const bool even = pixels_.aligned() && stripe.rows == stripe_rows;
    inside_end_ = even ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_), "+r"(factor_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    set_small_bases();
    load_piece(stripe_.begin, 0);
    int block = stripe_.begin;
    while (block < inside_end_) run_block<true>(block++);
    while (block < stripe_.end) run_block<false>(block++);
    finish();
  }

 private:
  static constexpr int lag = skew_blocks_of(skew);
  static constexpr bool is_fixed = Step::is_fixed;
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
  // The first row's bases have the sums of above. Those of other rows stay as they are.
  __device__ void load_bases(int block, int first, int i) {
    if (lane_ == 0) load_four(&fed_.bases[slot_of(block)][first + i], &bases_[i]);
  }
  __device__ void set_small_bases() {
#pragma unroll
    for (std::uint32_t& base : bases_) base = lane_ == 0 ? base : small_base;
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

  // Computes the steps of a piece, loads the next piece, and hands on the sums of the last row. Few sums of above need a
  // seed or must be limited. So they are first taken as they are. If one should not be, its base gets the difference,
  // and the steps are computed again, until all sums are right.
  template <bool inside>
  __device__ void run_piece(int block, int first, std::uint32_t* below, std::uint32_t& packed) {
    const bool last = first + steps == block_steps;
    const int next_block = last ? block + 1 : block;
    const int next_first = last ? 0 : first + steps;
    const bool waits = last && next_block < stripe_.end;
    const Chain before = chain_;
    std::uint32_t made = 0;
    Corrections corrections;
    while (true) {
      std::uint32_t came[slack + steps];
      const bool any_odd = run_steps<inside>(block, first, next_block, next_first, waits && !corrections.any, came, made);
      if constexpr (is_fixed) break;
      if (!__any_sync(0xFFFFFFFF, any_odd) || !correct(block, first, came, corrections)) break;
      load_piece(block, first);
#pragma unroll
      for (int i = 0; i < steps; ++i) bases_[i] += static_cast<std::uint32_t>(corrections.of[i] * -small_factor);
      chain_ = before;
    }
    if (corrections.any) set_small_bases();
    packed = steps * bits == 32 ? made : packed << (steps * bits % 32) | made;
    hand_on<inside>(block, first, below);
  }

  // Returns whether this lane got a sum that is_odd(). Sets `came` to the sums that it got, and `made` to the pixels.
  template <bool inside>
  __device__ bool run_steps(int block, int first, int next_block, int next_first, bool waits,
                            std::uint32_t (&came)[slack + steps], std::uint32_t& made) {
    bool any_odd = false;
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = chain_.came[i];
    float ink = 0;
    made = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      const std::uint32_t word = words_[i];
      if (is_fixed && inside && i % group_steps >= group_steps - Step::reach)
        came[i] = (block * block_steps + first + i) / group_steps == lane_ ? Step::zero_bits : came[i];
      if constexpr (!is_fixed) any_odd |= is_odd(came[i]);
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
    return any_odd;
  }

  // What is added to the sums that steps take, in local memory because it is seldom used.
  struct Corrections {
    bool any = false;
    std::uint32_t steps = 0;  // a bit for each step that has one in this lane
    int of[ToneCollection::steps];
  };

  // Whether a sum is 0 or must be limited.
  static __device__ bool is_odd(std::uint32_t came) {
    return __sad(static_cast<int>(came), static_cast<int>(Step::zero_bits), 0xFFFFFFFF) > tone_limit - 1;
  }

  // Sets the corrections of a piece's steps. Returns whether this changed any.
  __device__ bool correct(int block, int first, const std::uint32_t (&came)[slack + steps],
                          Corrections& corrections) const {
    const std::uint32_t* words = &fed_.words[slot_of(block)][lane_][first];
    std::uint32_t odd = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      const bool is_right = came[i] == Step::zero_bits & !is_seeded_word(words[i]);
      odd |= is_odd(came[i]) & !is_right ? 1U << i : 0;
    }
    if (lane_ == 0) odd = 0;
    std::uint32_t left = any_lane(odd | corrections.steps);
    if (left == 0) return false;
    if (!corrections.any) {
#pragma unroll
      for (int& each : corrections.of) each = 0;
    }
    bool changes = false;
#pragma unroll 1
    for (; left != 0; left &= left - 1) {
      const int step = 31 - __clz(static_cast<int>(left & -left));
      const int correction = (odd >> step & 1) != 0 ? correction_of(block, first + step, at(came, step)) : 0;
      changes |= correction != corrections.of[step];
      corrections.of[step] = correction;
    }
    corrections.any = true;
    corrections.steps = odd;
    return __any_sync(0xFFFFFFFF, changes);
  }
  __device__ int correction_of(int block, int step, std::uint32_t came) const {
    const int sum = Step::sum_of(came);
    if (tone_filters[place].seeded && sum == 0) return seed(block, step);
    return min(max(sum, -tone_limit), tone_limit) - sum;
  }
  // An element of an array in registers.
  static __device__ std::uint32_t at(const std::uint32_t (&came)[slack + steps], int step) {
    std::uint32_t found = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) found = i == step ? came[i] : found;
    return found;
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
    float sum = chain_.left + start_of(base, word, factor_);
    add_if(factor_, sum, __uint_as_float(came));
    float error;
    const float ink = Step::quantise(sum, word, weights, chain_.left, error);
    // With fixed weights, columns outside the page must have no error.
    if constexpr (is_fixed && !inside) {
      if (is_outside(word)) error = Step::no_error;
      if (is_outside(word)) chain_.left = tone_zero;
    }
    complete_ = Step::give(error, weights, chain_.sums);
    return ink;
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
  int factor_;  // of amounts: 0 in the first row, whose bases have them and the sums of above
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
