// The chain of a tone filter: lanes of 16 bits, which compute at every step what tone_filter.h says. Each pixel's error
// is multiplied by the weights of its own class. The products for a column of the next row are added up while the lane
// passes over it.
#if defined(PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#undef PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#endif

#include <algorithm>
#include <bit>

#include "halftone/cpu/band.h"
#include "halftone/cpu/beside_feed-inl.h"
#include "halftone/cpu/chains-inl.h"
#include "halftone/cpu/ladder_feed-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/overlap-inl.h"
#include "halftone/cpu/tone_feed-inl.h"
#include "halftone/cpu/words-inl.h"
#include "halftone/tone_filter.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// A table with a value for each half-class. The low bytes of the values are 0. A word of ToneInk or LadderInk is the
// index: a lookup of bytes finds the high byte.
class ToneTable {
 public:
  using V = hn::Vec<Signed16>;

  explicit ToneTable(const std::array<std::int16_t, tone_half>& by_half_class) {
    HWY_ALIGN std::int8_t values[tone_half];
    for (std::size_t c = 0; c < by_half_class.size(); ++c) values[c] = static_cast<std::int8_t>(by_half_class[c] >> 8);
    values_ = hn::LoadDup128(Bytes(), values);
  }

  HWY_INLINE V operator[](V index) const {
    return hn::BitCast(Signed16(), hn::TableLookupBytesOr0(values_, hn::BitCast(Bytes(), index)));
  }

 private:
  using Bytes = hn::Repartition<std::int8_t, Signed16>;
  hn::Vec<Bytes> values_;
};

// The state that a chain changes from step to step, and nothing else: with a single unused byte, GCC would copy all of
// it through memory, which takes 4 cycles per step.
struct ToneState {
  using V = hn::Vec<Signed16>;
  V from_left_[vectors];                                   // the latest pixel's product
  V below1_[vectors], below2_[vectors], below3_[vectors];  // sums for the next row, from x + 1 on
  V came1_[vectors], came2_[vectors];                      // sums of the row above
  hn::Vec<Lanes16> word_[vectors];                         // the latest pixels
};

// Filters with a weight for column x − 3 have one more sum.
struct FarToneState : ToneState {
  V below4_[vectors];
};

// For a plane with planes beside it, the words of BesideFeed for each of these follow its own.
template <class Own, int besides, int words_beside>
class EvenInk : public Own {
 public:
  using Own::Own;
  static constexpr int own_words = Own::words;
  static constexpr int words = own_words + besides * words_beside;
};

// The same for a plane with planes beside it.
template <class State, int besides>
struct EvenState : State {
  std::array<OverlapState, besides> overlap_;
};
template <class State>
struct EvenState<State, 0> : State {
  static inline std::array<OverlapState, 0> overlap_;
};

// Whether some class of a filter gives to a neighbour.
constexpr bool gives_to(const ToneFilter& filter, std::size_t tap) {
  return std::ranges::any_of(filter.classes, [tap](const ToneClass& c) { return c.weights[tap] > 0; });
}

template <std::size_t place, int besides>
using ToneChainState =
    EvenState<std::conditional_t<tone_reach(tone_filters[place]) == 3, FarToneState, ToneState>, besides>;

struct NoSteps {};

// `most` is the most levels: 2, 4 or 16.
template <std::size_t place, int most, int besides = 0>
class ToneChain : public ToneChainState<place, besides> {
  static constexpr bool two_levels = most == 2;
  static constexpr const ToneFilter& filter = tone_filters[place];
  static constexpr bool is_fixed = has_fixed_weights(filter);
  static constexpr bool has_index = !is_fixed || !two_levels;
  static_assert(filter.classes[0].weights == filter.classes[1].weights, "as LadderInk's words say");
  static constexpr bool is_twin = is_fixed && filter.classes[0].weights[1] == filter.classes[0].weights[4];

 public:
  using D = Lanes16;
  using State = ToneChainState<place, besides>;
  using Steps = std::conditional_t<two_levels, NoSteps, WordTable<two_levels ? 4 : most>>;
  static constexpr int planes_beside = besides;
  static constexpr bool has_long_steps = besides > 0 && !two_levels;
  static constexpr int words_beside = two_levels ? 1 : 2;  // for each
  using Ink =
      EvenInk<std::conditional_t<two_levels, ToneInk<place>, LadderInk<two_levels ? 4 : most>>, besides, words_beside>;
  using V = ToneState::V;
  static constexpr int lag_below = tone_reach(filter);
  static constexpr int skew = skew_for(lag_below);
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int rows = vectors * lanes;

  explicit ToneChain(const Band& band)
      : band_(&band),
        move_down_(band.rows),
        in_(band.above1 + 2),
        out_(band.above1 - skew * (band.rows - 1) - lag_below),
        plate_bits_(plate_bits(band.levels)) {
    if constexpr (!two_levels) steps_ = Steps(band.tone->ladder->step);
    for (int v = 0; v < vectors; ++v) {
      from_left_[v] = below1_[v] = below2_[v] = below3_[v] = came1_[v] = came2_[v] = hn::Zero(Signed16());
      word_[v] = hn::Zero(D());
      if constexpr (lag_below == 3) this->below4_[v] = hn::Zero(Signed16());
    }
    const V nothing[vectors] = {hn::Zero(Signed16()), hn::Zero(Signed16())};
    for (int t = -2; t < 0; ++t) come_down(t, nothing);
    for (std::size_t i = 0; i < besides; ++i) {
      overlaps_[i] = Overlap<lag_below>(band.beside[i].above, band.rows, skew);
      overlaps_[i].begin(overlap_[i], move_down_);
    }
  }

  static_assert(!(is_fixed && filter.seeded), "seeds need the index of a tone's weights");

  // Whether pixels are collected as a mask of all lanes for each step.
  static constexpr bool collects_masks = PLATERIP_AVX512_DL && two_levels;

  // The number of pixels in a word of 16 bits.
  static int word_pixels(int levels) { return two_levels ? 16 : 16 / plate_bits(levels); }

  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where) {
    V above[vectors], index[vectors], handed_down[vectors];
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      above[v] = word(amounts + v * lanes, 0);
      if constexpr (has_index) index[v] = word(amounts + v * lanes, 2);
    });
    if constexpr (filter.seeded) {
      if (HWY_UNLIKELY(has_zero())) {
        for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
          came2_[v] = seeded(came2_[v], t, lanes * v, amounts + v * lanes);
        });
      }
    }
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      V limits = word(amounts + v * lanes, 1);
      if constexpr (besides > 0) limits = moved(limits, above[v], v, index[v], amounts);
      const V sum = hn::Add(limited(came2_[v]), from_left_[v]);
      const auto has_ink = hn::Gt(sum, limits);
      const V error = error_of(has_ink, above[v], sum, index[v], amounts + v * lanes);
      if constexpr (collects_masks) {
        masks_[step * vectors + v] = lane_bits(has_ink);
      } else if constexpr (two_levels) {
        word_[v] = push_bit(word_[v], has_ink);
      } else {
        word_[v] = push_level(word_[v], index[v], has_ink);
      }
      const auto inside = where.choose(v, step, hn::BitCast(D(), error), hn::Zero(D()));
      handed_down[v] = give(v, hn::BitCast(Signed16(), inside), index[v]);
      for_each_step<besides>([&](auto i) __attribute__((always_inline)) {
        overlaps_[i].give(overlap_[i], v, hn::VecFromMask(Signed16(), has_ink), step, where);
      });
    });
    store_32_bits(handed_down[0], out_ + t);
    come_down(t, handed_down);
    for_each_step<besides>([&](auto i)
                               __attribute__((always_inline)) { overlaps_[i].hand_down(overlap_[i], t, move_down_); });
  }

  // Call this when the step has completed a word.
  HWY_INLINE void push(int step, Words<rows>& words) {
    if constexpr (collects_masks) transpose_masks(masks_ + (step - 15) * vectors, word_);
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) { words.push(lanes * v, word_[v]); });
    words.next();
  }

 private:
  static HWY_INLINE V word(const std::uint16_t* amounts, int number) {
    return hn::BitCast(Signed16(), hn::Load(D(), amounts + number * rows));
  }

  // The thresholds of S, moved by the planes beside this one: even_threshold(). Pixels that print their levels keep
  // theirs.
  HWY_INLINE V moved(V limits, V above, int v, V index, const std::uint16_t* amounts) {
    const Signed16 d;
    V by = moved_by(0, above, v, index, amounts);
    if constexpr (besides == 2) by = hn::Add(by, moved_by(1, above, v, index, amounts));
    const V least = hn::Sub(hn::Set(d, -128), above);
    const V greatest = hn::SaturatedSub(hn::Set(d, 32767), above);
    const V moved = hn::Min(hn::Max(hn::SaturatedSub(limits, by), least), greatest);
    if constexpr (two_levels) return moved;
    return hn::IfThenElse(hn::Eq(limits, hn::Set(d, 32767)), limits, moved);
  }

  // m of a plane beside this one.
  HWY_INLINE V moved_by(int beside, V above, int v, V index, const std::uint16_t* amounts) {
    const std::uint16_t* words = amounts + (Ink::own_words + beside * words_beside) * rows;
    OverlapState& state = overlap_[static_cast<std::size_t>(beside)];
    if constexpr (two_levels)
      return Overlap<lag_below>::move(state, v, words);
    else
      return Overlap<lag_below>::move(state, v, words, above, step_of(index, amounts + v * lanes));
  }

  // The step to the next level.
  HWY_INLINE V step_of(V index, const std::uint16_t* amounts) const {
    if constexpr (Ink::own_words > 3) {
      (void)index;
      return word(amounts, 3);
    } else {
      return hn::BitCast(Signed16(), steps_[{hn::BitCast(D(), index)}]);  // by its five lowest bits
    }
  }

  // The error of a pixel. Where drops are mixed, it is limited to 16 bits.
  template <class Mask>
  HWY_INLINE V error_of(Mask has_ink, V above, V sum, V index, const std::uint16_t* amounts) const {
    if constexpr (two_levels) {
      return sub_where(has_ink, hn::Add(above, sum), kept(hn::Set(Signed16(), tone_step)));
    } else {
      return hn::SaturatedAdd(sum, sub_where(has_ink, above, step_of(index, amounts)));
    }
  }

  // Shifts `word` left by one and shifts in whether the mask is set.
  template <class Mask>
  static HWY_INLINE hn::Vec<D> push_bit(hn::Vec<D> word, Mask mask) {
    return hn::Sub(hn::Add(word, word), hn::BitCast(D(), hn::VecFromMask(Signed16(), mask)));
  }

  // Shifts `word` left by the bits of a level and shifts in the pixel's: that of `index`, or the next where the mask is
  // set.
  template <class Mask>
  HWY_INLINE hn::Vec<D> push_level(hn::Vec<D> word, V index, Mask mask) const {
    const auto room = [&]() __attribute__((always_inline)) {
      if constexpr (most == 4)
        return hn::ShiftLeft<2>(word);
      else
        return hn::ShiftLeftSame(word, plate_bits_);
    }
    ();
    const auto pushed = hn::Or(room, hn::And(hn::BitCast(D(), index), kept(hn::Set(D(), 15))));
#if PLATERIP_AVX512
    return {_mm512_mask_add_epi16(pushed.raw, mask.raw, pushed.raw, kept(hn::Set(D(), 1)).raw)};
#else
    return hn::Sub(pushed, hn::BitCast(D(), hn::VecFromMask(Signed16(), mask)));
#endif
  }

  // Subtracts where the mask is set.
  template <class Mask>
  static HWY_INLINE V sub_where(Mask mask, V from, V by) {
#if PLATERIP_AVX512
    return V{_mm512_mask_sub_epi16(from.raw, mask.raw, from.raw, by.raw)};
#else
    return hn::Sub(from, hn::IfThenElseZero(mask, by));
#endif
  }

  // Adds the products to the sums of the next row. Returns the sum that is complete.
  HWY_INLINE V give(int v, V error, V index) {
    from_left_[v] = product<0>(error, index);
    const V first = product<1>(error, index);
    const V left2 = hn::Add(below3_[v], is_twin ? first : product<4>(error, index));
    V complete = left2;
    if constexpr (lag_below == 3) {
      complete = hn::Add(this->below4_[v], product<5>(error, index));
      this->below4_[v] = left2;
    }
    below3_[v] = hn::Add(below2_[v], product<3>(error, index));
    below2_[v] = hn::Add(below1_[v], product<2>(error, index));
    below1_[v] = first;
    return complete;
  }

  template <int tap>
  HWY_INLINE V product(V error, V index) const {
    if constexpr (!gives_to(filter, tap)) return hn::Zero(Signed16());
    if constexpr (is_fixed) {
      constexpr std::int16_t factor = 2048 * filter.classes[0].weights[tap];
      return hn::MulFixedPoint15(error, kept(hn::Set(Signed16(), factor)));
    } else {
      return hn::MulFixedPoint15(error, weights_[tap][index]);
    }
  }

  HWY_INLINE void come_down(std::int64_t t, const V (&handed_down)[vectors]) {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) { came2_[v] = came1_[v]; });
    const hn::Vec<D> errors[vectors] = {hn::BitCast(D(), handed_down[0]), hn::BitCast(D(), handed_down[1])};
    hn::Vec<D> down[vectors];
    move_down_(errors, in_ + t, down);
    for_each_step<vectors>([&](auto v)
                               __attribute__((always_inline)) { came1_[v] = hn::BitCast(Signed16(), down[v]); });
  }

  // What a pixel collects from the row above. It is not limited if the filter's sums are proved to be small.
  static HWY_INLINE V limited(V sums) {
    if constexpr (two_levels && besides == 0 && largest_tone_sum(filter) <= tone_limit) return sums;
    return hn::Min(hn::Max(sums, kept(hn::Set(Signed16(), -tone_limit))), kept(hn::Set(Signed16(), tone_limit)));
  }

  // Whether some lane collects nothing from above.
  HWY_INLINE bool has_zero() const {
    const hn::RebindToUnsigned<Signed16> u;
    const auto least = hn::Min(hn::BitCast(u, came2_[0]), hn::BitCast(u, came2_[1]));
    return !hn::AllFalse(u, hn::Eq(least, hn::Zero(u)));
  }

  // Replaces the sums that need seeds. It is inlined, so that all other values stay in their registers.
  HWY_INLINE V seeded(V came, std::int64_t t, int first, const std::uint16_t* amounts) const {
    const Signed16 d;
    std::uint64_t bits = 0;
    hn::StoreMaskBits(d, hn::And(hn::Eq(came, hn::Zero(d)), hn::Not(is_level(amounts))),
                      reinterpret_cast<std::uint8_t*>(&bits));
    HWY_ALIGN std::int16_t sums[lanes];
    hn::Store(came, d, sums);
    for (; bits != 0; bits &= bits - 1) {
      const int lane = std::countr_zero(bits);
      const int row = row_of_lane(first + lane, rows, band_->rows);
      const int seed = tone_seed(t - skew * row, band_->first_row + row, band_->tone->ink);
      sums[lane] =
          static_cast<std::int16_t>(two_levels ? seed : seed / 32 * unit_of_seed(amounts[2 * rows + lane] & 15));
    }
    return hn::Load(d, sums);
  }

  [[nodiscard]] int unit_of_seed(int level) const {
    return seed_unit(band_->tone->ladder->step[static_cast<std::size_t>(level)]);
  }

  // Whether a pixel has no seed, because its amount is a level's.
  static HWY_INLINE hn::Mask<Signed16> is_level(const std::uint16_t* amounts) {
    const Signed16 d;
    if constexpr (!two_levels) return hn::Eq(word(amounts, 1), hn::Set(d, 32767));
    return hn::Eq(hn::And(word(amounts, 2), hn::Set(d, (tone_half - 1) << 8)), hn::Zero(d));
  }

  // A weight w as a factor of MulFixedPoint15(), which gives (w·e + 8) >> 4.
  static ToneTable weights(std::size_t tap) {
    std::array<std::int16_t, tone_half> by_half_class{};
    for (std::size_t c = 0; c < by_half_class.size(); ++c)
      by_half_class[c] = static_cast<std::int16_t>(2048 * filter.classes[c].weights[tap]);
    if (!two_levels) by_half_class[0] = static_cast<std::int16_t>(2048 * centred_weights[tap]);  // see LadderInk
    return ToneTable(by_half_class);
  }

  using State::from_left_, State::below1_, State::below2_, State::below3_, State::came1_, State::came2_, State::word_,
      State::overlap_;

  const Band* band_;
  alignas(64) std::uint32_t mask_memory_[collects_masks ? block_steps * vectors : 1];
  std::uint32_t* masks_ = mask_memory_;  // the block's pixels; copies of the chain use its memory
  RowShift<D> move_down_;
  const std::uint16_t* in_;
  std::uint16_t* out_;
  int plate_bits_;
  ToneTable weights_[6] = {weights(0), weights(1), weights(2), weights(3), weights(4), weights(5)};
  std::array<Overlap<lag_below>, besides> overlaps_;
  Steps steps_;
};

template <std::size_t place>
void run_tone_filter(const Band& band) {
  const bool two_levels = band.levels == 2;
  if (band.besides == 1)
    return two_levels ? run_chain<ToneChain<place, 2, 1>>(band) : run_chain<ToneChain<place, 16, 1>>(band);
  if (band.besides == 2)
    return two_levels ? run_chain<ToneChain<place, 2, 2>>(band) : run_chain<ToneChain<place, 16, 2>>(band);
  if (two_levels) return run_chain<ToneChain<place, 2>>(band);
  return band.levels <= 4 ? run_chain<ToneChain<place, 4>>(band) : run_chain<ToneChain<place, 16>>(band);
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
