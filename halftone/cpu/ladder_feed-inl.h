// What the lanes of a tone filter get for each pixel of a plate with more than two levels: all that tone_ladder.h says
// about a pixel before its sum is known.
#if defined(PLATERIP_HALFTONE_CPU_LADDER_FEED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_LADDER_FEED_INL_H_
#undef PLATERIP_HALFTONE_CPU_LADDER_FEED_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_LADDER_FEED_INL_H_
#endif

#include "halftone/cpu/band.h"
#include "halftone/cpu/displacements.h"
#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/ladder_tables-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/tone_feed-inl.h"
#include "halftone/cpu/word_table-inl.h"
#include "halftone/tone_ladder.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// The words of a pixel: what is above its level (signed), its threshold, the index of its weights in the high byte with
// its level and 0x80 in the low one. Where looking it up would take long, the step to the next level, too.
//
// `most` is 4, which is quicker, or 16: the most levels.
template <int most>
class LadderInk {
  using D = Lanes16;
  using V = hn::Vec<D>;
  using I = hn::RebindToSigned<D>;
  using VI = hn::Vec<I>;
  using Bytes = TonePlaces::Bytes;
  using Table = WordTable<most>;
  static constexpr int rows = vectors * static_cast<int>(hn::MaxLanes(D()));

 public:
  static constexpr int words = PLATERIP_AVX512 ? 3 : 4;
  static constexpr bool by_tables = PLATERIP_AVX512_DL && most == 4;

  explicit LadderInk(const Band& band) : LadderInk(band, *band.tone->ladder) {}

  // The ink of a vector's lanes from step t on.
  struct Here {
    const LadderInk& ink;
    std::int64_t displaced;

    // Puts two columns of 8-bit samples, from the column-th of the steps on.
    HWY_INLINE void put_two(D d, hn::Vec<Bytes> samples, std::uint16_t* first, std::uint16_t* second,
                            int column) const {
      const std::int64_t place = displaced + column * Displacements::stride;
      if constexpr (by_tables) {
        return ink.tables_.put_two(samples, {ink.displaced_ + place, ink.between_tables_}, first, second);
      }
      const Bytes bytes;
      ink.put_column<false>(d, hn::BitCast(d, hn::InterleaveLower(bytes, samples, samples)), first, place);
      ink.put_column<false>(d, hn::BitCast(d, hn::InterleaveUpper(bytes, samples, samples)), second,
                            place + Displacements::stride);
    }
    // Puts two columns of 16-bit samples.
    HWY_INLINE void put_two(D d, V even, V odd, std::uint16_t* first, std::uint16_t* second, int column) const {
      const std::int64_t place = displaced + column * Displacements::stride;
      if constexpr (by_tables) {
        if (HWY_LIKELY(!ink.may_pass_levels_)) return ink.put_two_by_tables(d, even, odd, first, second, place);
      }
      ink.put_column<true>(d, even, first, place);
      ink.put_column<true>(d, odd, second, place + Displacements::stride);
    }
  };
  HWY_INLINE Here at(std::int64_t t, int vector) const {
    return {*this, displacements_->place(first_row_, band_rows_, t, vector)};
  }

 private:
  LadderInk(const Band& band, const ToneLadder& ladder)
      : levels_(ladder.levels),
        first_row_(band.first_row),
        band_rows_(band.rows),
        displacements_(band.tone->displacements),
        tables_(ladder),
        displaced_(displacements_->of(1)),
        between_tables_(levels_ > 3 ? displacements_->of(2) - displaced_ : 0),
        outer_(band.tone->outer),
        inner_(band.tone->inner) {
    std::array<int, max_levels> reciprocal{}, scale{}, inner{}, beside_inner{};
    const int solid = ladder.value[static_cast<std::size_t>(levels_) - 1];
    whole_ = static_cast<std::uint16_t>(solid / 65535);
    part_ = static_cast<std::uint16_t>(solid % 65535);
    for (std::size_t k = 0; k < static_cast<std::size_t>(levels_); ++k) {
      const int step = ladder.step[k];
      const bool is_inner = k > 0 && static_cast<int>(k) < levels_ - 1;
      inner[k] = is_inner && ladder.mixed ? -1 : 0;
      beside_inner[k] = is_inner && !ladder.mixed ? -1 : 0;
      if (step == 0) continue;
      reciprocal[k] = ((1 << 25) + step - 1) / step;
      scale[k] = std::min((step * 32768 + tone_step / 2) / tone_step, 32767);
    }
    nearer_.fill(32767);
    // The first sample of 65535 whose 8-bit sample is nearer to level k than to the one below, less one.
    for (int k = 1, sample = 0; k < levels_; ++k) {
      while (ladder.near[static_cast<std::size_t>(sample)] < k) ++sample;
      nearer_[k] = static_cast<std::int16_t>((257 * sample - 129) ^ 0x8000);
    }
    values_ = Table(ladder.value);
    steps_ = Table(ladder.step);
    to_255_ = Table(ladder.to_255);
    reciprocals_ = Table(reciprocal);
    scales_ = Table(scale);
    inner_levels_ = Table(inner);
    beside_inner_ = Table(beside_inner);
    mixed_ = ladder.mixed;
    may_pass_levels_ = passes_levels(ladder);
  }

  // Whether samples of 16 bits, displaced as their 8-bit samples are, may come near or pass a level that is not next to
  // these. They do not if the steps are much larger than half an 8-bit sample.
  static bool passes_levels(const ToneLadder& ladder) {
    const auto last = static_cast<std::size_t>(ladder.levels) - 1;
    const int half_sample = ladder.value[last] / 510 + 1;
    for (std::size_t k = 0; k < last; ++k) {
      int farthest = ladder.step[k] / 2;
      if (ladder.mixed && k > 0) farthest = std::max(farthest, 2 * std::ranges::max(ladder.displacement[k]));
      if (ladder.mixed && k + 1 < last)
        farthest = std::max(farthest, -2 * std::ranges::min(ladder.displacement[k + 1]));
      if (farthest + half_sample + 2 * level_radius >= ladder.step[k]) return true;
    }
    return false;
  }

  // X of samples of 16 bits, modulo 65536, less the value of level `near`; 0 close to it.
  HWY_INLINE VI from_level(D d, V samples, V value) const {
    const V x = hn::Add(hn::Mul(samples, hn::Set(d, whole_)), rounded(d, samples));
    const V distance = hn::Sub(x, value);
    return hn::BitCast(I(), hn::IfThenZeroElse(is_close(distance), distance));
  }

  // Whether distances are at most level_radius, of either sign.
  static HWY_INLINE hn::Mask<D> is_close(V distance) {
    const D d;
    const V raised = hn::Add(distance, hn::Set(d, level_radius));
    return hn::Eq(hn::Min(raised, hn::Set(d, 2 * level_radius)), raised);
  }

  // (a·part_ + 32767) div 65535. With a·part_ = high·65536 + low, this is high, plus 1 if high + low > 32767, plus 1 if
  // high + low > 98302.
  HWY_INLINE V rounded(D d, V a) const {
    const V high = hn::MulHigh(a, hn::Set(d, part_));
    const V sum = hn::Add(high, hn::Mul(a, hn::Set(d, part_)));
    const V carry = hn::VecFromMask(d, hn::Lt(sum, high));  // −1
    return hn::Add(hn::Sub(high, carry), hn::ShiftRight<15>(hn::Sub(sum, carry)));
  }

  // Calls use(1), … for all levels but paper; with few levels, for some that are not there, too.
  template <typename Use>
  HWY_INLINE void for_each_level(Use use) const {
    if constexpr (most == 4) {
      for_each_step<3>([&](auto k) __attribute__((always_inline)) { use(k + 1); });
    } else {
      for (int k = 1; k < levels_; ++k) use(k);
    }
  }

  // The level that is nearest to samples' 8-bit sample.
  HWY_INLINE V nearest(D d, V samples) const {
    const VI biased = hn::BitCast(I(), hn::Xor(samples, hn::Set(d, 0x8000)));
    VI level = hn::Zero(I());
    for_each_level([&](auto k) __attribute__((always_inline)) {
      level = hn::Sub(level, hn::VecFromMask(I(), hn::Gt(biased, hn::Set(I(), nearer_[k]))));
    });
    return hn::BitCast(d, level);
  }

  // 64 times the share g of the displacement, where X is `distance` from an inner level, on its side with the step of
  // `pair`.
  HWY_INLINE VI share_of(D d, VI distance, const typename Table::Index& pair) const {
    const V far = hn::BitCast(d, hn::Abs(distance));
    const V step = steps_[pair];
    // 256 − g is the least c with c·step >= 512·far. This is c or one more.
    const V at_most = hn::Add(hn::MulHigh(far, reciprocals_[pair]), hn::Set(d, 1));
    const V over = hn::Sub(hn::Mul(at_most, step), hn::ShiftLeft<9>(far));
    const V is_more = hn::VecFromMask(d, hn::Eq(hn::Min(over, step), step));
    return hn::BitCast(I(), hn::Sub(hn::Set(d, 256 * 64), hn::ShiftLeft<6>(hn::Add(at_most, is_more))));
  }

  // Twice the displacement of each level, at `place`.
  HWY_INLINE VI displacement(V level, std::int64_t place) const {
    VI found = hn::LoadU(I(), displaced_ + place);
    const auto choose = [&](int k, const std::int16_t* from) __attribute__((always_inline)) {
      const auto is_level = hn::Eq(hn::BitCast(I(), level), hn::Set(I(), static_cast<std::int16_t>(k)));
      found = hn::IfThenElse(is_level, hn::LoadU(I(), from + place), found);
    };
    if constexpr (most == 4) {
      choose(2, displaced_ + between_tables_);
    } else {
      for (int k = 2; k + 1 < levels_; ++k) choose(k, displacements_->of(k));
    }
    return found;
  }

  // It is not inlined: a block has many columns, and all kinds of chains share it.
  template <bool is_16_bits>
  HWY_NOINLINE void put_column(D d, V samples, std::uint16_t* to, std::int64_t place) const {
    const I i;
    const V near = nearest(d, samples);
    const auto near_index = Table::index_of(near);
    VI distance = from_level(d, samples, values_[near_index]);
    if (is_16_bits && may_pass_levels_) distance = at_next_levels(distance, near, near_index);
    VI half = hn::Zero(i);
    auto is_centred = hn::Gt(half, half);
    if (mixed_) {
      VI of_byte = distance;
      if constexpr (is_16_bits)
        of_byte = from_level(d, hn::Mul(as_byte(d, samples), hn::Set(d, 257)), values_[near_index]);
      const V side = hn::BitCast(d, hn::Add(hn::BitCast(i, near), hn::ShiftRight<15>(of_byte)));
      const VI share = hn::And(share_of(d, of_byte, Table::index_of(side)), hn::BitCast(i, inner_levels_[near_index]));
      half = hn::MulFixedPoint15(displacement(near, place), share);
      is_centred = hn::Not(hn::Lt(share, hn::Set(i, centred_from * 64)));
      distance = hn::Add(distance, hn::Add(half, half));
    }
    put<is_16_bits>(d, near, distance, half, is_centred, to);
  }

  HWY_INLINE void put_two_by_tables(D d, V even, V odd, std::uint16_t* first, std::uint16_t* second,
                                    std::int64_t place) const {
    const auto distance = [&](V samples, V value) __attribute__((always_inline)) {
      return hn::BitCast(d, from_level(d, samples, value));
    };
    tables_.put_two(tables_.packed(as_byte(d, even), as_byte(d, odd)), even, odd, distance,
                    {displaced_ + place, between_tables_}, first, second);
  }

  // The 8-bit sample for each of 16 bits: (a + 128) div 257 is (255·a + 32895) >> 16.
  static HWY_INLINE V as_byte(D d, V a) {
    const V factor = hn::Set(d, 255);
    return hn::Add(hn::MulHigh(a, factor),
                   hn::Min(hn::SaturatedSub(hn::Mul(a, factor), hn::Set(d, 32640)), hn::Set(d, 1)));
  }

  // Steps may be so small that a sample of 16 bits is as close to the next level up or down.
  HWY_INLINE VI at_next_levels(VI distance, V near, const typename Table::Index& near_index) const {
    const D d;
    const VI up = hn::BitCast(I(), steps_[near_index]);
    const VI down = hn::BitCast(I(), steps_[Table::index_of(hn::SaturatedSub(near, hn::Set(d, 1)))]);
    const auto is_at = [&](VI level) __attribute__((always_inline)) {
      return hn::RebindMask(I(), is_close(hn::BitCast(d, hn::Sub(distance, level))));
    };
    return hn::IfThenElse(is_at(up), up, hn::IfThenElse(is_at(hn::Neg(down)), hn::Neg(down), distance));
  }

  // The pair of a displaced amount: the level below it, the step, and what it has above the level.
  struct Pair {
    VI level;
    V step;
    VI above;
  };

  // Of an amount that is one pair beside `pair`, this is the right one: for samples of 16 bits.
  HWY_INLINE Pair moved(Pair pair) const {
    const I i;
    const D d;
    const VI up = hn::VecFromMask(i, hn::Not(hn::Lt(pair.above, hn::BitCast(i, pair.step))));
    const VI down = hn::ShiftRight<15>(pair.above);
    const VI last = hn::Set(i, static_cast<std::int16_t>(levels_ - 1));
    const VI level = hn::Min(hn::Max(hn::Add(hn::Sub(pair.level, up), down), hn::Zero(i)), last);
    const V step = steps_[Table::index_of(hn::BitCast(d, level))];
    const auto is_up = hn::Gt(level, pair.level), is_down = hn::Lt(level, pair.level);
    const VI less = hn::IfThenElseZero(is_up, hn::BitCast(i, pair.step));
    const VI more = hn::IfThenElseZero(is_down, hn::BitCast(i, step));
    return {level, step, hn::Add(hn::Sub(pair.above, less), more)};
  }

  // Puts pixels whose displaced amounts are `distance` above level `near`.
  template <bool is_16_bits, class Mask>
  HWY_INLINE void put(D d, V near, VI distance, VI half, Mask is_centred, std::uint16_t* to) const {
    const I i;
    const VI is_below = hn::ShiftRight<15>(distance);
    Pair found{hn::Add(hn::BitCast(i, near), is_below), {}, {}};
    found.step = steps_[Table::index_of(hn::BitCast(d, found.level))];
    found.above = hn::Add(distance, hn::And(is_below, hn::BitCast(i, found.step)));
    if (is_16_bits && may_pass_levels_) found = moved(found);
    const auto [level, step, above] = found;
    const auto pair = Table::index_of(hn::BitCast(d, level));
    // Beyond paper and solid, a displaced amount is that of the level.
    const auto is_last = hn::Eq(hn::BitCast(i, step), hn::Zero(i));
    const auto is_level = hn::Or(hn::Not(hn::Gt(above, hn::Zero(i))), is_last);
    const VI in_255 =
        hn::Min(hn::Max(hn::MulFixedPoint15(above, hn::BitCast(i, to_255_[pair])), hn::Set(i, 1)), hn::Set(i, 254));
    const auto places = places_(hn::BitCast(Bytes(), in_255));
    const VI threshold = hn::IfThenElse(is_level, hn::Set(i, 32767),
                                        of_step(d, of_whole_step(d, places, in_255, level), step, scales_[pair]));
    // Weights: those of half-class 0 are nobody's, so that its place has the centred ones.
    const VI half_class = hn::ShiftLeft<8>(hn::BitCast(i, places_.half_classes(places)));
    const VI weights = hn::IfThenZeroElse(is_centred, half_class);
    hn::Store(hn::BitCast(d, hn::Sub(above, half)), d, to);
    hn::Store(hn::BitCast(d, threshold), d, to + rows);
    hn::Store(hn::BitCast(d, hn::Or(hn::Or(weights, level), hn::Set(i, 0x80))), d, to + 2 * rows);
    if constexpr (words > 3) hn::Store(step, d, to + 3 * rows);
  }

  // The thresholds of classes, for a step of 32640.
  HWY_INLINE VI of_whole_step(D d, hn::Vec<Bytes> places, VI in_255, VI level) const {
    const I i;
    const auto is_lower = TonePlaces::is_lower(hn::BitCast(Bytes(), in_255));
    const auto of = [&](const ToneLimits& limits) __attribute__((always_inline)) {
      const V high = hn::ShiftLeft<8>(hn::BitCast(d, limits(places, is_lower)));
      return hn::BitCast(i, hn::Or(high, hn::And(hn::BitCast(d, is_lower), hn::Set(d, 255))));
    };
    if (mixed_) return of(outer_);
    const V nearer = hn::Add(hn::BitCast(d, level), hn::BitCast(d, hn::ShiftRight<7>(in_255)));
    const auto is_inner = hn::Ne(beside_inner_[Table::index_of(nearer)], hn::Zero(d));
    return hn::IfThenElse(hn::RebindMask(i, is_inner), of(inner_), of(outer_));
  }

  // threshold·step / 32640, rounded half away from 0. A product with the rounded quotient of the two is at most one
  // beside it; what is left over tells.
  static HWY_INLINE VI of_step(D d, VI threshold, V step, V scale) {
    const I i;
    const VI quotient = hn::MulFixedPoint15(threshold, hn::BitCast(i, scale));
    const VI left = hn::Sub(hn::Mul(threshold, hn::BitCast(i, step)), hn::Mul(quotient, hn::Set(i, tone_step)));
    const VI rest = hn::Add(left, hn::ShiftRight<15>(threshold));
    const VI up = hn::VecFromMask(i, hn::Gt(rest, hn::Set(i, tone_step / 2 - 1)));
    const VI down = hn::VecFromMask(i, hn::Lt(rest, hn::Set(i, -tone_step / 2)));
    (void)d;
    return hn::Add(hn::Sub(quotient, up), down);
  }

  int levels_;
  std::int64_t first_row_;
  int band_rows_;
  bool mixed_ = false, may_pass_levels_ = true;
  const Displacements* displacements_;
  std::conditional_t<by_tables, LadderTables, NoLadderTables> tables_;
  const std::int16_t* displaced_;
  std::ptrdiff_t between_tables_;
  std::uint16_t whole_, part_;
  std::array<std::int16_t, max_levels> nearer_;
  Table values_, steps_, to_255_, reciprocals_, scales_, inner_levels_, beside_inner_;
  TonePlaces places_;
  ToneLimits outer_, inner_;
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
