// The overlap of a plane with one beside it (even_inks.h), in the lanes of the plane's own chain.
#if defined(PLATERIP_HALFTONE_CPU_OVERLAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_OVERLAP_INL_H_
#undef PLATERIP_HALFTONE_CPU_OVERLAP_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_OVERLAP_INL_H_
#endif

#include "halftone/cpu/chains-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/even_inks.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

using Signed16 = hn::RebindToSigned<Lanes16>;

// The state that an overlap changes from step to step.
struct OverlapState {
  using V = hn::Vec<Signed16>;
  V from_left_[vectors];                                                     // the latest pixel's product
  V below1_[vectors], below2_[vectors], below3_[vectors], below4_[vectors];  // sums for the next row, from x + 1 on
  V came1_[vectors], came2_[vectors];                                        // sums of the row above
  // Of the current step: A_o, what is taken from it where there is ink, and S_o.
  V amount_[vectors], taken_[vectors], sum_[vectors], handed_down_[vectors];
};

// Its sums go down from row to row together with the sums of a tone filter that has this lag_below.
template <int lag_below>
class Overlap {
  using D = Lanes16;
  using V = OverlapState::V;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  Overlap() = default;
  // `above` has the sums U_o of the band's first row. They are replaced by the sums of the row below the band.
  Overlap(std::uint16_t* above, int rows, int skew) : in_(above + 2), out_(above - skew * (rows - 1) - lag_below) {}

  void begin(OverlapState& s, const RowShift<D>& move_down) const {
    for (int v = 0; v < vectors; ++v) {
      s.from_left_[v] = s.below1_[v] = s.below2_[v] = s.below3_[v] = s.below4_[v] = hn::Zero(Signed16());
      s.came1_[v] = s.came2_[v] = s.handed_down_[v] = hn::Zero(Signed16());
    }
    for (int t = -2; t < 0; ++t) come_down(s, t, move_down);
  }

  // Moves to the next pixels of a vector, whose words BesideFeed has prepared in `words`. Returns m.
  static HWY_INLINE V move(OverlapState& s, int v, const std::uint16_t* words) {
    const Signed16 d;
    const V word = hn::BitCast(d, hn::Load(D(), words + v * lanes));
    const V beside_ink = hn::ShiftRight<15>(word);
    s.amount_[v] = hn::And(word, hn::Set(d, 0x7FFF));
    s.taken_[v] = hn::And(beside_ink, hn::Set(d, tone_step));
    return hn::IfThenZeroElse(hn::Eq(word, hn::Zero(d)), moved_by(s, v, beside_ink));
  }

  // The same for drops, which are `above` their levels and a step below the next ones. Returns m as of pixels that do
  // not just print their levels.
  static HWY_INLINE V move(OverlapState& s, int v, const std::uint16_t* words, V above, V step) {
    const Signed16 d;
    const V expected = hn::BitCast(d, hn::Load(D(), words + v * lanes));
    const V printed = hn::BitCast(d, hn::Load(D(), words + (vectors + v) * lanes));
    s.amount_[v] = hn::MulFixedPoint15(above, expected);
    s.taken_[v] = hn::MulFixedPoint15(step, printed);
    const V meets_more = hn::VecFromMask(d, hn::Gt(printed, expected));
    return hn::IfThenZeroElse(hn::Eq(expected, hn::Zero(d)), moved_by(s, v, meets_more));
  }

  // Gives the errors of these pixels, which got ink where the mask is set, to their neighbours.
  template <class Where>
  static HWY_INLINE void give(OverlapState& s, int v, V ink, int step, Where where) {
    const V error = hn::SaturatedAdd(s.sum_[v], hn::Sub(s.amount_[v], hn::And(ink, s.taken_[v])));
    const V inside = hn::BitCast(Signed16(), where.choose(v, step, hn::BitCast(D(), error), hn::Zero(D())));
    const V first = product<1>(inside);  // product<4>() is the same
    s.from_left_[v] = product<0>(inside);
    const V left2 = hn::Add(s.below3_[v], first);
    s.handed_down_[v] = lag_below == 3 ? s.below4_[v] : left2;
    s.below4_[v] = left2;
    s.below3_[v] = hn::Add(s.below2_[v], product<3>(inside));
    s.below2_[v] = hn::Add(s.below1_[v], product<2>(inside));
    s.below1_[v] = first;
  }

  // Ends the step.
  HWY_INLINE void hand_down(OverlapState& s, std::int64_t t, const RowShift<D>& move_down) const {
    store_32_bits(s.handed_down_[0], out_ + t);
    come_down(s, t, move_down);
  }

 private:
  static_assert(overlap_weights[1] == overlap_weights[4] && overlap_weights[5] == 0 &&
                (lag_below == 2 || lag_below == 3));

  // S_o >> 1 where the plane beside prints more than on average, −1 − (S_o >> 1) elsewhere.
  static HWY_INLINE V moved_by(OverlapState& s, int v, V meets_more) {
    s.sum_[v] = hn::SaturatedAdd(s.came2_[v], s.from_left_[v]);
    return hn::Not(hn::Xor(hn::ShiftRight<1>(s.sum_[v]), meets_more));
  }

  template <int tap>
  static HWY_INLINE V product(V error) {
    constexpr std::int16_t factor = 2048 * overlap_weights[tap];
    return hn::MulFixedPoint15(error, kept(hn::Set(Signed16(), factor)));
  }

  HWY_INLINE void come_down(OverlapState& s, std::int64_t t, const RowShift<D>& move_down) const {
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) { s.came2_[v] = s.came1_[v]; });
    const hn::Vec<D> sums[vectors] = {hn::BitCast(D(), s.handed_down_[0]), hn::BitCast(D(), s.handed_down_[1])};
    hn::Vec<D> down[vectors];
    move_down(sums, in_ + t, down);
    for_each_step<vectors>([&](auto v)
                               __attribute__((always_inline)) { s.came1_[v] = hn::BitCast(Signed16(), down[v]); });
  }

  const std::uint16_t* in_ = nullptr;
  std::uint16_t* out_ = nullptr;
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
