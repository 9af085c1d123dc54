// The warp that waits for the errors of the stripe above, and adds what they contribute to this stripe's first rows.
#pragma once

#include <utility>

#include "halftone/cuda/wavefront/mailbox.cuh"
#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

/// Taking says how boundary words are laid out, and what is done with them. If Taking::passes_on, the second row of
/// words has the errors of the row above the stripe's last row.
template <class Taking, int sample_warps>
class Above {
 public:
  static constexpr int rows_above = Taking::rows_above;
  static constexpr int word_columns = Taking::word_columns;
  static constexpr int row_words = block_steps / word_columns;
  using AMailbox = Mailbox<rows_above, row_words>;

  __device__ Above(const Stripe& stripe, const Taking& taking, AMailbox& mailbox, std::uint32_t item, int rank)
      : stripe_(stripe), taking_(taking), mailbox_(mailbox), item_(item), lane_(threadIdx.x % 32) {
    below_mailbox_ = mailbox_below(stripe, mailbox, rank);
    for (auto& room : room_) room = not_yet;
  }

  __device__ void run() {
    load_state();
    look_for_room(stripe_.begin - lag);
    const Blocks mail = stripe_.mail_above.any() ? stripe_.mail_above : Blocks{stripe_.end, stripe_.end};
    bring_all<false>(stripe_.begin, mail.begin);
    if constexpr (has_clusters) bring_all<true>(mail.begin, mail.end);
    bring_all<false>(mail.end, stripe_.end);
    save_state();
  }

 private:
  static constexpr int lag = skew_blocks_of(Taking::skew);

  __device__ std::uint32_t& state(int row) { return stripe_.state[(collect_state_words + row) * 32 + lane_]; }

  __device__ void load_state() {
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      before_[row] = stripe_.begin == 0 ? Taking::nothing : static_cast<int>(state(row));
  }
  __device__ void save_state() {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) state(row) = before_[row];
  }

  // In a block, each lane has one column: a boundary word or half of one. Words may come in groups; a group that is
  // entirely beyond the page is left out.
  __device__ bool is_beyond(int block) const {
    return std::int64_t{block} * block_steps + lane_ / Taking::group_columns * Taking::group_columns >= stripe_.columns;
  }
  __device__ std::int64_t word_of(int block) const {
    return std::int64_t{block} * row_words + lane_ / word_columns;
  }

  template <bool by_mail>
  __device__ void bring_all(int begin, int end) {
    if (begin >= end) return;
    load<by_mail>(begin);
    for (int block = begin; block < end; ++block) bring<by_mail>(block);
  }

  template <bool by_mail>
  __device__ std::uint32_t* word_at(int block, int row) const {
    if constexpr (by_mail) return mailbox_.row(block, row) + lane_ / word_columns;
    return stripe_.above + row * stripe_.boundary_row + word_of(block);
  }

  template <bool by_mail>
  __device__ void load(int block) {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      std::uint32_t* at = word_at<by_mail>(block, row);
      words_[row] = is_beyond(block) ? Taking::no_word : by_mail ? load_mail(at) : load_relaxed(at);
    }
  }

  __device__ bool is_waiting() const {
    bool any = words_[0] == not_yet;
    if constexpr (rows_above == 2) any |= words_[1] == not_yet;
    return __any_sync(0xFFFFFFFF, any);
  }

  // Waits until the stripe above has handed on the errors that a block needs, and makes the block ready. Sets the words
  // to `not_yet` for their next use.
  template <bool by_mail>
  __device__ void bring(int block) {
    Fetched<sample_warps>::wait();
    const auto fed = taking_.fed(slot_of(block), lane_);
    while (!has_room()) look_for_room(block - lag);
    while (is_waiting()) load<by_mail>(block);
    const std::uint32_t nearest = words_[0];
    int errors[rows_above];
#pragma unroll
    for (int row = 0; row < rows_above; ++row) errors[row] = Taking::column_of(words_[row], lane_);
    if constexpr (!by_mail) load<by_mail>(block + 1);
    taking_.give(block, lane_, errors, before_, fed);
    Ready::arrive();
    look_for_room(block + 1 - lag);
    if (!is_beyond(block)) {
      give_back<by_mail>(block, nearest);
      if (stripe_.taken != nullptr) keep(block, errors);
    }
    if constexpr (by_mail) load<by_mail>(block + 1);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) before_[row] = errors[row];
  }

  // Checks whether there is room for a block's words: whether the stripe below has taken the words that are in their
  // places. Before the first block, it checks whether the next thread block already works on that stripe, so that its
  // mailbox is for this stripe's words. All this takes time, so it is done one block ahead.
  __device__ void look_for_room(int block) {
    if (block == stripe_.mail_below.begin && stripe_.mail_below.any())
      room_[0] = load_acquire(&below_mailbox_->item) == item_ ? not_yet : ~not_yet;
    if (!stripe_.mail_below.has(block) || !stripe_.mail_below.has(block - mailbox_blocks)) return;
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      room_[row] = load_relaxed(below_mailbox_->row(block, row) + lane_ / word_columns);
  }
  __device__ bool has_room() const {
    bool all = room_[0] == not_yet;
    if constexpr (rows_above == 2) all &= room_[1] == not_yet;
    return __all_sync(0xFFFFFFFF, all);
  }

  template <bool by_mail>
  __device__ void give_back(int block, std::uint32_t nearest) const {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      if constexpr (by_mail) {
        store_mail(word_at<by_mail>(block, row), not_yet);
      } else {
        store_relaxed(word_at<by_mail>(block, row), not_yet);
      }
    }
    // A stripe of one row also hands on the row above it, which is the nearest row of the stripe above.
    if (Taking::passes_on && rows_above == 2 && stripe_.rows == 1)
      store_relaxed(stripe_.below + stripe_.boundary_row + word_of(block), nearest);
  }

  // Keeps a copy of the errors of the strip above, for FilterPlanes::save().
  __device__ void keep(int block, const int (&errors)[rows_above]) const {
    auto* columns =
        reinterpret_cast<typename Taking::Column*>(stripe_.taken) + std::int64_t{block} * block_steps + lane_;
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      columns[row * word_columns * stripe_.boundary_row] = static_cast<typename Taking::Column>(errors[row]);
  }

  Stripe stripe_;
  Taking taking_;
  AMailbox& mailbox_;
  AMailbox* below_mailbox_;
  std::uint32_t item_;
  int lane_;
  std::uint32_t words_[rows_above];  // words of the next block, as last loaded
  std::uint32_t room_[rows_above];   // words in the places of the block's own, as last seen
  int before_[rows_above];           // errors of the block before, one column per lane
};

/// Adds the errors that an error filter takes from above to the sums of this stripe's first rows.
template <std::size_t filter>
class TakenErrors {
 public:
  using W = Weights<filter>;
  using Column = std::uint16_t;
  static constexpr int rows_above = W::rows_above;
  static constexpr int skew = cuda::skew;
  static constexpr int word_columns = 2;
  static constexpr int group_columns = group_steps;
  static constexpr bool passes_on = true;
  static constexpr int nothing = no_error;
  static constexpr std::uint32_t no_word = (no_error & 0xFFFF) * 0x10001U;

  using Errors = int[rows_above];
  struct Given {
    int of[rows_above];
  };

  explicit __device__ TakenErrors(Fed<rows_above>& fed) : fed_(fed) {}

  static __device__ int column_of(std::uint32_t word, int lane) {
    return static_cast<int>(__byte_perm(word, 0xFFFFFFFF, lane % 2 == 0 ? 0x5410 : 0x5432));
  }

  // The sums that the samples' warps have made.
  __device__ Given fed(int slot, int lane) const {
    Given sums;
#pragma unroll
    for (int row = 0; row < rows_above; ++row) sums.of[row] = fed_.sums[slot][row][lane];
    return sums;
  }

  // Adds what the stripe above contributes to the first rows of this one. Lane i does this for step i of the block.
  __device__ void give(int block, int lane, const Errors& errors, const Errors& before, const Given& sums) const {
    auto* given = &fed_.sums[slot_of(block)][stripe_rows];
    if constexpr (rows_above == 1) {
      given[0][lane] = sums.of[0] + taken<0, 0>(block, lane, errors, before, Columns{});
    } else {
      given[0][lane] = sums.of[0] + taken<0, 0>(block, lane, errors, before, Columns{}) +
                       taken<0, 1>(block, lane, errors, before, Columns{});
      given[1][lane] = sums.of[1] + taken<1, 1>(block, lane, errors, before, Columns{});
    }
  }

 private:
  using Columns = std::make_integer_sequence<int, reach_columns>;

  // What boundary row `filter_row − row` contributes to a row of the stripe.
  template <int row, int filter_row, int... k>
  static __device__ int taken(int block, int lane, const Errors& errors, const Errors& before,
                              std::integer_sequence<int, k...>) {
    return (... + weighed<W::template above<filter_row, k>, filter_row - row, skew*(row + 1) + max_reach - k, row>(
                      block, lane, errors, before));
  }

  // The weighted error of a boundary row, `back` columns before this lane's column. Steps that are left of the page
  // take no errors from inside it.
  template <int weight, int boundary_row, int back, int row>
  static __device__ int weighed(int block, int lane, const Errors& errors, const Errors& before) {
    if constexpr (weight == 0) return 0;
    static_assert(back > 0 && back < 32);
    const int from = lane >= 32 - back ? before[boundary_row] : errors[boundary_row];
    const int error = __shfl_sync(0xFFFFFFFF, from, (lane - back) & 31);
    return weight * (block == 0 && lane < skew * (row + 1) ? no_error : error);
  }

  Fed<rows_above>& fed_;
};

}  // namespace platerip::halftone::cuda
