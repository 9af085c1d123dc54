// What a search of inks together sees first of the pixels in and around a tile: their dots, and what is too dark.
#if defined(PLATERIP_HALFTONE_CPU_SEARCH_INKS_LIGHT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_SEARCH_INKS_LIGHT_INL_H_
#undef PLATERIP_HALFTONE_CPU_SEARCH_INKS_LIGHT_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_SEARCH_INKS_LIGHT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <span>

#include "halftone/cpu/search/eye_sums-inl.h"
#include "halftone/inks_together.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// The light to aim at, of one colour.
class Aim {
 public:
  HWY_INLINE Aim() : lower_(hn::Set(Reals(), 1 << 20)), upper_(hn::Set(Reals(), 1 << 20)) {}
  // Lets the light pass an ink. aim·rest is exact. Half is rounded down, as what is taken is rounded up.
  HWY_INLINE void pass(hn::Vec<Sums> amount, int shade) {
    const Reals d;
    const auto pass_half = [&](hn::Vec<Reals> & aim, hn::Vec<hn::Half<Sums> > half) __attribute__((always_inline)) {
      const auto rest = hn::NegMulAdd(hn::PromoteTo(d, half), hn::Set(d, shade), hn::Set(d, whole));
      const auto product = hn::MulAdd(aim, rest, hn::Set(d, -0.5));
      aim = hn::Sub(hn::MulAdd(product, hn::Set(d, 1.0 / whole), hn::Set(d, rounding)), hn::Set(d, rounding));
    };
    pass_half(lower_, hn::LowerHalf(hn::Half<Sums>(), amount));
    pass_half(upper_, hn::UpperHalf(hn::Half<Sums>(), amount));
  }
  [[nodiscard]] HWY_INLINE hn::Vec<Sums> value() const {
    const hn::Half<Sums> half;
    return hn::Combine(Sums(), hn::DemoteTo(half, upper_), hn::DemoteTo(half, lower_));
  }

 private:
  using Reals = hn::Repartition<double, Sums>;
  static constexpr double whole = whole_shade * search_step;
  static constexpr double rounding = 3.0 * (std::int64_t{1} << 51);  // what is added to it is rounded

  hn::Vec<Reals> lower_;
  hn::Vec<Reals> upper_;
};

// The dots and d of the pixels in and around a tile.
class TileLight {
 public:
  TileLight(std::span<const Shade> shades, std::span<const TileAround> around) {
    for (std::size_t row = 0; row < rows; ++row) see_row(row, shades, around);
  }

  // The inks that have a dot in each pixel of a row, one bit each, from the tile's first column on.
  [[nodiscard]] std::uint8_t* dots(int y) { return dots_[y + tile_halo] + margin; }
  // d of a colour.
  [[nodiscard]] TileErrors dark(std::size_t color) {
    TileErrors dark;
    for (std::size_t row = 0; row < rows; ++row) dark[row] = dark_[color][row] + margin;
    return dark;
  }

 private:
  static constexpr int rows = search_tile + 2 * tile_halo;
  static constexpr int margin = search_margin;

  void see_row(std::size_t row, std::span<const Shade> shades, std::span<const TileAround> around) {
    const Sums d;
    const HalfErrors shorts;
    const hn::Rebind<std::uint8_t, Sums> bytes;
    for (int i = 0; i < search_tile + 2 * tile_halo; i += lanes) {
      const int x = std::min(i, search_tile + 2 * tile_halo - lanes) - tile_halo;
      auto set = hn::Zero(d);
      Aim aim[light_colors];
      hn::Vec<Sums> light[light_colors];
      for_each_step<light_colors>([&](auto color)
                                      __attribute__((always_inline)) { light[color] = hn::Set(d, whole_shade); });
      for (std::size_t ink = 0; ink < shades.size(); ++ink) {
        const auto error = hn::PromoteTo(d, hn::LoadU(shorts, around[ink].errors[row] + x));
        const auto below = hn::PromoteTo(d, hn::LoadU(bytes, around[ink].pixels[row] + x));
        const auto dot = hn::Gt(hn::Max(error, below), hn::Zero(d));
        const auto amount = hn::Sub(hn::IfThenElseZero(dot, hn::Set(d, search_step)), error);
        set = hn::Or(set, hn::IfThenElseZero(dot, hn::Set(d, 1 << ink)));
        for_each_step<light_colors>([&](auto color) __attribute__((always_inline)) {
          const int shade = shades[ink][color];
          aim[color].pass(amount, shade);
          const auto less = hn::ShiftRight<8>(add_dot(hn::Set(d, 128), light[color], hn::Set(d, shade)));
          light[color] = hn::Sub(light[color], hn::IfThenElseZero(dot, less));
        });
      }
      const auto off = hn::Eq(hn::PromoteTo(d, hn::LoadU(bytes, around[0].pixels[row] + x)), hn::Set(d, off_page));
      hn::StoreU(hn::DemoteTo(bytes, hn::IfThenZeroElse(off, set)), bytes, dots_[row] + margin + x);
      for_each_step<light_colors>([&](auto color) __attribute__((always_inline)) {
        const auto target = hn::ShiftRight<12>(hn::Add(aim[color].value(), hn::Set(d, 2048)));
        const auto too_dark = hn::IfThenZeroElse(off, hn::Sub(target, light[color]));
        hn::StoreU(hn::DemoteTo(shorts, too_dark), shorts, dark_[color][row] + margin + x);
      });
    }
  }

  std::uint8_t dots_[rows][search_tile + 2 * margin] = {};
  std::int16_t dark_[light_colors][rows][search_tile + 2 * margin] = {};
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
