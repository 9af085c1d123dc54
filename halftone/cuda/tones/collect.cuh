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
    even_ = pixels_.aligned() && stripe.rows == stripe_rows;
    inside_end_ = even_ ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_), "+r"(limit_), "+r"(factor_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    load_group(stripe_.begin, 0);
    for (int block = stripe_.begin; block < stripe_.end; ++block) run_block(block);
    finish();
  }

 private:
  static constexpr int lag = skew_blocks_of(skew);
  // Steps that are computed at a time, and computed again if one of them needs a seed. There is one piece of code for
  // all blocks, and it is short, because stripes that begin would wait for its instructions.
  static constexpr int steps = 8;
  // Steps from when a sum is complete in the lane above to when it is used.
  static constexpr int slack = skew - Step::reach;
  // Steps whose ink is added up as a float.
  static constexpr int ink_steps = bits == 4 ? 4 : 8;

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

  // Loads what the next steps of this lane's row begin with.
  __device__ void load_group(int block, int first) {
    const std::uint32_t* words = &fed_.words[slot_of(block)][lane_][first];
    const std::uint32_t* bases = lane_ == 0 ? &fed_.bases[slot_of(block)][first] : fed_.other_bases;
    const int next_bases = lane_ == 0 ? group_steps : 0;
#pragma unroll
    for (int i = 0; i < steps; i += group_steps) {
      load_four(words + i, &words_[i]);
      load_four(bases + i / group_steps * next_bases, &bases_[i]);
    }
  }
  static __device__ void load_four(const std::uint32_t* from, std::uint32_t* to) {
    const uint4 four = *reinterpret_cast<const uint4*>(from);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  }

  // Loads the group after the one that begins at step `first`, unless the stripe ends before it. For that, the next
  // block must be ready by the end of this one.
  __device__ void load_next_group(int block, int first) {
    if (first == 0) Begun<Sample>::arrive();
    const bool in_next = first + steps == block_steps;
    if (in_next && block + 1 == stripe_.end) return;
    if (in_next) Ready::wait();
    load_group(in_next ? block + 1 : block, in_next ? 0 : first + steps);
  }

  __device__ Edge edge_of(int block) const {
    if (!even_) return Edge::any;
    if (block >= inside_end_) return block > lag ? Edge::right : Edge::any;
    return block <= lag ? Edge::left : Edge::none;
  }

  __device__ void run_block(int block) {
    const Edge edge = edge_of(block);
    const bool by_mail = has_clusters && stripe_.mail_below.has(block - lag);
    std::uint32_t* const below = by_mail ? below_mailbox_->row(block - lag, 0) : below_at_;
    std::uint32_t packed = 0;
#pragma unroll 1
    for (int first = 0; first < block_steps; first += steps) {
      std::uint32_t words[steps], bases[steps];
#pragma unroll
      for (int i = 0; i < steps; ++i) {
        words[i] = words_[i];
        bases[i] = bases_[i];
      }
      load_next_group(block, first);
      run_group(edge, block, first, words, bases, below + first, packed);
      if ((first + steps) * bits % 32 == 0) put_word(edge, block, first * bits / 32, packed);
    }
    below_at_ += block_steps;
    pixels_.next_block();
    // Stops the compiler from computing it from the block's number at each use.
    asm("" : "+l"(below_at_));
  }

  __device__ void put_word(Edge edge, int block, int i, std::uint32_t packed) {
    std::uint32_t pixels = packed;
    if constexpr (bits > 1) pixels += fed_.levels[slot_of(block)][lane_][i];
    switch (edge) {
      case Edge::none:
        pixels_.template put<Edge::none>(block, i, pending_, pixels);
        break;
      case Edge::left:
        pixels_.template put<Edge::left>(block, i, pending_, pixels);
        break;
      case Edge::right:
      case Edge::any:
        pixels_.template put<Edge::any>(block, i, pending_, pixels);
        break;
    }
    pending_ = pixels;
  }

  // Computes some steps and hands on the sums of the last row. Few pixels need a seed, so that the sums of above are
  // first taken as they are.
  __device__ void run_group(Edge edge, int block, int first, const std::uint32_t (&words)[steps],
                            const std::uint32_t (&bases)[steps], std::uint32_t* below, std::uint32_t& packed) {
    const Chain before = chain_;
    const std::uint32_t packed_before = packed;
    const bool needs_seeds = run_steps(words, bases, packed);
    if constexpr (tone_filters[place].seeded) {
      if (__any_sync(0xFFFFFFFF, needs_seeds)) {
        chain_ = before;
        packed = packed_before;
        return run_with_seeds(block, first, below, packed);
      }
    }
    hand_on(edge, block, first, below);
  }

  // Returns whether this lane needs a seed that it did not get.
  __device__ bool run_steps(const std::uint32_t (&words)[steps], const std::uint32_t (&bases)[steps],
                            std::uint32_t& packed) {
    bool needs_seeds = false;
    std::uint32_t came[slack + steps];
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = chain_.came[i];
    float ink = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      needs_seeds |= lacks_seed(words[i], came[i]);
      ink = std::fma(ink, static_cast<float>(1 << bits), step(words[i], bases[i], came[i]));
      handed_[i] = complete_;
      came[i + slack] = __float_as_uint(__shfl_up_sync(0xFFFFFFFF, complete_, 1));
      if ((i + 1) % ink_steps == 0) {
        constexpr float whole = 1 << 23;
        const std::uint32_t number = __float_as_uint(ink + whole) - __float_as_uint(whole);
        packed = (packed << (ink_steps * bits)) + number;
        ink = 0;
      }
    }
#pragma unroll
    for (int i = 0; i < slack; ++i) chain_.came[i] = came[steps + i];
    return needs_seeds;
  }

  // The same steps one by one, with seeds.
  __device__ void run_with_seeds(int block, int first, std::uint32_t* below, std::uint32_t& packed) {
    const std::uint32_t* words = &fed_.words[slot_of(block)][lane_][first];
    const std::uint32_t* bases = lane_ == 0 ? &fed_.bases[slot_of(block)][first] : fed_.other_bases;
    const std::int64_t word = std::int64_t{block} * block_steps + first - skew * stripe_.rows;
#pragma unroll 1
    for (int i = 0; i < steps; ++i) {
      std::uint32_t came = chain_.came[0];
      if (lacks_seed(words[i], came)) came += static_cast<std::uint32_t>(seed(block, first + i));
      const float ink = step(words[i], bases[lane_ == 0 ? i : 0], came);
      packed = packed << bits | static_cast<std::uint32_t>(ink);
#pragma unroll
      for (int k = 0; k + 1 < slack; ++k) chain_.came[k] = chain_.came[k + 1];
      chain_.came[slack - 1] = __float_as_uint(__shfl_up_sync(0xFFFFFFFF, complete_, 1));
      if (lane_ == stripe_.rows - 1 && word + i >= 0 && word + i < stripe_.columns)
        store_relaxed(below + i, __float_as_uint(complete_));
    }
  }

  static __device__ bool lacks_seed(std::uint32_t word, std::uint32_t came) {
    return tone_filters[place].seeded && came == Step::zero_bits && is_seeded_word(word);
  }

  __device__ int seed(int block, int step) const {
    return tone_seed(std::int64_t{block} * block_steps + step - skew * (lane_ + 1), stripe_.first_row + lane_,
                     stripe_.ink);
  }

  // A pixel. Sets the sum that it completes, and returns 1 if it has ink, else 0.
  __device__ float step(std::uint32_t word, std::uint32_t base, std::uint32_t came) {
    const StepWeights weights = weights_of_word(word);
    float error;
    const float ink = Step::quantise(sum_of(word, base, came), word, weights, chain_.left, error);
    // With fixed weights, columns outside the page must have no error.
    if constexpr (Step::is_fixed) {
      if (is_outside(word)) error = Step::no_error;
      if (is_outside(word)) chain_.left = tone_zero;
    }
    complete_ = Step::give(error, weights, chain_.sums);
    return ink;
  }

  // A + S + tone_shift of a pixel. The sum of the row above arrives last.
  __device__ float sum_of(std::uint32_t word, std::uint32_t base, std::uint32_t came) const {
    if constexpr (!Step::is_fixed) return chain_.left + start_of(base, word, limited_sum(came, limit_));
    float sum = chain_.left + start_of_fixed(base, word, factor_);
    // A selection afterwards would take longer.
    asm("{\n\t.reg .pred takes;\n\tsetp.ne.s32 takes, %2, 0;\n\t@takes add.f32 %0, %0, %1;\n\t}"
        : "+f"(sum)
        : "f"(__uint_as_float(came)), "r"(limit_));
    return sum;
  }

  __device__ StepWeights weights_of_word(std::uint32_t word) const {
    if constexpr (Step::is_fixed) return {};
    const int number = weights_of(word);
    const WeightPair a = tables_.weights[0][number], b = tables_.weights[1][number], c = tables_.weights[2][number];
    return {{a.first, a.second, b.first, b.second, c.first, c.second}};
  }

  // Hands on the sums that the last row has completed.
  __device__ void hand_on(Edge edge, int block, int first, std::uint32_t* below) const {
    if (lane_ != stripe_.rows - 1) return;
    if (edge == Edge::none || (edge == Edge::left && block == lag)) {
#pragma unroll
      for (int i = 0; i < steps; i += group_steps) store_four(below + i, i);
    } else if (edge != Edge::left) {
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
  bool even_;       // whether the stripe is full and every row of pixels begins at a word
  int inside_end_;  // the first block that may be partly outside the page; at most the last block
  std::uint32_t* below_at_;
  ToneMailbox* below_mailbox_;

  Chain chain_;
  std::uint32_t pending_;       // the last 32 bits of pixels
  std::uint32_t words_[steps];  // of the next steps
  std::uint32_t bases_[steps];
  float complete_;       // the sum that the last pixel completed
  float handed_[steps];  // the sums that the last steps completed
};

}  // namespace platerip::halftone::cuda
