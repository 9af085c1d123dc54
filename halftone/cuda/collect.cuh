// The warp that collects a stripe's errors. Each lane has a row and stays `skew` columns behind the lane above, from
// which it gets each error by a shuffle.
#pragma once

#include <utility>

#include "halftone/cuda/levels.cuh"
#include "halftone/cuda/wavefront/mailbox.cuh"
#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

/// Which part of a block may be outside the page: none; columns to the left; columns to the right, from a multiple of
/// four on; any.
enum class Edge { none, left, right, any };

template <std::size_t filter, class Levels, typename Sample>
class Collection {
 public:
  using W = Weights<filter>;
  static constexpr int rows_above = W::rows_above;

  __device__ Collection(const Stripe& stripe, Fed<rows_above>& fed, const Levels& levels, Mailbox<rows_above>& mailbox,
                        int rank)
      : stripe_(stripe),
        fed_(fed),
        levels_(levels),
        lane_(threadIdx.x % 32),
        fed_row_(lane_ < rows_above ? stripe_rows + lane_ : lane_) {
    const std::int64_t column = std::int64_t{stripe.begin} * block_steps;
    below_at_ = stripe.below + (column - skew * stripe.rows) / 2;
    word_at_ = stripe.pixels + lane_ * stripe.pixels_row + first_byte(stripe.begin);
    row_end_ = stripe.pixels + lane_ * stripe.pixels_row + (stripe.width * bits + 7) / 8;
    aligned_ = ((reinterpret_cast<std::uintptr_t>(stripe.pixels) | stripe.pixels_row) & 3) == 0;
    const bool even = aligned_ && stripe.rows == stripe_rows;
    even_end_ = even && stripe.width % group_steps == 0;
    inside_end_ = even ? min(static_cast<int>(stripe.width / block_steps), stripe.end - 1) : 0;
    set_weights();
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    // Stops the compiler from computing these again in each block.
    asm("" : "+l"(below_mailbox_), "+r"(lane_));
  }

  __device__ void run() {
    load_state();
    Ready::wait();
    group_[0] = load_group(stripe_.begin, 0);
    group_[1] = load_group(stripe_.begin, group_steps);
    int block = stripe_.begin;
    while (block <= skew_blocks && block < inside_end_) run_block<Edge::left>(block++);
    while (block < inside_end_) run_block<Edge::none>(block++);
    if (block > skew_blocks && even_end_) {
      while (block < stripe_.end) run_block<Edge::right>(block++);
    } else {
      while (block < stripe_.end) run_block<Edge::any>(block++);
    }
    finish();
  }

 private:
  static constexpr int bits = Levels::bits;
  // Columns of a row above that a lane keeps from block to block: −2 to skew − 1.
  static constexpr int window = max_reach + skew;
  using RowsAbove = int[rows_above][window + block_steps];
  using Columns = std::make_integer_sequence<int, reach_columns>;
  static_assert(skew % group_steps == 0 && block_steps % group_steps == 0,
                "columns are multiples of four at the same steps");

  __device__ void load_state() {
    if (stripe_.begin == 0) {
      each_state_word([](int, int& word) { word = no_error; });
    } else {
      each_state_word([&](int i, int& word) { word = static_cast<int>(stripe_.state[i * 32 + lane_]); });
    }
  }

  __device__ void finish() {
    if (stripe_.end == blocks_of(stripe_.width, stripe_.rows)) {
      put_word<Edge::any>(stripe_.end, 0, 0);
    } else {
      each_state_word([&](int i, int& word) { stripe_.state[i * 32 + lane_] = static_cast<std::uint32_t>(word); });
    }
  }

  // Visits everything that is carried from block to block.
  template <typename Use>
  __device__ void each_state_word(Use use) {
    use(0, left_[0]);
    use(1, left_[1]);
    use(2, pending_);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) use(3 + row * window + i, above_[row][i]);
    }
    static_assert(3 + rows_above * window <= collect_state_words);
  }

  // The stripe's first rows get no weights for rows above it: Fed::sums already has what those contribute.
  __device__ void set_weights() {
    set_weights<0>(Columns{});
    if constexpr (rows_above == 2) set_weights<1>(Columns{});
  }

  template <int row, int... k>
  __device__ void set_weights(std::integer_sequence<int, k...>) {
    ((weight_[row][k] = lane_ > row ? W::template above<row, k> : 0), ...);
    // Stops the compiler from computing the weights again at each step.
    (launder(weight_[row][k]), ...);
  }

  static __device__ void launder(int& value) {
    asm("" : "+r"(value));
  }

  // The sums with which the next four steps of this lane's row begin. They lack the errors of this stripe.
  __device__ int4 load_group(int block, int first) const {
    return *reinterpret_cast<const int4*>(&fed_.sums[slot_of(block)][fed_row_][first]);
  }

  // Returns the sums of a group of four steps, and starts loading those of the group after the next one. For that, the
  // next block must be ready by the end of this one.
  template <Edge edge>
  __device__ int4 next_group(int block, int first) {
    const int4 group = group_[0];
    group_[0] = group_[1];
    if (first == 0) Begun<sample_warps<Sample>>::arrive();
    const int loaded = first + 2 * group_steps;
    if (loaded < block_steps) {
      group_[1] = load_group(block, loaded);
      return group;
    }
    if (edge == Edge::right || edge == Edge::any) {
      if (block + 1 == stripe_.end) return group;
    }
    if (loaded == block_steps) Ready::wait();
    group_[1] = load_group(block + 1, loaded - block_steps);
    return group;
  }

  template <Edge edge>
  __device__ void run_block(int block) {
    // Errors of the rows above, from column −2 of the block on.
    RowsAbove above;
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) above[row][i] = above_[row][i];
    }
    int y[block_steps];
    int packed = 0;
    const std::uint32_t inside = steps_inside<edge>(block);
    const bool by_mail = has_clusters && stripe_.mail_below.has(block - skew_blocks);
    std::uint32_t* const below = by_mail ? below_mailbox_->row(block - skew_blocks, 0) : below_at_;
    const std::int64_t below_row = by_mail ? block_steps / 2 : stripe_.boundary_row;
#pragma unroll
    for (int first = 0; first < block_steps; first += group_steps) {
      const int4 group = next_group<edge>(block, first);
#pragma unroll
      for (int i = first; i < first + group_steps; ++i) {
        y[i] = step(group, i - first, i >= 1 ? y[i - 1] : left_[0], i >= 2 ? y[i - 2] : left_[1 - i], above, i,
                    before_page<edge>(block, i), packed);
        const bool outside = can_be_outside<edge>(i) && (inside >> i & 1) == 0;
        if (edge == Edge::any && outside) y[i] = no_error;
        above[0][i + window] = __shfl_up_sync(0xFFFFFFFF, outside ? no_error : y[i], 1);
        if constexpr (rows_above == 2) above[1][i + window] = __shfl_up_sync(0xFFFFFFFF, above[0][i + max_reach], 1);
      }
      constexpr int handed = handed_steps<edge>();
      if (first % handed == handed - group_steps && hands_on<edge>(block, inside >> first))
        hand_on<handed>(below + (first - first % handed) / 2, below_row, &y[first - first % handed],
                        &above[0][first - first % handed + max_reach]);
      if ((first + group_steps) * bits % 32 == 0) {
        put_word<edge>(block, first * bits / 32, packed);
        pending_ = packed;
      }
    }
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
#pragma unroll
      for (int i = 0; i < window; ++i) above_[row][i] = above[row][block_steps + i];
    }
    left_[0] = y[block_steps - 1];
    left_[1] = y[block_steps - 2];
    below_at_ += block_steps / 2;
    word_at_ += 4 * bits;
    // Stops the compiler from computing both from the block's number at each use.
    asm("" : "+l"(below_at_), "+l"(word_at_));
  }

  // Whether a step is left of the page, but so near that the filter reaches errors inside the page. Steps further left
  // reach none, and their samples are paper, so they have no errors.
  template <Edge edge>
  __device__ bool before_page(int block, int i) const {
    return edge == Edge::left && i % group_steps >= group_steps - W::reach_right &&
           block * (block_steps / group_steps) + i / group_steps <= lane_;
  }

  // Whether the last row is inside the page, and so has errors to hand on.
  template <Edge edge>
  __device__ bool hands_on(int block, std::uint32_t inside) const {
    if (edge == Edge::none) return true;
    if (edge == Edge::left) return block == skew_blocks;
    return (inside & 1) != 0;
  }

  // Whether a step can be at a column outside the page whose error pixels inside the page would collect. No pixel
  // collects from columns further to the right.
  template <Edge edge>
  static constexpr __device__ bool can_be_outside(int i) {
    if (edge == Edge::right) return i % group_steps < W::reach_right;
    return edge == Edge::any;
  }

  // The steps of a block in which this lane is within the page's width, one bit for each.
  template <Edge edge>
  __device__ std::uint32_t steps_inside(int block) const {
    if constexpr (edge == Edge::none || edge == Edge::left) return 0xFFFFFFFF;
    const std::int64_t column = std::int64_t{block} * block_steps - skew * (lane_ + 1);
    const auto begin = static_cast<unsigned>(clamp(-column, 0, block_steps));
    const auto end = static_cast<unsigned>(clamp(stripe_.width - column, 0, block_steps));
    return __funnelshift_lc(0, 0xFFFFFFFF, begin) & ~__funnelshift_lc(0, 0xFFFFFFFF, end);
  }

  // Computes the y of a pixel from its ink and the errors around it. The left neighbour's error is known last, so its
  // part is added last; launder() keeps the compiler from changing this order.
  __device__ int step(const int4& group, int k, int left1, int left2, const RowsAbove& above, int i, bool before_page,
                      int& packed) const {
    int sum = k == 0 ? group.x : k == 1 ? group.y : k == 2 ? group.z : group.w;
    if constexpr (rows_above == 2) sum += collect<1>(&above[1][i], before_page, Columns{});
    sum += collect<0>(&above[0][i], before_page, Columns{});
    launder(sum);
    if constexpr (W::left2 != 0) {
      sum += W::left2 * left2;
      launder(sum);
    }
    sum += W::left1 * left1;
    return levels_.quantise(sum >> W::shift, packed);
  }

  // What one row above contributes, from columns −2 to 2 relative to the pixel.
  template <int row, int... k>
  __device__ int collect(const int* above, bool before_page, std::integer_sequence<int, k...>) const {
    return (... + times<row, k>(weight_[row][k], k > max_reach && before_page ? no_error : above[k]));
  }

  // A product, or nothing if the filter has no such weight.
  template <int row, int k>
  static __device__ int times(int weight, int y) {
    if constexpr (W::template above<row, k> == 0) return 0;
    return weight * y;
  }

  // Columns that are handed on at a time: more if no column is left out.
  template <Edge edge>
  static constexpr __device__ int handed_steps() {
    return edge == Edge::none || edge == Edge::left ? 2 * group_steps : group_steps;
  }

  // Hands on columns of the last row, and of the row above it if the filter reaches two rows up.
  template <int steps>
  __device__ void hand_on(std::uint32_t* below, std::int64_t below_row, const int* y, const int* above) const {
    if (lane_ != stripe_.rows - 1) return;
    store_pairs<steps>(below, y);
    if (rows_above == 2 && stripe_.rows > 1) store_pairs<steps>(below + below_row, above);
  }

  template <int steps>
  static __device__ void store_pairs(std::uint32_t* words, const int* y) {
    if constexpr (steps == 4) {
      store_relaxed(words, pair(y[0], y[1]), pair(y[2], y[3]));
    } else {
      store_relaxed(words, pair(y[0], y[1]), pair(y[2], y[3]), pair(y[4], y[5]), pair(y[6], y[7]));
    }
  }

  // Bits by which this lane's pixels lag behind those of a lane without skew.
  __device__ int skewed() const {
    return skew * (lane_ + 1) * bits;
  }

  // Where in the plate's row, in bytes, the word begins that a block's first 32 bits of pixels complete.
  __device__ std::int64_t first_byte(int block) const {
    return 4 * (std::int64_t{block} * bits - skewed() / 32 - 1);
  }

  // Because of its skew, a lane's 32 bits of pixels begin in the middle of a word of the plate. Writes the word that
  // they complete. If the page ends inside a word, the bits past its width are 0 even so: there is paper, and with two
  // levels errors alone never make ink.
  template <Edge edge>
  __device__ void put_word(int block, int i, int packed) const {
    const std::uint32_t made =
        __funnelshift_l(static_cast<unsigned>(packed), static_cast<unsigned>(pending_), skewed() % 32);
    const std::uint32_t pixels = made ^ Levels::opposite;
    if constexpr (edge == Edge::any) {
      store_bytes(first_byte(block) + 4 * i, pixels);
    } else if constexpr (edge == Edge::right) {
      std::byte* at = word_at_ + 4 * i;
      if (at + 4 <= row_end_) {
        __stwb(reinterpret_cast<std::uint32_t*>(at), in_memory(pixels));
      } else if (at < row_end_) {
        store_bytes(first_byte(block) + 4 * i, pixels);
      }
    } else if (edge == Edge::none || block * bits + i > skewed() / 32) {
      __stwb(reinterpret_cast<std::uint32_t*>(word_at_ + 4 * i), in_memory(pixels));
    }
  }

  // Reverses the bytes: the first pixel of a word must be in the uppermost bits of its first byte.
  static __device__ std::uint32_t in_memory(std::uint32_t word) {
    return __byte_perm(word, 0, 0x0123);
  }

  // Stores those bytes of a word that are inside the row. Bits past the page's width become 0, whatever the levels.
  __device__ void store_bytes(std::int64_t byte, std::uint32_t word) const {
    const std::int64_t row_bytes = (stripe_.width * bits + 7) / 8;
    if (lane_ >= stripe_.rows || byte < 0) return;
    const auto inside = static_cast<unsigned>(clamp(stripe_.width * bits - 8 * byte, 0, 32));
    const std::uint32_t pixels = in_memory(word & ~__funnelshift_rc(0xFFFFFFFF, 0, inside));
    std::byte* at = stripe_.pixels + lane_ * stripe_.pixels_row + byte;
    if (aligned_ && byte + 4 <= row_bytes) {
      *reinterpret_cast<std::uint32_t*>(at) = pixels;
      return;
    }
#pragma unroll 1
    for (int i = 0; i < 4 && byte + i < row_bytes; ++i) at[i] = static_cast<std::byte>(pixels >> (8 * i));
  }

  Stripe stripe_;
  Fed<rows_above>& fed_;
  Levels levels_;
  int lane_;
  int fed_row_;     // this lane's row in Fed::sums
  bool aligned_;    // whether every row of pixels begins at a word
  bool even_end_;   // whether, besides, the stripe is full and the width a multiple of four
  int inside_end_;  // the first block that may be partly outside the page; at most the last block
  std::uint32_t* below_at_;
  Mailbox<rows_above>* below_mailbox_;
  std::byte* word_at_;
  std::byte* row_end_;
  int weight_[rows_above][reach_columns];

  int left_[2];                    // y of the two pixels before, the nearer first
  int above_[rows_above][window];  // y of the rows above, the nearer row first
  int pending_;                    // the last 32 bits of pixels, as packed
  int4 group_[2];                  // sums of the next steps, and of those after them
};

}  // namespace platerip::halftone::cuda
