// The warp that quantises a stripe's pixels by a tone filter. Each lane has a row and stays `skew` columns behind the
// lane above, from which it gets each sum by a shuffle.
#pragma once

#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/tones/pixel_words.cuh"
#include "halftone/cuda/wavefront/mailbox.cuh"

namespace platerip::halftone::cuda {

template <class Step, int bits>
class ToneCollection {
 public:
  using Pixel = typename Step::Pixel;
  using Fed = ToneFed<Pixel, bits>;
  using Weights = WeightTable<Step::weight_sets>;
  static constexpr int skew = Step::skew;

  __device__ ToneCollection(const Stripe& stripe, const Fed& fed, const Weights& weights, ToneMailbox& mailbox,
                            int rank)
      : stripe_(stripe),
        fed_(fed),
        weights_(weights),
        lane_(threadIdx.x % 32),
        limit_(lane_ == 0 ? 0 : 2 * tone_limit),
        pixels_(stripe, lane_) {
    below_at_ = stripe.below + (std::int64_t{stripe.begin} * block_steps - skew * stripe.rows);
    const bool even_sides = stripe.width % group_steps == 0 && stripe.width > lag * block_steps + block_steps;
    even_ = pixels_.aligned() && stripe.rows == stripe_rows && (!is_fixed || even_sides);
    inside_end_ = even_ ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    whole_end_ = static_cast<int>(stripe.columns / block_steps) + lag;
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_), "+r"(limit_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    load_group(stripe_.begin, 0, next_);
#pragma unroll
    for (int i = 0; i < weights_ahead; ++i) next_weights_[i] = weights_of_pixel(next_[i]);
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
  static constexpr bool seeded = Step::filter.seeded;
  // Steps of a piece of code.
  static constexpr int steps = bits == 4 ? 8 : bits == 2 ? 16 : 32;
  // Steps from when a sum is complete in the lane above to when it is used.
  static constexpr int slack = skew - Step::reach;
  // Steps whose ink is added up as a float.
  static constexpr int ink_steps = bits == 4 ? 4 : bits == 2 ? 8 : 16;
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
    use(0, pending_);
    use(1, chain_.left);
#pragma unroll
    for (int i = 0; i < slack; ++i) use(2 + i, chain_.came[i]);
#pragma unroll
    for (int i = 0; i <= Step::reach; ++i) use(2 + slack + i, chain_.sums.of[i]);
    static_assert(2 + slack + Step::reach < collect_state_words);
  }

  // Loads the pixels of four steps.
  __device__ void load_group(int block, int first, Pixel (&to)[group_steps]) const {
#pragma unroll
    for (int i = 0; i < group_steps; i += Fed::at_a_time) {
      const auto some = fed_.some(slot_of(block), lane_, first + i);
#pragma unroll
      for (int k = 0; k < Fed::at_a_time; ++k) to[i + k] = some.of[k];
    }
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
    Begun<tone_sample_warps>::arrive();
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

  // Computes the steps of a piece, and hands on the sums of the last row. Loads the first pixels of the next piece.
  template <Edge edge>
  __device__ void run_piece(int block, int first, std::uint32_t* below, std::uint32_t& packed) {
    Pixel pixels[steps + group_steps];
    StepWeights weights[steps + weights_ahead];
    std::uint32_t came[slack + steps];
    float complete[steps];
    float ink = 0;
    const int handed = handed_steps<edge>(block);
#pragma unroll
    for (int i = 0; i < group_steps; ++i) pixels[i] = next_[i];
#pragma unroll
    for (int i = 0; i < weights_ahead; ++i) weights[i] = next_weights_[i];
#pragma unroll
    for (int i = 0; i < slack; ++i) came[i] = chain_.came[i];
#pragma unroll
    for (int i = 0; i < steps; ++i) {
      if (i % group_steps == 0) {
        Pixel four[group_steps];
        load_group_after(block, first, i, four);
#pragma unroll
        for (int k = 0; k < group_steps; ++k) pixels[i + group_steps + k] = four[k];
      }
      if constexpr (is_fixed && may_begin(edge)) drop_before_page(block * block_steps + first + i, i, came[i]);
      if constexpr (is_fixed && may_end(edge)) drop_at_end(block * block_steps + first + i, i, came[i]);
      weights[i + weights_ahead] = weights_of_pixel(pixels[i + weights_ahead]);
      complete[i] = step<edge>(pixels[i], weights[i], came[i], ink);
      came[i + slack] = __float_as_uint(__shfl_up_sync(0xFFFFFFFF, complete[i], 1));
      if (i % group_steps == group_steps - 1)
        hand_on<edge>(block, first + i + 1 - group_steps, handed, below + (i + 1 - group_steps),
                      &complete[i + 1 - group_steps]);
      if ((i + 1) % ink_steps == 0) {
        constexpr float whole = 1 << 23;
        const std::uint32_t number = __float_as_uint(ink + whole) - __float_as_uint(whole);
        packed = (packed << (ink_steps * bits)) + number;
        ink = 0;
      }
    }
#pragma unroll
    for (int i = 0; i < slack; ++i) chain_.came[i] = came[steps + i];
#pragma unroll
    for (int i = 0; i < group_steps; ++i) next_[i] = pixels[steps + i];
#pragma unroll
    for (int i = 0; i < weights_ahead; ++i) next_weights_[i] = weights[steps + i];
  }

  // Loads the pixels of the group after that of step i of a piece. For that, the next block must be ready in time.
  __device__ void load_group_after(int block, int first, int i, Pixel (&to)[group_steps]) const {
    if (i + group_steps < steps || steps < block_steps && first + steps < block_steps) {
      load_group(block, first + i + group_steps, to);
      return;
    }
    if (block + 1 < stripe_.end) Ready::wait();
    load_group(block + 1, 0, to);
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

  // A pixel. Adds its ink to `ink`, and returns the sum that it completes.
  template <Edge edge>
  __device__ float step(const Pixel& pixel, const StepWeights& weights, std::uint32_t came, float& ink) {
    if constexpr (seeded) chain_.left = std::fma(is_zero(came), seed_of(pixel), chain_.left);
    auto given = Step::quantise(chain_.left + start(pixel, came), pixel, weights, chain_.left, chain_.sums);
    // With fixed weights, columns outside the page must have no error.
    if constexpr (is_fixed && edge == Edge::any) {
      if (is_outside(pixel)) {
        given = Step::nothing(chain_.sums);
        chain_.left = tone_zero;
      }
    }
    Step::give(given.error, weights, chain_.sums);
    ink = std::fma(ink, static_cast<float>(1 << bits), given.ink);
    return given.complete;
  }

  // What a pixel adds to the product of the pixel to the left: its amount and the sum of the row above.
  __device__ float start(const Pixel& pixel, std::uint32_t came) const {
    if constexpr (!is_fixed) return start_of(pixel, came, limit_);
    float sum = __uint_as_float(pixel.start);
    add_if(limit_, sum, __uint_as_float(came));
    return sum;
  }

  __device__ StepWeights weights_of_pixel(const Pixel& pixel) const {
    if constexpr (is_fixed) return {};
    return weights_in<Step::weight_sets>(weights_, weights_of(pixel));
  }

  // How many sums of a block this lane hands on: those of the last row that are inside the page.
  template <Edge edge>
  __device__ int handed_steps(int block) const {
    if (lane_ != stripe_.rows - 1 || (may_begin(edge) && block < lag)) return 0;
    return !may_end(edge) || block < whole_end_ ? block_steps : static_cast<int>(stripe_.columns % block_steps);
  }

  // Hands on the sums of a group of steps.
  template <Edge edge>
  __device__ void hand_on(int block, int first, int handed, std::uint32_t* below, const float* sums) const {
    if constexpr (edge != Edge::any) {
      if (first < handed)
        store_relaxed(below, __float_as_uint(sums[0]), __float_as_uint(sums[1]), __float_as_uint(sums[2]),
                      __float_as_uint(sums[3]));
    } else {
      if (lane_ != stripe_.rows - 1) return;
      const std::int64_t word = std::int64_t{block} * block_steps + first - skew * stripe_.rows;
#pragma unroll
      for (int i = 0; i < group_steps; ++i) {
        if (word + i >= 0 && word + i < stripe_.columns) store_relaxed(below + i, __float_as_uint(sums[i]));
      }
    }
  }

  Stripe stripe_;
  const Fed& fed_;
  const Weights& weights_;
  int lane_;
  int limit_;  // of sums: 0 in the first row, whose pixels have them
  PixelWords<bits, skew> pixels_;
  bool even_;       // whether every row is there, and no pixel must be checked for being outside the page
  int inside_end_;  // the first block that may be partly outside the page; at most the last block
  int whole_end_;   // the first block of which the last row does not hand on all sums
  std::uint32_t* below_at_;
  ToneMailbox* below_mailbox_;

  Chain chain_;
  std::uint32_t pending_;    // the last 32 bits of pixels
  Pixel next_[group_steps];  // of the next steps
  StepWeights next_weights_[weights_ahead];
};

}  // namespace platerip::halftone::cuda
