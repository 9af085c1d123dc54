// Finds the few pixels that the rule of crisp.h may change.
#if defined(PLATERIP_SEPARATION_EDGES_CRISP_CANDIDATES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_EDGES_CRISP_CANDIDATES_INL_H_
#undef PLATERIP_SEPARATION_EDGES_CRISP_CANDIDATES_INL_H_
#else
#define PLATERIP_SEPARATION_EDGES_CRISP_CANDIDATES_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstdint>
#include <limits>

#include "separation/edges/crisp_rule.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Amounts of the pixels of the block that follow, in the five rows around it.
template <typename Sample>
using FiveRows = std::array<const Sample*, 5>;

// The rule for the lanes of one vector.
template <class D, typename Sample = hn::TFromD<D>>
class Candidates {
 public:
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;

  HWY_INLINE Candidates(const CrispScale& scale, const FiveRows<Sample>& rows, std::size_t column)
      : scale_(scale), rows_(rows), column_(column) {}

  // The lanes among `lanes` that an edge or a stroke may change. Some do not change.
  HWY_INLINE M among(M lanes) const {
    V least = at(0, 0), most = least;
    for (int dy = -1; dy <= 1; ++dy) widen(dy, 1, least, most);
    lanes = hn::And(lanes, is_at_least(hn::Sub(most, least), scale_.flat()));
    if (hn::AllFalse(d, lanes)) return lanes;
    const M edge = is_between(least, most, scale_.near());
    M found = hn::And(lanes, edge);
    M others = hn::AndNot(edge, lanes);
    if (hn::AllFalse(d, others)) return found;
    if (scale_.soft) found = hn::Or(found, hn::And(others, may_be_soft(least, most)));
    const V v = at(0, 0);
    others = hn::AndNot(hn::Or(is_at_most(v, scale_.exact()), is_at_least(v, scale_.full - scale_.exact())), others);
    if (hn::AllFalse(d, others)) return found;
    return hn::Or(found, hn::And(others, is_by_strokes()));
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

// The columns of a block of 64 pixels that may change, as bits. `most` is empty if pixels have only one amount.
template <typename Sample>
std::uint64_t candidates(const CrispScale& scale, const FiveRows<Sample>& least, const FiveRows<Sample>* most) {
  const HWY_CAPPED(Sample, 64) d;
  using D = decltype(HWY_CAPPED(Sample, 64)());
  std::array<std::uint8_t, 8> bits{};
  for (std::size_t column = 0; column < 64; column += hn::Lanes(d)) {
    const auto darkest = hn::LoadU(d, (most != nullptr ? *most : least)[2] + column);
    const auto lightest = hn::LoadU(d, least[2] + column);
    const auto full = hn::Set(d, std::numeric_limits<Sample>::max());
    auto lanes = hn::Not(hn::Or(hn::Eq(darkest, hn::Zero(d)), hn::Eq(lightest, full)));  // the tones
    if (hn::AllFalse(d, lanes)) continue;
    lanes = Candidates<D>(scale, least, column).among(lanes);
    if (most != nullptr && !hn::AllFalse(d, lanes)) lanes = Candidates<D>(scale, *most, column).among(lanes);
    hn::StoreMaskBits(d, lanes, &bits[column / 8]);
  }
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) all |= std::uint64_t{bits[i]} << 8 * i;
  return all;
}

}  // namespace platerip::separation::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
