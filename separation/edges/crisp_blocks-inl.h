// The rule of crisp.h for many pixels at once: edges, and which pixels strokes may change.
#if defined(PLATERIP_SEPARATION_EDGES_CRISP_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_EDGES_CRISP_BLOCKS_INL_H_
#undef PLATERIP_SEPARATION_EDGES_CRISP_BLOCKS_INL_H_
#else
#define PLATERIP_SEPARATION_EDGES_CRISP_BLOCKS_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "separation/edges/crisp_rule.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Amounts of the pixels of the block that follow, in the five rows around it.
template <typename Sample>
using FiveRows = std::array<const Sample*, 5>;

// What the rule does to a block of pixels, as bits: those that become solid, those that become paper, and those for
// which the rule itself must be asked.
struct BlockVerdict {
  std::uint64_t solid = 0, paper = 0, unsure = 0;
};

// The same for the lanes of a vector.
template <class M>
struct LaneVerdict {
  M solid, paper, unsure;
};

// The rule for the lanes of one vector.
template <class D, typename Sample = hn::TFromD<D>>
class LaneRule {
 public:
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;

  HWY_INLINE LaneRule(const CrispScale& scale, const FiveRows<Sample>& rows, std::size_t column)
      : scale_(scale), rows_(rows), column_(column) {}

  // Of lanes other than `lanes`, the verdict says nothing.
  HWY_INLINE LaneVerdict<M> of(M lanes) const {
    V least = at(0, 0), most = least;
    for (int dy = -1; dy <= 1; ++dy) widen(dy, 1, least, most);
    lanes = hn::And(lanes, is_at_least(hn::Sub(most, least), scale_.flat()));
    const M none = hn::AndNot(lanes, lanes);
    if (hn::AllFalse(d, lanes)) return {none, none, none};
    const V v = at(0, 0);
    const M is_edge = is_between(least, most, scale_.exact());
    LaneVerdict<M> verdict = divided(v, hn::And(lanes, is_edge));
    M others = hn::AndNot(is_edge, lanes);
    if (hn::AllFalse(d, others)) return verdict;
    if (scale_.soft) verdict.unsure = hn::Or(verdict.unsure, hn::And(others, may_be_soft(least, most)));
    others = hn::AndNot(hn::Or(is_at_most(v, scale_.exact()), is_at_least(v, scale_.full - scale_.exact())), others);
    if (hn::AllFalse(d, others)) return verdict;
    verdict.unsure = hn::Or(verdict.unsure, hn::And(others, is_by_strokes()));
    return verdict;
  }

 private:
  static constexpr D d{};

  static V set(int value) { return hn::Set(d, static_cast<Sample>(value)); }
  static M is_at_most(V v, int most) { return hn::Eq(hn::Min(v, set(most)), v); }
  static M is_at_least(V v, int least) { return hn::Eq(hn::Max(v, set(least)), v); }
  M is_between(V least, V most, int distance) const {
    return hn::And(is_at_most(least, distance), is_at_least(most, scale_.full - distance));
  }
  HWY_INLINE V at(int dx, int dy) const { return hn::LoadU(d, rows_[2 + dy] + column_ + dx); }

  // Includes the pixels of a row up to `radius` to the left and to the right.
  HWY_INLINE void widen(int dy, int radius, V& least, V& most) const {
    for (int dx = -radius; dx <= radius; ++dx) {
      least = hn::Min(least, at(dx, dy));
      most = hn::Max(most, at(dx, dy));
    }
  }

  // Edges. Half covered pixels depend on those around.
  HWY_INLINE LaneVerdict<M> divided(V v, M edges) const {
    const int half = scale_.half(), most = 12 * scale_.unit;
    const M is_half = hn::And(is_at_least(v, half - most), is_at_most(v, half + most));
    const M is_sure = hn::AndNot(is_half, edges), is_dark = is_at_least(v, half);
    return {hn::And(is_sure, is_dark), hn::AndNot(is_dark, is_sure), hn::And(edges, is_half)};
  }

  HWY_INLINE M may_be_soft(V least, V most) const {
    for (int dy = -2; dy <= 2; ++dy) widen(dy, 2, least, most);
    return is_between(least, most, scale_.soft_near());
  }

  // Whether enough pixels around are paper, or solid.
  HWY_INLINE M is_by_strokes() const {
    V paper = hn::Zero(d), solid = paper;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        paper = hn::Sub(paper, hn::VecFromMask(d, is_at_most(at(dx, dy), scale_.exact())));
        solid = hn::Sub(solid, hn::VecFromMask(d, is_at_least(at(dx, dy), scale_.full - scale_.exact())));
      }
    }
    return is_at_least(hn::Max(paper, solid), 10);
  }

  const CrispScale& scale_;
  const FiveRows<Sample>& rows_;
  std::size_t column_;
};

template <class M>
HWY_INLINE M lanes_of(const LaneVerdict<M>& verdict) {
  return hn::Or(hn::Or(verdict.solid, verdict.paper), verdict.unsure);
}

// What both amounts of pixels say.
template <class M>
HWY_INLINE LaneVerdict<M> both(const LaneVerdict<M>& a, const LaneVerdict<M>& b) {
  return {hn::And(a.solid, b.solid), hn::And(a.paper, b.paper),
          hn::Or(hn::And(a.unsure, lanes_of(b)), hn::And(lanes_of(a), b.unsure))};
}

// GCC turns the loop into slow vector code.
inline std::uint64_t word_of(const std::array<std::uint8_t, 8>& bytes) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes.data(), sizeof word);
  } else {
    for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::uint64_t{bytes[i]} << 8 * i;
  }
  return word;
}

// The verdict on the tones of a block of 64 pixels. `most` is null if pixels have only one amount.
template <typename Sample>
BlockVerdict block_verdict(const CrispScale& scale, const FiveRows<Sample>& least, const FiveRows<Sample>* most) {
  using D = HWY_CAPPED(Sample, 64);
  constexpr D d;
  std::array<std::uint8_t, 8> solid{}, paper{}, unsure{};
  for (std::size_t column = 0; column < 64; column += hn::Lanes(d)) {
    const auto darkest = hn::LoadU(d, (most != nullptr ? *most : least)[2] + column);
    const auto lightest = hn::LoadU(d, least[2] + column);
    const auto full = hn::Set(d, std::numeric_limits<Sample>::max());
    const auto tones = hn::Not(hn::Or(hn::Eq(darkest, hn::Zero(d)), hn::Eq(lightest, full)));
    if (hn::AllFalse(d, tones)) continue;
    auto verdict = LaneRule<D>(scale, least, column).of(tones);
    const auto lanes = lanes_of(verdict);
    if (hn::AllFalse(d, lanes)) continue;
    if (most != nullptr) verdict = both(verdict, LaneRule<D>(scale, *most, column).of(lanes));
    hn::StoreMaskBits(d, verdict.solid, &solid[column / 8]);
    hn::StoreMaskBits(d, verdict.paper, &paper[column / 8]);
    hn::StoreMaskBits(d, verdict.unsure, &unsure[column / 8]);
  }
  return {word_of(solid), word_of(paper), word_of(unsure)};
}

}  // namespace platerip::separation::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
