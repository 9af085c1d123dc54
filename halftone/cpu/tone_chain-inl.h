// The chain of a tone filter: lanes of 16 bits, which compute at every step what tone_filter.h says. Each pixel's error
// is multiplied by the weights of its own class, and what it gives to the next row is added up on the way to the left.
#if defined(PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#undef PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_TONE_CHAIN_INL_H_
#endif

#include <algorithm>

#include "halftone/cpu/band.h"
#include "halftone/cpu/beside_feed-inl.h"
#include "halftone/cpu/chains-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/overlap-inl.h"
#include "halftone/cpu/tone_feed-inl.h"
#include "halftone/cpu/words-inl.h"
#include "halftone/tone_filter.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// A value for each class, looked up by the words that ToneInk puts. With AVX-512, one lookup takes the lowest five bits
// of a word. With others, a lookup of bytes finds the high byte of a value for each half-class.
class ToneTable {
 public:
  using V = hn::Vec<Signed16>;

  // The values have 0 in their low bytes where the lookup is one of bytes.
  explicit ToneTable(const std::array<std::int16_t, 2 * tone_half>& by_class) {
#if PLATERIP_AVX512
    values_ = hn::LoadU(Signed16(), by_class.data());
#else
    HWY_ALIGN std::int8_t values[tone_half];
    for (int c = 0; c < tone_half; ++c)
      values[c] = static_cast<std::int8_t>(by_class[static_cast<std::size_t>(c + tone_half)] >> 8);
    values_ = hn::LoadDup128(Bytes(), values);
#endif
  }

  HWY_INLINE V operator[](V index) const {
#if PLATERIP_AVX512
    return V{_mm512_permutexvar_epi16(index.raw, values_.raw)};
#else
    return hn::BitCast(Signed16(), hn::TableLookupBytesOr0(values_, hn::BitCast(Bytes(), index)));
#endif
  }

 private:
#if PLATERIP_AVX512
  V values_;
#else
  using Bytes = hn::Repartition<std::int8_t, Signed16>;
  hn::Vec<Bytes> values_;  // those of the upper half
#endif
};

// What a chain changes from step to step.
struct ToneState {
  using V = hn::Vec<Signed16>;
  V from_left_[vectors];                                                     // the latest pixel's product
  V below1_[vectors], below2_[vectors], below3_[vectors], below4_[vectors];  // sums for the next row, from x + 1 on
  V came1_[vectors], came2_[vectors];                                        // sums of the row above
  hn::Vec<Lanes16> word_[vectors];                                           // the latest pixels
};

// A plane with planes beside it has the words of BesideFeed for each of them after its own.
template <bool two_levels, int besides>
class EvenInk : public ToneInk<two_levels> {
 public:
  using ToneInk<two_levels>::ToneInk;
  static constexpr int own_words = ToneInk<two_levels>::words;
  static constexpr int words = own_words + besides;
};

// The same with planes beside the chain's own.
template <int besides>
struct EvenState : ToneState {
  std::array<OverlapState, besides> overlap_;
};

template <std::size_t place, bool two_levels, int besides = 0>
class ToneChain : public EvenState<besides> {
  static constexpr const ToneFilter& filter = tone_filters[place];
  static constexpr bool has(int tap) {
    return std::ranges::any_of(filter.classes, [tap](const ToneClass& c) { return c.weights[tap] > 0; });
  }
  static constexpr bool is_fixed =
      std::ranges::all_of(filter.classes, [](const ToneClass& c) { return c.weights == filter.classes[0].weights; });

 public:
  using D = Lanes16;
  using State = EvenState<besides>;
  using Ink = EvenInk<two_levels, besides>;
  static constexpr int planes_beside = besides;
  using V = ToneState::V;
  static constexpr int lag_below = has(5) ? 3 : 2;
  static constexpr int skew = skew_for(lag_below);
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int rows = vectors * lanes;

  explicit ToneChain(const Band& band)
      : band_(&band),
        move_down_(band.rows),
        in_(band.above1 + 2),
        out_(band.above1 - skew * (band.rows - 1) - lag_below),
        plate_bits_(plate_bits(band.levels)),
        last_level_(static_cast<std::int16_t>(band.levels - 1)) {
    for (int v = 0; v < vectors; ++v) {
      from_left_[v] = below1_[v] = below2_[v] = below3_[v] = below4_[v] = came1_[v] = came2_[v] = hn::Zero(Signed16());
      word_[v] = hn::Zero(D());
    }
    const V nothing[vectors] = {hn::Zero(Signed16()), hn::Zero(Signed16())};
    for (int t = -2; t < 0; ++t) come_down(t, nothing);
    for (std::size_t i = 0; i < besides; ++i) {
      overlaps_[i] = Overlap<lag_below>(band.beside[i].above, band.rows, skew);
      overlaps_[i].begin(overlap_[i], move_down_);
    }
  }

  // The number of pixels in a word of 16 bits.
  static int word_pixels(int levels) { return two_levels ? 16 : 16 / plate_bits(levels); }

  template <class Where>
  HWY_INLINE void run(int step, std::int64_t t, const std::uint16_t* amounts, Where where) {
    V above[vectors], index[vectors], handed_down[vectors];
    for_each_step<vectors>([&](auto v)
                               __attribute__((always_inline)) { load(amounts + v * lanes, above[v], index[v]); });
    if constexpr (filter.seeded) {
      if (HWY_UNLIKELY(needs_seeds(index)))
        for (int v = 0; v < vectors; ++v) came2_[v] = seeded(came2_[v], index[v], *band_, t, v * lanes);
    }
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      V limits = threshold(outer_, index[v]);
      hn::Vec<D> level;
      if constexpr (!two_levels) {
        level = hn::Load(D(), amounts + (Ink::words - 1) * rows + v * lanes);
        limits = threshold_of(level, index[v], limits);
      }
      if constexpr (besides > 0) limits = moved(limits, above[v], v, amounts);
      // The product of the pixel to the left arrives last.
      const V from_above = limited(came2_[v]);
      const V lacking = hn::SaturatedSub(hn::SaturatedSub(limits, from_above), from_left_[v]);
      const V without = hn::Add(hn::Add(above[v], from_above), from_left_[v]);
      const V with_ink = hn::Sub(without, hn::Set(Signed16(), tone_step));
      const V error = hn::IfVecThenElse(hn::ShiftRight<15>(lacking), with_ink, without);
      if constexpr (two_levels) {
        word_[v] = push_top_bit(word_[v], hn::BitCast(D(), lacking));
      } else {
        const auto reached = hn::Add(level, hn::ShiftRight<15>(hn::BitCast(D(), lacking)));
        word_[v] = hn::Or(hn::ShiftLeftSame(word_[v], plate_bits_), reached);
      }
      const auto inside = where.choose(v, step, hn::BitCast(D(), error), hn::Zero(D()));
      handed_down[v] = give(v, hn::BitCast(Signed16(), inside), index[v]);
      for_each_step<besides>([&](auto i) __attribute__((always_inline)) {
        overlaps_[i].give(overlap_[i], v, hn::ShiftRight<15>(lacking), step, where);
      });
    });
    store_32_bits(handed_down[0], out_ + t);
    come_down(t, handed_down);
    for_each_step<besides>([&](auto i)
                               __attribute__((always_inline)) { overlaps_[i].hand_down(overlap_[i], t, move_down_); });
  }

  // Call this when a word is complete.
  HWY_INLINE void push(Words<rows>& words) const {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) { words.push(lanes * v, word_[v]); });
    words.next();
  }

 private:
  static HWY_INLINE void load(const std::uint16_t* amounts, V& above, V& index) {
    const V first = hn::BitCast(Signed16(), hn::Load(D(), amounts));
#if PLATERIP_AVX512
    above = hn::And(first, hn::Set(Signed16(), -32));
    index = first;
#else
    above = first;
    index = hn::BitCast(Signed16(), hn::Load(D(), amounts + rows));
#endif
  }

  // In the lower half, thresholds are the inverted ones of the upper half.
  static HWY_INLINE V threshold(const ToneTable& thresholds, V index) {
#if PLATERIP_AVX512
    return thresholds[index];
#else
    const auto is_lower = hn::Lt(index, hn::Set(Signed16(), upper_half << 8));
    return hn::Xor(thresholds[index], hn::VecFromMask(Signed16(), is_lower));
#endif
  }

  // The thresholds of S that planes beside this one move: even_threshold().
  HWY_INLINE V moved(V limits, V above, int v, const std::uint16_t* amounts) {
    const Signed16 d;
    V by = Overlap<lag_below>::move(overlap_[0], v, amounts + Ink::own_words * rows);
    if constexpr (besides == 2)
      by = hn::Add(by, Overlap<lag_below>::move(overlap_[1], v, amounts + (Ink::own_words + 1) * rows));
    const V least = hn::Sub(hn::Set(d, -128), above);
    const V most = hn::Sub(hn::Set(d, 32767), above);
    return hn::Min(hn::Max(hn::SaturatedSub(limits, by), least), most);
  }

  // Adds the products to the sums of the next row. Returns the sum that is complete.
  HWY_INLINE V give(int v, V error, V index) {
    from_left_[v] = product<0>(error, index);
    const V left2 = hn::Add(below3_[v], product<4>(error, index));
    const V complete = lag_below == 3 ? hn::Add(below4_[v], product<5>(error, index)) : left2;
    below4_[v] = left2;
    below3_[v] = hn::Add(below2_[v], product<3>(error, index));
    below2_[v] = hn::Add(below1_[v], product<2>(error, index));
    below1_[v] = product<1>(error, index);
    return complete;
  }

  template <int tap>
  HWY_INLINE V product(V error, V index) const {
    if constexpr (!has(tap)) return hn::Zero(Signed16());
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

  // What a pixel collects from the row above. Where the sums of a filter are proved to be small, nothing is limited.
  static HWY_INLINE V limited(V sums) {
    if constexpr (besides == 0 && largest_tone_sum(filter) <= tone_limit) return sums;
    return hn::Min(hn::Max(sums, kept(hn::Set(Signed16(), -tone_limit))), kept(hn::Set(Signed16(), tone_limit)));
  }

  // The thresholds of pixels beside inner levels are others than `outer`.
  HWY_INLINE V threshold_of(hn::Vec<D> level, V index, V outer) const {
    const Signed16 d;
    const V upper = hn::And(hn::ShiftRight < PLATERIP_AVX512 ? 4 : 14 > (index), hn::Set(d, 1));
    const V nearest = hn::Add(hn::BitCast(d, level), upper);
    const auto is_outer = hn::Or(hn::Eq(nearest, hn::Zero(d)), hn::Eq(nearest, hn::Set(d, last_level_)));
    return hn::IfThenElse(is_outer, outer, threshold(inner_, index));
  }

  // Whether some lane collects nothing from above and has a seeded class.
  HWY_INLINE bool needs_seeds(const V (&index)[vectors]) const {
    const Signed16 d;
    const V half_classes = hn::Set(d, PLATERIP_AVX512 ? tone_half - 1 : (tone_half - 1) << 8);
#if PLATERIP_AVX512
    const auto needs = [&](int v) {
      return _mm512_mask_test_epi16_mask(_mm512_testn_epi16_mask(came2_[v].raw, came2_[v].raw), index[v].raw,
                                         half_classes.raw);
    };
    return !_kortestz_mask32_u8(needs(0), needs(1));
#else
    const hn::RebindToUnsigned<Signed16> u;
    const auto needs_none = [&](int v) {
      const auto unseeded = hn::Eq(hn::And(index[v], half_classes), hn::Zero(d));
      return hn::BitCast(u, hn::Or(came2_[v], hn::VecFromMask(d, unseeded)));
    };
    return !hn::AllFalse(u, hn::Eq(hn::Min(needs_none(0), needs_none(1)), hn::Zero(u)));
#endif
  }

  // Replaces the sums that need seeds. It takes the vectors by value, so that those of the chain stay in registers.
  static HWY_NOINLINE V seeded(V came, V index, const Band& band, std::int64_t t, int first_lane) {
    HWY_ALIGN std::int16_t sums[lanes];
    HWY_ALIGN std::int16_t codes[lanes];
    hn::Store(came, Signed16(), sums);
    hn::Store(index, Signed16(), codes);
    for (int i = 0; i < lanes; ++i) {
      const int half_class = (PLATERIP_AVX512 ? codes[i] : codes[i] >> 8) % tone_half;
      const int row = band.rows - 1 - (first_lane + i);
      if (sums[i] == 0 && half_class != 0)
        sums[i] = static_cast<std::int16_t>(tone_seed(t - skew * row, band.first_row + row, band.tone->ink));
    }
    return hn::Load(Signed16(), sums);
  }

  // A weight w as a factor of MulFixedPoint15(), which gives (w·e + 8) >> 4.
  static ToneTable weights(std::size_t tap) {
    std::array<std::int16_t, 2 * tone_half> by_class{};
    for (std::size_t c = 0; c < by_class.size(); ++c)
      by_class[c] = static_cast<std::int16_t>(2048 * filter.classes[c % tone_half].weights[tap]);
    return ToneTable(by_class);
  }

  using EvenState<besides>::from_left_, EvenState<besides>::below1_, EvenState<besides>::below2_,
      EvenState<besides>::below3_, EvenState<besides>::below4_, EvenState<besides>::came1_, EvenState<besides>::came2_,
      EvenState<besides>::word_, EvenState<besides>::overlap_;

  const Band* band_;
  RowShift<D> move_down_;
  const std::uint16_t* in_;
  std::uint16_t* out_;
  int plate_bits_;
  std::int16_t last_level_;
  ToneTable weights_[6] = {weights(0), weights(1), weights(2), weights(3), weights(4), weights(5)};
  ToneTable outer_{band_->tone->outer};
  ToneTable inner_{band_->tone->inner};
  std::array<Overlap<lag_below>, besides> overlaps_;
};

template <std::size_t place>
void run_tone_filter(const Band& band) {
  if (band.besides == 1) return run_chain<ToneChain<place, true, 1>>(band);
  if (band.besides == 2) return run_chain<ToneChain<place, true, 2>>(band);
  return band.levels == 2 ? run_chain<ToneChain<place, true>>(band) : run_chain<ToneChain<place, false>>(band);
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
