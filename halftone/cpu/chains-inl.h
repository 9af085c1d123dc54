// The chains: in each lane, the error of a pixel depends on the error of the pixel before it. Filters with is_narrow()
// run in lanes of 16 bits, other filters in lanes of 32 bits. At every step, every lane computes what the definition
// says, with y = e + 2039 in place of e.
#if defined(PLATERIP_HALFTONE_CPU_CHAINS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#undef PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#endif

#include "halftone/cpu/band.h"
#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/levels.h"
#include "halftone/cpu/words-inl.h"
#include "halftone/error_filter.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// A block in which every lane is inside the page at every step.
struct Inside {
  template <class V>
  HWY_INLINE V choose(int /*vector*/, int /*step*/, V value, V /*outside*/) const {
    return value;
  }
};

// A block in which some lanes are outside the page at some steps.
template <class D>
class Edge {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  Edge(const Band& band, int skew, std::int64_t t) {
    HWY_ALIGN T first[vectors * lanes];
    HWY_ALIGN T count[vectors * lanes];
    for (int i = 0; i < vectors * lanes; ++i) {
      const std::int64_t x = t - skew * std::max(row_of_lane(i, vectors * lanes, band.rows), 0);
      const std::int64_t begin = std::clamp<std::int64_t>(-x, 0, block_steps);
      const std::int64_t end = std::clamp<std::int64_t>(band.width - x, begin, block_steps);
      first[i] = static_cast<T>(begin);
      count[i] = static_cast<T>(end - begin);
    }
    for (int v = 0; v < vectors; ++v) {
      first_[v] = hn::Load(D(), first + lanes * v);
      count_[v] = hn::Load(D(), count + lanes * v);
    }
  }

  // `value` in the lanes that are inside the page at this step of the block, `outside` in the others.
  HWY_INLINE V choose(int vector, int step, V value, V outside) const {
    const V since_first = hn::Sub(hn::Set(D(), static_cast<T>(step)), first_[vector]);
    return hn::IfThenElse(hn::Gt(count_[vector], since_first), value, outside);
  }

 private:
  V first_[vectors];
  V count_[vectors];
};

// Stores the lowest 32 bits of a vector. For 32-bit lanes, that is a pair of pixels. For 16-bit lanes, it is lane 0,
// and lane 1, which the next step overwrites.
template <class V>
HWY_INLINE void store_32_bits(V v, std::uint16_t* to) {
  const hn::Repartition<std::uint32_t, hn::DFromV<V>> d32;
  const std::uint32_t lowest = hn::GetLane(hn::BitCast(d32, v));
  std::memcpy(to, &lowest, sizeof lowest);
}

// The state that a chain in 16-bit lanes changes from step to step.
struct State16 {
  using V = hn::Vec<Lanes16>;
  V word_[vectors];                                                      // the latest pixels
  V y_[vectors];                                                         // of the latest pixel in each lane
  V came1_[vectors], came2_[vectors], came3_[vectors], came4_[vectors];  // from the row above, the newest in came1_
};

// For filters with is_narrow(): the divisor is 16, and there are three neighbours above. The error of the rightmost one
// arrives last. The weighted sum S = Σ w·y stays below 65536. Without ink, the new y is y' = (S + 16·A + 8) >> 4. The
// average of S and 16·A + 7, rounded up, is 8·y' plus the bits that the shift drops, and fits 16 bits. With ink, it is
// 8·4080 less. If no ink is due (s <= 2040), that difference wraps around and is the larger number. So the smaller of
// the two numbers is always the right one, and the highest bit of the difference is the inverted pixel.
template <std::size_t place, bool two_levels>
class Chain16 : public State16 {
  static constexpr const ErrorFilter& filter = error_filters[place];

 public:
  using D = Lanes16;
  using State = State16;
  using Ink = FilterInk;
  static constexpr int skew = skew_for(filter.reach_right());
  static constexpr int lag_below = 0;  // columns by which the errors handed down lag behind the pixel
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int rows = vectors * lanes;

  explicit Chain16(const Band& band)
      : move_down_(band.rows),
        in_(band.above1 + skew),
        out_(band.above1 - skew * (band.rows - 1)),
        plate_bits_(plate_bits(band.levels)),
        levels_(*band.amounts) {
    for (int v = 0; v < vectors; ++v) {
      y_[v] = came1_[v] = came2_[v] = came3_[v] = came4_[v] = hn::Set(D(), no_error);
      word_[v] = hn::Zero(D());
    }
    for (int t = -8; t < 0; ++t) come_down(t);
  }

  // The number of pixels in a word of 16 bits.
  static int word_pixels(int levels) { return two_levels ? 16 : 16 / plate_bits(levels); }

  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where) {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      const V above = hn::Add(hn::Add(times<weight3>(came4_[v]), times<weight2>(came3_[v])), times<weight1>(came2_[v]));
      const V sum = hn::Add(above, times<filter.weight(0, -1)>(y_[v]));
      const V without = hn::AverageRound(sum, hn::Load(D(), amounts + v * lanes));
      V y;
      if constexpr (two_levels) {
        const V with_ink = hn::Sub(without, hn::Set(D(), solid * 8));
        word_[v] = push_top_bit(word_[v], with_ink);
        y = hn::ShiftRight<3>(hn::Min(without, with_ink));
      } else {
        y = more_levels(hn::ShiftRight<3>(without), v, step, where);
      }
      y_[v] = where.choose(v, step, y, hn::Set(D(), no_error));
    });
    store_32_bits(y_[0], out_ + t);
    come_down(t);
  }

  // Call this when the step has completed a word.
  HWY_INLINE void push(int /*step*/, Words<rows>& words) const {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      words.push(lanes * v, two_levels ? hn::Not(word_[v]) : word_[v]);
    });
    words.next();
  }

 private:
  // The weights of the row above, from the rightmost neighbour to the left: the errors arrive in the opposite order.
  static constexpr int reach = filter.reach_right();
  static constexpr int weight1 = filter.weight(-1, reach);
  static constexpr int weight2 = filter.weight(-1, reach - 1);
  static constexpr int weight3 = filter.weight(-1, reach - 2);
  static_assert(16 * (max_error - min_error) < 65536, "the weighted sum fits");

  template <int weight>
  static HWY_INLINE V times(V v) {
    if constexpr (weight == 1) return v;
    return hn::Mul(v, kept(hn::Set(D(), weight)));
  }

  HWY_INLINE void come_down(std::int64_t t) {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      came4_[v] = came3_[v];
      came3_[v] = came2_[v];
      came2_[v] = came1_[v];
    });
    move_down_(y_, in_ + t, came1_);
  }

  template <class Where>
  HWY_INLINE V more_levels(V y, int v, int step, Where where) {
    if (levels_.step == 0) return uneven_levels(y, v, step, where);
    const V above_first =
        hn::SaturatedSub(y, hn::Set(D(), static_cast<std::uint16_t>(no_error + 1 - levels_.step / 2)));
    const V quotient =
        hn::ShiftRight<8>(hn::MulHigh(above_first, hn::Set(D(), static_cast<std::uint16_t>(levels_.factor))));
    V level = hn::Min(quotient, hn::Set(D(), static_cast<std::uint16_t>(levels_.last)));
    level = where.choose(v, step, level, hn::Zero(D()));
    word_[v] = hn::Or(hn::ShiftLeftSame(word_[v], plate_bits_), level);
    return hn::Sub(y, hn::Mul(level, hn::Set(D(), static_cast<std::uint16_t>(levels_.step))));
  }

  template <class Where>
  HWY_INLINE V uneven_levels(V y, int v, int step, Where where) {
    V level = hn::Zero(D()), error = y;
    for (int k = 1; k <= levels_.last; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const V is_above = hn::VecFromMask(D(), hn::Gt(y, hn::Set(D(), static_cast<std::uint16_t>(levels_.border[at]))));
      level = hn::Sub(level, is_above);
      error = hn::Sub(error, hn::And(is_above, hn::Set(D(), static_cast<std::uint16_t>(levels_.height[at]))));
    }
    level = where.choose(v, step, level, hn::Zero(D()));
    word_[v] = hn::Or(hn::ShiftLeftSame(word_[v], plate_bits_), level);
    return error;
  }

  RowShift<D> move_down_;
  const std::uint16_t* in_;
  std::uint16_t* out_;
  int plate_bits_;
  Levels levels_;
};

// The state that a chain in 32-bit lanes changes from step to step.
struct State32 {
  using V = hn::Vec<Lanes32>;
  V word_[vectors];                                     // the latest pixels
  V pair_[vectors];                                     // y of the latest two pixels in each lane
  V came1_[vectors], came2_[vectors], came3_[vectors];  // the latest six pairs of the row above, the newest in came1_
  V came4_[vectors], came5_[vectors], came6_[vectors];
  V due1_[vectors], due2_[vectors], due3_[vectors];  // what the next three pixels have collected so far
};

// For all other filters: lanes of 32 bits, which hold Σ M·w·y, where the weights are M·w. A lane of pair_ has the y of
// a pixel in its high half and the y of the pixel before it in its low half, so that one multiplication collects from
// two pixels. Without ink, N = 65536·(A + 2039) + 32768 + M·Σ w·e is 65536·y' plus a fraction. With ink, it is
// 65536·4080 less, which wraps around if no ink is due. So, as in 16 bits, the smaller number is right.
template <std::size_t place, bool two_levels>
class Chain32 : public State32 {
  static constexpr const ErrorFilter& filter = error_filters[place];

 public:
  using D = Lanes32;
  using State = State32;
  using Ink = FilterInk;
  static constexpr int skew = skew_for(max_reach);
  static constexpr int lag_below = 0;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int rows = vectors * lanes;

  explicit Chain32(const Band& band)
      : move_down_(band.rows),
        in1_(band.above1 + skew - 1),
        in2_(band.above2 + 1),
        out1_((band.rows > 1 ? band.above1 : band.above2) - skew * (band.rows - 1) - 1),
        out2_(band.rows > 1 ? band.above2 - skew * (band.rows - 2) - 1 : out1_),
        plate_bits_(plate_bits(band.levels)),
        levels_(*band.amounts) {
    for (int v = 0; v < vectors; ++v) {
      pair_[v] = hn::Set(D(), std::uint32_t{no_error} << 16 | no_error);
      came1_[v] = came2_[v] = came3_[v] = came4_[v] = came5_[v] = came6_[v] = pair_[v];
      due1_[v] = due2_[v] = due3_[v] = rounding_;
      word_[v] = hn::Zero(D());
    }
    V sum[vectors];
    for (int t = -16; t < 0; ++t) {
      collect_above(t, sum);
      come_down(t);
    }
  }

  // The number of pixels in a word of 16 bits.
  static int word_pixels(int levels) { return two_levels ? 16 : 16 / plate_bits(levels); }

  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where) {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      const hn::Rebind<std::uint16_t, D> narrow;
      const V amount = hn::PromoteTo(D(), hn::Load(narrow, amounts + lanes * v));
      due1_[v] = hn::Add(due1_[v], hn::ShiftLeft<12>(amount));
    });
    V above[vectors];
    collect_above(t, above);
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      const V without = add_dot(above[v], pair_[v], own_);
      V y;
      if constexpr (two_levels) {
        const V with_ink = hn::Sub(without, solid_);
        word_[v] = push_top_bit(word_[v], with_ink);
        y = hn::Min(without, with_ink);
      } else {
        y = more_levels(without, v, step, where);
      }
      take(v, where.choose(v, step, y, hn::Set(D(), std::uint32_t{no_error} << 16)));
    });
    go_out(t);
    come_down(t);
  }

  HWY_INLINE void push(int /*step*/, Words<rows>& words) const {
    const Lanes16 d16;
    const auto word = hn::ConcatEven(d16, hn::BitCast(d16, word_[1]), hn::BitCast(d16, word_[0]));
    words.push(0, two_levels ? hn::Not(word) : word);
    words.next();
  }

 private:
  // The constant part of N: N without Σ M·w·y and without 4096·(16·A + 7).
  static constexpr std::uint32_t rounding = (std::uint32_t{no_error} << 16) + 32768 -
                                            std::uint32_t{no_error} * filter.multiplier() * filter.divisor -
                                            rounding_amount * 4096u;

  static constexpr int weight(int row, int column) { return filter.multiplier() * filter.weight(row, column); }
  static_assert(fits_products(filter));
  static HWY_INLINE V pair_of(int left, int right) {
    return hn::Set(D(), static_cast<std::uint32_t>(right) << 16 | static_cast<std::uint32_t>(left));
  }

  // Each pair is used three times. It holds columns +1 and +2 relative to the current pixel, −1 and 0 relative to the
  // pixel two steps later, and −2 relative to the pixel three steps later.
  HWY_INLINE void collect_above(std::int64_t t, V (&sum)[vectors]) {
    V row2[vectors];
    if constexpr (filter.rows() == 2) move_down_(came6_, in2_ + t, row2);
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      sum[v] = add_dot(add_row2(due1_[v], row2[v], row2_now_), came2_[v], row1_now_);  // the last to arrive is last
      due1_[v] = due2_[v];
      due2_[v] = add_row2(add_dot(due3_[v], came2_[v], row1_second_), row2[v], row2_second_);
      due3_[v] = add_row2(add_dot(rounding_, came2_[v], row1_third_), row2[v], row2_third_);
    });
  }

  static HWY_INLINE V add_row2(V sum, V row2, V weights) {
    if constexpr (filter.rows() == 2) return add_dot(sum, row2, weights);
    return sum;
  }

  HWY_INLINE void come_down(std::int64_t t) {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      came6_[v] = came5_[v];
      came5_[v] = came4_[v];
      came4_[v] = came3_[v];
      came3_[v] = came2_[v];
      came2_[v] = came1_[v];
    });
    move_down_(pair_, in1_ + t, came1_);
  }

  // In a band of one row, out2_ equals out1_, and the second store overwrites the first.
  HWY_INLINE void go_out(std::int64_t t) const {
    store_32_bits(pair_[1], out2_ + t);
    store_32_bits(pair_[0], out1_ + t);
  }

  // The new pair: the high half of y, and below it the high half of the old pair, which is the pixel before.
  HWY_INLINE void take(int v, V y) {
    const hn::Repartition<std::uint16_t, D> d16;
    pair_[v] = hn::BitCast(D(), hn::OddEven(hn::BitCast(d16, y), hn::BitCast(d16, hn::ShiftRight<16>(pair_[v]))));
  }

  template <class Where>
  HWY_INLINE V more_levels(V without, int v, int step, Where where) {
    if (levels_.step == 0) return uneven_levels(without, v, step, where);
    const hn::RebindToSigned<D> i32;
    const auto y = hn::BitCast(i32, hn::ShiftRight<16>(without));
    const auto above_first = hn::Max(hn::Sub(y, hn::Set(i32, no_error + 1 - levels_.step / 2)), hn::Zero(i32));
    const V quotient = hn::ShiftRight<24>(hn::BitCast(D(), hn::Mul(above_first, hn::Set(i32, levels_.factor))));
    V level = hn::Min(quotient, hn::Set(D(), static_cast<std::uint32_t>(levels_.last)));
    level = where.choose(v, step, level, hn::Zero(D()));
    word_[v] = hn::Or(hn::ShiftLeftSame(word_[v], plate_bits_), level);
    return hn::Sub(without, hn::Mul(level, hn::Set(D(), static_cast<std::uint32_t>(levels_.step) << 16)));
  }

  template <class Where>
  HWY_INLINE V uneven_levels(V without, int v, int step, Where where) {
    const V y = hn::ShiftRight<16>(without);
    V level = hn::Zero(D()), error = without;
    for (int k = 1; k <= levels_.last; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const V is_above = hn::VecFromMask(D(), hn::Gt(y, hn::Set(D(), static_cast<std::uint32_t>(levels_.border[at]))));
      level = hn::Sub(level, is_above);
      const V height = hn::Set(D(), static_cast<std::uint32_t>(levels_.height[at]) << 16);
      error = hn::Sub(error, hn::And(is_above, height));
    }
    level = where.choose(v, step, level, hn::Zero(D()));
    word_[v] = hn::Or(hn::ShiftLeftSame(word_[v], plate_bits_), level);
    return error;
  }

  RowShift<D> move_down_;
  const std::uint16_t* in1_;
  const std::uint16_t* in2_;
  std::uint16_t* out1_;
  std::uint16_t* out2_;
  int plate_bits_;
  Levels levels_;

  V rounding_ = kept(hn::Set(D(), rounding));
  V solid_ = kept(hn::Set(D(), std::uint32_t{solid} << 16));
  V own_ = kept(pair_of(weight(0, -2), weight(0, -1)));
  // Weights of the rows above: for the current pixel, for the one two steps later, and for the one three steps later.
  V row1_now_ = kept(pair_of(weight(-1, 1), weight(-1, 2)));
  V row2_now_ = kept(pair_of(weight(-2, 1), weight(-2, 2)));
  V row1_second_ = kept(pair_of(weight(-1, -1), weight(-1, 0)));
  V row2_second_ = kept(pair_of(weight(-2, -1), weight(-2, 0)));
  V row1_third_ = kept(pair_of(weight(-1, -2), 0));
  V row2_third_ = kept(pair_of(weight(-2, -2), 0));
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
