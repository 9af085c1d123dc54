// What the eye sees of the errors in and around a tile: Σ c·e of each pixel of the tile and beside it.
#if defined(PLATERIP_HALFTONE_CPU_SEARCH_EYE_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_SEARCH_EYE_SUMS_INL_H_
#undef PLATERIP_HALFTONE_CPU_SEARCH_EYE_SUMS_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_SEARCH_EYE_SUMS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/search/search_words.h"
#include "halftone/search/plane_rows.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

using Sums = HWY_CAPPED(std::int32_t, 16);
using Errors = hn::Repartition<std::int16_t, Sums>;
using HalfErrors = hn::Rebind<std::int16_t, Sums>;
inline constexpr int lanes = static_cast<int>(hn::MaxLanes(Sums()));

// Whether a tile has a pixel with e ≠ 0: one that can change.
inline bool has_errors(const TileErrors& errors) {
  const Errors d;
  auto any = hn::Zero(d);
  for (std::size_t y = 0; y < search_tile; ++y) {
    for (int x = 0; x < search_tile; x += 2 * lanes) any = hn::Or(any, hn::LoadU(d, errors.data()[tile_halo + y] + x));
  }
  return !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
}

// Sums are computed for several rows and vectors at once, from column −1 of the tile on.
inline constexpr int first_column = -1;
inline constexpr int vectors_at_once = 3;

// The errors that the sums need. Rows 2j and 2j + 1 around the tile are interleaved.
class RowPairs {
 public:
  explicit RowPairs(const TileErrors& errors) {
    const Errors d;
    constexpr int step = 2 * lanes;
    for (std::size_t j = 0; j < count; ++j) {
      const std::int16_t* even = errors.data()[2 * j] + first_column - eye_reach;
      const std::int16_t* odd = errors.data()[2 * j + 1] + first_column - eye_reach;
      for (int i = 0; i < columns; i += step) {
        const int x = std::min(i, columns - step);
        hn::StoreInterleaved2(hn::LoadU(d, even + x), hn::LoadU(d, odd + x), d, pairs_[j] + 2 * x);
      }
    }
  }

  // Pair j in the columns of a vector of sums, moved by dx.
  [[nodiscard]] HWY_INLINE hn::Vec<Errors> at(int j, int column, int dx) const {
    return hn::LoadU(Errors(), pairs_[j] + 2 * (column + dx + eye_reach));
  }

 private:
  static constexpr int columns = 48 + 2 * eye_reach;
  static constexpr std::size_t count = search_tile / 2 + tile_halo;

  alignas(64) std::int16_t pairs_[count + 1][2 * columns] = {};  // the last one stays 0
};

// even + odd: the sum of all products.
HWY_INLINE void add_products(hn::Vec<Errors> errors, hn::Vec<Errors> weights, hn::Vec<Sums>& even, hn::Vec<Sums>& odd) {
#if PLATERIP_AVX512_DL
  (void)odd;
  even = add_dot(even, hn::BitCast(Sums(), errors), hn::BitCast(Sums(), weights));
#else
  even = hn::ReorderWidenMulAccumulate(Sums(), errors, weights, even, odd);
#endif
}

// Calls use(y, column, sums) for rows y to y + 3, and for three vectors of sums from a column on, counted from
// first_column. Row y has an odd number.
template <class Use>
HWY_INLINE void sum_four_rows(const SearchWords& words, const RowPairs& errors, int y, int column, Use use) {
  const Sums d;
  hn::Vec<Sums> even[rows_at_once][vectors_at_once], odd[rows_at_once][vectors_at_once];
  for_each_step<rows_at_once>([&](auto row) __attribute__((always_inline)) {
    for_each_step<vectors_at_once>([&](auto v)
                                       __attribute__((always_inline)) { even[row][v] = odd[row][v] = hn::Zero(d); });
  });
  const int first = (y + 1) / 2;
  for (int j = 0; j < pairs_at_once; ++j) {
    const auto add = [&](int dx, const auto& errors_of) __attribute__((always_inline)) {
      hn::Vec<Errors> both[vectors_at_once];
      for_each_step<vectors_at_once>([&](auto v) __attribute__((always_inline)) { both[v] = errors_of(v * lanes); });
      for_each_step<rows_at_once>([&](auto row) __attribute__((always_inline)) {
        const auto weights = hn::BitCast(Errors(), hn::Set(d, words.pairs[2 * j + rows_at_once - 1 - row][dx]));
        for_each_step<vectors_at_once>([&](auto v) __attribute__((always_inline)) {
          add_products(both[v], weights, even[row][v], odd[row][v]);
        });
      });
    };
    add(
        0, [&](int v) __attribute__((always_inline)) { return errors.at(first + j, column + v, 0); });
    for (int dx = 1; dx <= eye_reach; ++dx) {
      add(
          dx, [&](int v) __attribute__((always_inline)) {
            return hn::Add(errors.at(first + j, column + v, dx), errors.at(first + j, column + v, -dx));
          });
    }
  }
  for_each_step<rows_at_once>([&](auto row) __attribute__((always_inline)) {
    for_each_step<vectors_at_once>([&](auto v) __attribute__((always_inline)) {
      use(y + row, column + v * lanes, hn::RearrangeToOddPlusEven(even[row][v], odd[row][v]));
    });
  });
}

// Calls use(y, column, sums) for rows −1 to search_tile, and some more, and for as many columns.
template <class Use>
HWY_INLINE void sum_tile(const SearchWords& words, const TileErrors& errors, Use use) {
  const RowPairs pairs(errors);
  for (int y = -1; y <= search_tile; y += rows_at_once) {
    for (int column = 0; column < search_tile + 2; column += vectors_at_once * lanes)
      sum_four_rows(words, pairs, y, column, use);
  }
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
