// The chains of errors from pixel to pixel, one per lane: in 16 bits for the filters that divide by 16, in 32 bits for
// the others. Lane by lane and step by step they compute what the definition says, with y = 2040 − e instead of e.
#if defined(PLATERIP_HALFTONE_CPU_CHAINS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#undef PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_CHAINS_INL_H_
#endif

#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/wavefront.h"
#include "halftone/cpu/words-inl.h"
#include "halftone/error_filter.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// Every lane a row further down is a pixel further behind than the filter needs: so the way through the row above,
// with its move across lanes, has two steps' time.
constexpr int skew_of(const ErrorFilter& filter) {
  int reach = 0;
  for (const Weight& w : filter.weights) reach = w.row < 0 && w.weight > 0 && w.column > reach ? w.column : reach;
  return reach + 2;
}

constexpr int weight_at(const ErrorFilter& filter, int row, int column) {
  for (const Weight& w : filter.weights)
    if (w.row == row && w.column == column && w.weight > 0) return w.weight;
  return 0;
}

// More than two levels: with v = s + step/2 − 1 the level is v div step, from 0 to the last. The division is a
// multiplication and a shift by 24, exact for all v below 8192.
struct Levels {
  int step;
  int last;
  int factor;

  constexpr explicit Levels(int levels) : step(solid / (levels - 1)), last(levels - 1), factor((1 << 24) / step + 1) {}

  constexpr bool is_exact() const {
    for (int v = 0; v < 8192; ++v)
      if (static_cast<int>(static_cast<std::int64_t>(v) * factor >> 24) != v / step) return false;
    return factor < 65536;
  }
};
static_assert(Levels(3).is_exact() && Levels(4).is_exact() && Levels(16).is_exact());

// A block that is wholly inside the page.
struct Inside {
  template <class V>
  HWY_INLINE V choose(int /*step*/, V value, V /*outside*/) const {
    return value;
  }
};

// A block that is not.
template <class D>
class Edge {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  Edge(const Band& band, int skew, std::int64_t t) {
    HWY_ALIGN T first[lanes];
    HWY_ALIGN T count[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      const std::int64_t x = t - skew * std::max(band.rows - 1 - lane, 0);
      const std::int64_t begin = std::clamp<std::int64_t>(-x, 0, block_steps);
      const std::int64_t end = std::clamp<std::int64_t>(band.width - x, begin, block_steps);
      first[lane] = static_cast<T>(begin);
      count[lane] = static_cast<T>(end - begin);
    }
    first_ = hn::Load(D(), first);
    count_ = hn::Load(D(), count);
  }

  // `value` in the lanes that are in the page at this step of the block, `outside` in the others.
  HWY_INLINE V choose(int step, V value, V outside) const {
    const V since_first = hn::Sub(hn::Set(D(), static_cast<T>(step)), first_);
    return hn::IfThenElse(hn::Gt(count_, since_first), value, outside);
  }

 private:
  V first_;
  V count_;
};

// Stores the lowest 32 bits. Those of a pair of pixels, or a lane of 16 bits and one that the next step overwrites.
template <class V>
HWY_INLINE void store_32_bits(V v, std::uint16_t* to) {
  const hn::Repartition<std::uint32_t, hn::DFromV<V>> d32;
  const std::uint32_t lowest = hn::GetLane(hn::BitCast(d32, v));
  std::memcpy(to, &lowest, sizeof lowest);
}

// Floyd–Steinberg and Fan: D = 16, and three neighbours above, whose errors come in from the right to the left. The
// weighted sum S = Σ w·y stays below 65536.
//   Without ink y' = ((S + 7) >> 4) − A, with ink it is 4080 more, that is T >> 4 with T = S + 65287 − 16·A. Half of T,
//   an average, fits 16 bits; without ink 8·4080 less. That wraps, and is the larger number, exactly where ink is due
//   (s > 2040), so the smaller is always right, and the highest bit of the difference is the pixel.
template <const ErrorFilter& filter, int plate_bits>
class Chain16 {
 public:
  using D = Lanes16;
  using D16 = Lanes16;
  using V = hn::Vec<D>;
  static constexpr int skew = skew_of(filter);
  static constexpr int word_pixels = 16 / plate_bits;
  static constexpr Amount amount = plate_bits == 1 ? Amount::rest : Amount::ink;

  explicit Chain16(const Band& band)
      : move_down_(band.rows),
        in_(band.above1 + skew),
        out_(band.above1 - skew * (band.rows - 1)),
        levels_(band.levels) {
    y_ = came1_ = came2_ = hn::Set(D(), no_error);
    word_ = due1_ = due2_ = hn::Zero(D());
    for (int t = -8; t < 0; ++t) {
      collect_above();
      come_down(t);
    }
  }

  // One step, at t; `step` is its number in the block.
  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where, Words<D16>& words) {
    if (step % word_pixels == 0) word_ = hn::Zero(D());
    const V amount_of_pixel = hn::Load(D(), amounts + step * hn::MaxLanes(D()));
    const V sum = hn::Add(hn::ShiftLeft<3>(y_), hn::Sub(collect_above(), y_));
    V y;
    if constexpr (plate_bits == 1) {
      y = two_levels(sum, amount_of_pixel);
    } else {
      y = more_levels(sum, amount_of_pixel, step, where);
    }
    y_ = where.choose(step, y, hn::Set(D(), no_error));
    store_32_bits(y_, out_ + t);
    come_down(t);
    if (step % word_pixels == word_pixels - 1) words.push(word_);
  }

 private:
  // In the order in which they come: the rightmost neighbour first.
  static constexpr int reach = skew - 2;
  static constexpr int weight1 = weight_at(filter, -1, reach);
  static constexpr int weight2 = weight_at(filter, -1, reach - 1);
  static constexpr int weight3 = weight_at(filter, -1, reach - 2);
  static_assert(weight_at(filter, 0, -1) == 7 && weight1 + weight2 + weight3 == 9);

  template <int weight>
  static HWY_INLINE V times(V v) {
    if constexpr (weight == 1) return v;
    const V two = hn::Add(v, v);
    const V three = hn::Add(two, v);
    return weight == 3 ? three : hn::Add(three, two);
  }

  HWY_INLINE V collect_above() {
    const V sum = hn::Add(times<weight1>(came2_), due1_);
    due1_ = hn::Add(times<weight2>(came2_), due2_);
    due2_ = times<weight3>(came2_);
    return sum;
  }

  HWY_INLINE void come_down(std::int64_t t) {
    came2_ = came1_;
    came1_ = move_down_(y_, in_ + t);
  }

  HWY_INLINE V two_levels(V sum, V rest) {
    const V with_ink = hn::AverageRound(sum, rest);
    const V without = hn::Sub(with_ink, hn::Set(D(), solid * 8));
    word_ = push_top_bit(word_, without);
    return hn::ShiftRight<3>(hn::Min(with_ink, without));
  }

  template <class Where>
  HWY_INLINE V more_levels(V sum, V ink, int step, Where where) {
    const hn::RebindToSigned<D> i16;
    const V y = hn::Sub(hn::ShiftRight<4>(hn::Add(sum, hn::Set(D(), 7))), hn::ShiftRight<4>(ink));  // without ink
    const V half_step = hn::Set(D(), static_cast<std::uint16_t>(levels_.step / 2 - 1 + no_error));
    const auto above_first = hn::Max(hn::BitCast(i16, hn::Sub(half_step, y)), hn::Zero(i16));
    const V quotient =
        hn::MulHigh(hn::BitCast(D(), above_first), hn::Set(D(), static_cast<std::uint16_t>(levels_.factor)));
    V level = hn::Min(hn::ShiftRight<8>(quotient), hn::Set(D(), static_cast<std::uint16_t>(levels_.last)));
    level = where.choose(step, level, hn::Zero(D()));
    word_ = hn::Or(hn::ShiftLeft<plate_bits>(word_), level);
    return hn::Add(y, hn::Mul(level, hn::Set(D(), static_cast<std::uint16_t>(levels_.step))));
  }

  RowShift<D> move_down_;
  const std::uint16_t* in_;
  std::uint16_t* out_;
  Levels levels_;
  V word_;           // of the pixels so far
  V y_;              // of the last pixel in each lane
  V came1_, came2_;  // the last two that came down from the row above
  V due1_, due2_;    // what is collected already for the next two pixels
};

// The low half of every lane, in as many lanes of D16 and zeros behind them.
template <class D16>
HWY_INLINE hn::Vec<D16> low_halves(D16 d16, hn::Vec<Lanes32> v) {
  const hn::Rebind<std::uint16_t, Lanes32> narrow;
  if constexpr (hn::MaxLanes(D16()) == hn::MaxLanes(narrow)) {
    return hn::TruncateTo(d16, v);
  } else {
    return hn::ZeroExtendVector(d16, hn::TruncateTo(hn::Half<D16>(), v));
  }
}

// Jarvis and Stucki: 32 bits, for Σ M·w·y, with M·w the weights. A lane has the y of a pixel in its high half and that
// of the pixel before in its low half, so that one multiplication collects from two pixels.
//   N = 2040·65536 + 65535 − (65536·A + 32768 + M·Σ w·e) is 65536·y' and a fraction without ink, and negative where ink
//   is due, which adds 4080·65536. As unsigned numbers, the smaller one is right.
template <const ErrorFilter& filter, int plate_bits>
class Chain32 {
 public:
  using D = Lanes32;
  using D16 = hn::CappedTag<std::uint16_t, (hn::MaxLanes(D()) < 8 ? 8 : hn::MaxLanes(D()))>;
  using V = hn::Vec<D>;
  static constexpr int skew = skew_of(filter);
  static constexpr int word_pixels = 16 / plate_bits;
  static constexpr Amount amount = Amount::rest;

  explicit Chain32(const Band& band)
      : move_down_(band.rows),
        in1_(band.above1 + skew - 1),
        in2_(band.above2 + 1),
        out1_((band.rows > 1 ? band.above1 : band.above2) - skew * (band.rows - 1) - 1),
        out2_(band.rows > 1 ? band.above2 - skew * (band.rows - 2) - 1 : out1_),
        levels_(band.levels) {
    pair_ = hn::Set(D(), std::uint32_t{no_error} << 16 | no_error);
    came1_ = came2_ = came3_ = came4_ = came5_ = came6_ = pair_;
    word_ = hn::Zero(D());
    due1_ = due2_ = due3_ = rounding_;
    for (int t = -16; t < 0; ++t) {
      collect_above(t);
      come_down(t);
    }
  }

  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where, Words<D16>& words) {
    if (step % word_pixels == 0) word_ = hn::Zero(D());
    const hn::Rebind<std::uint16_t, D> narrow;
    const V rest = hn::PromoteTo(D(), hn::Load(narrow, amounts + step * hn::MaxLanes(D16())));
    const V above = hn::Add(collect_above(t), hn::ShiftLeft<12>(rest));
    const V without = add_dot(above, pair_, own_);
    V y;
    if constexpr (plate_bits == 1) {
      y = two_levels(without);
    } else {
      y = more_levels(without, step, where);
    }
    take(where.choose(step, y, hn::Set(D(), std::uint32_t{no_error} << 16)));
    go_out(t);
    come_down(t);
    if (step % word_pixels == word_pixels - 1) words.push(low_halves(D16(), word_));
  }

 private:
  // What N has beside Σ M·w·y and the pixel's 4096·(65286 − 16·A).
  static constexpr std::uint32_t rounding = (std::uint32_t{no_error} << 16) + 65535 - 32768 -
                                            std::uint32_t{no_error} * filter.multiplier() * filter.divisor -
                                            65286u * 4096;

  static constexpr int weight(int row, int column) { return filter.multiplier() * weight_at(filter, row, column); }
  static HWY_INLINE V pair_of(int left, int right) {
    return hn::Set(D(), static_cast<std::uint32_t>(right) << 16 | static_cast<std::uint32_t>(left));
  }

  // Pairs come in from the right to the left: first +1 and +2, two steps later the same lane is −1 and 0, then −2.
  HWY_INLINE V collect_above(std::int64_t t) {
    const V row2 = move_down_(came6_, in2_ + t);
    const V sum = add_dot(add_dot(due1_, came2_, row1_now_), row2, row2_now_);
    due1_ = due2_;
    due2_ = add_dot(add_dot(due3_, came2_, row1_second_), row2, row2_second_);
    due3_ = add_dot(add_dot(rounding_, came2_, row1_third_), row2, row2_third_);
    return sum;
  }

  HWY_INLINE void come_down(std::int64_t t) {
    came6_ = came5_;
    came5_ = came4_;
    came4_ = came3_;
    came3_ = came2_;
    came2_ = came1_;
    came1_ = move_down_(pair_, in1_ + t);
  }

  // Where the band has one row, what stands in for the second is overwritten at once.
  HWY_INLINE void go_out(std::int64_t t) const {
    const std::uint32_t second = hn::ExtractLane(pair_, 1);
    std::memcpy(out2_ + t, &second, sizeof second);
    store_32_bits(pair_, out1_ + t);
  }

  // The high half of y beside the high half of the pixel before.
  HWY_INLINE void take(V y) {
    const hn::Repartition<std::uint16_t, D> d16;
    pair_ = hn::BitCast(D(), hn::OddEven(hn::BitCast(d16, y), hn::BitCast(d16, hn::ShiftRight<16>(pair_))));
  }

  HWY_INLINE V two_levels(V without) {
    word_ = push_top_bit(word_, without);
    return hn::Min(without, hn::Add(without, solid_));
  }

  template <class Where>
  HWY_INLINE V more_levels(V without, int step, Where where) {
    const hn::RebindToSigned<D> i32;
    const auto y = hn::ShiftRight<16>(hn::BitCast(i32, without));
    const auto above_first = hn::Max(hn::Sub(hn::Set(i32, levels_.step / 2 - 1 + no_error), y), hn::Zero(i32));
    const V quotient = hn::ShiftRight<24>(hn::BitCast(D(), hn::Mul(above_first, hn::Set(i32, levels_.factor))));
    V level = hn::Min(quotient, hn::Set(D(), static_cast<std::uint32_t>(levels_.last)));
    level = where.choose(step, level, hn::Zero(D()));
    word_ = hn::Or(hn::ShiftLeft<plate_bits>(word_), level);
    return hn::Add(without, hn::Mul(level, hn::Set(D(), static_cast<std::uint32_t>(levels_.step) << 16)));
  }

  RowShift<D> move_down_;
  const std::uint16_t* in1_;
  const std::uint16_t* in2_;
  std::uint16_t* out1_;
  std::uint16_t* out2_;
  Levels levels_;
  V word_;                                           // of the pixels so far
  V pair_;                                           // the last two pixels of each lane
  V came1_, came2_, came3_, came4_, came5_, came6_;  // the last six that came down from the row above
  V due1_, due2_, due3_;                             // what is collected already for the next three pixels

  V rounding_ = kept(hn::Set(D(), rounding));
  V solid_ = kept(hn::Set(D(), std::uint32_t{solid} << 16));
  V own_ = kept(pair_of(weight(0, -2), weight(0, -1)));
  // Of the rows above: for the pixel at hand, for the one two steps later, and three.
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
