// All that tone_ladder.h says about the sample of a pixel on plates of up to four levels, in tables of bytes.
#if defined(PLATERIP_HALFTONE_CPU_LADDER_TABLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_LADDER_TABLES_INL_H_
#undef PLATERIP_HALFTONE_CPU_LADDER_TABLES_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_LADDER_TABLES_INL_H_
#endif

#include "halftone/cpu/displacements.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/tone_feed-inl.h"
#include "halftone/tone_ladder.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if PLATERIP_AVX512_DL
// Finds the words of LadderInk for up to four levels, in tables of bytes. Two columns at a time, as each fills half a
// vector.
class LadderTables {
 public:
  using Words = hn::Vec<Lanes16>;
  using Bytes = TonePlaces::V;

  explicit LadderTables(const ToneLadder& ladder) {
    for (int sample = 0; sample < 256; ++sample) {
      const auto i = static_cast<std::size_t>(sample);
      const std::uint8_t near = ladder.near[i];
      share_and_near_.set(i, 64 * ladder.share[i] + near);
      distance_.set(i, ladder.amount_of(sample, 255) - ladder.value[near]);
    }
    for (std::size_t pair = 0; pair < 3; ++pair) {
      for (std::size_t c = 0; c < 2 * tone_half; ++c)
        thresholds_.set(2 * tone_half * pair + c, ladder.thresholds[pair][c]);
    }
    for (std::size_t i = 0; i < 32; ++i) {
      values_[i] = static_cast<std::uint16_t>(ladder.value[i % 4]);
      steps_[i] = static_cast<std::uint16_t>(ladder.step[i % 4]);
      to_255_[i] = static_cast<std::uint16_t>(ladder.to_255[i % 4]);
    }
  }

  // Where the displacements of a column are: twice those of level 1; those of level 2 are `to_second` further. Those of
  // the next column are Displacements::stride further.
  struct Displaced {
    const std::int16_t* first;
    std::ptrdiff_t to_second;
  };

  // Puts the words of two columns of 8-bit samples.
  HWY_INLINE void put_two(Bytes samples, Displaced displaced, std::uint16_t* first, std::uint16_t* second) const {
    const Quarters quarters(samples);
    const Split shares = share_and_near_.find(samples, quarters);
    put_two(shares, interleaved(shares), interleaved(distance_.find(samples, quarters)), displaced, first, second);
  }

  // The same for samples of 16 bits, whose 8-bit samples are `samples`. distance(words, values) gives how far these are
  // above the values of the nearer levels.
  template <class Distance>
  HWY_INLINE void put_two(Bytes samples, Words even, Words odd, Distance distance, Displaced displaced,
                          std::uint16_t* first, std::uint16_t* second) const {
    const Split shares = share_and_near_.find(samples, Quarters(samples));
    const Two by_word = interleaved(shares);
    const auto of = [&](Words column, __m512i share) __attribute__((always_inline)) {
      return distance(column, Words{_mm512_permutexvar_epi16(share, _mm512_load_si512(values_))}).raw;
    };
    put_two(shares, by_word, {of(even, by_word.first), of(odd, by_word.second)}, displaced, first, second);
  }

  // The 8-bit samples of two columns, each of which is a word.
  static HWY_INLINE Bytes packed(Words even, Words odd) { return {_mm512_packus_epi16(even.raw, odd.raw)}; }

 private:
  static constexpr int rows = 64;

  // The words of two columns; and their bytes.
  struct Two {
    __m512i first, second;
  };
  struct Split {
    __m512i low, high;
  };
  static HWY_INLINE Two interleaved(const Split& bytes) {
    return {_mm512_unpacklo_epi8(bytes.low, bytes.high), _mm512_unpackhi_epi8(bytes.low, bytes.high)};
  }

  // In which quarter of a table a byte's place is, if not in the first.
  struct Quarters {
    explicit Quarters(Bytes places) {
      const __mmask64 upper = _mm512_movepi8_mask(places.raw);
      const __mmask64 odd = _mm512_movepi8_mask(_mm512_add_epi8(places.raw, places.raw));
      second = odd & ~upper;
      third = upper & ~odd;
      fourth = upper & odd;
    }
    __mmask64 second, third, fourth;
  };

  // Tables of words, looked up by bytes.
  struct Words256 {
    alignas(64) std::uint8_t low[256], high[256];
    void set(std::size_t i, int value) {
      low[i] = static_cast<std::uint8_t>(value & 255);
      high[i] = static_cast<std::uint8_t>(value >> 8 & 255);
    }
    [[nodiscard]] HWY_INLINE Split find(Bytes places, const Quarters& quarters) const {
      return {find(low, places.raw, quarters), find(high, places.raw, quarters)};
    }
    static HWY_INLINE __m512i find(const std::uint8_t* table, __m512i places, const Quarters& quarters) {
      const auto quarter = [table](int i) __attribute__((always_inline)) {
        return _mm512_load_si512(table + 64 * i);
      };
      __m512i found = _mm512_permutexvar_epi8(places, quarter(0));
      found = _mm512_mask_permutexvar_epi8(found, quarters.second, places, quarter(1));
      found = _mm512_mask_permutexvar_epi8(found, quarters.third, places, quarter(2));
      return _mm512_mask_permutexvar_epi8(found, quarters.fourth, places, quarter(3));
    }
  };
  struct Words128 {
    alignas(64) std::uint8_t low[128] = {}, high[128] = {};
    void set(std::size_t i, int value) {
      low[i] = static_cast<std::uint8_t>(value & 255);
      high[i] = static_cast<std::uint8_t>(value >> 8 & 255);
    }
    [[nodiscard]] HWY_INLINE Split find(__m512i places) const {
      const auto of = [places](const std::uint8_t* table) __attribute__((always_inline)) {
        return _mm512_permutex2var_epi8(_mm512_load_si512(table), places, _mm512_load_si512(table + 64));
      };
      return {of(low), of(high)};
    }
  };

  // A word with the bits of a level, whose index has others beside it, and what an amount is above that level.
  struct Pair {
    __m512i level, above, in_255;
  };

  HWY_INLINE void put_two(const Split& share_bytes, const Two& shares, const Two& distances, Displaced displaced,
                          std::uint16_t* first, std::uint16_t* second) const {
    const Pair one = pair(shares.first, distances.first, displaced, first);
    displaced.first += Displacements::stride;
    const Pair other = pair(shares.second, distances.second, displaced, second);
    const __m512i in_255 =
        _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(one.in_255, other.in_255), bytes(1)), bytes(254));
    const __m512i half_class = places_.half_classes(places_(Bytes{in_255})).raw;
    const __m512i pairs = _mm512_packus_epi16(place_of_pair(one.level), place_of_pair(other.level));
    const Two thresholds = interleaved(thresholds_.find(half_class | upper_half(in_255) | pairs));
    const __mmask64 is_diffuse = _mm512_cmplt_epu8_mask(share_bytes.high, bytes(centred_from * 64 / 256));
    const Two codes = interleaved({bytes(0x80), _mm512_maskz_mov_epi8(is_diffuse, half_class)});
    put(first, one, thresholds.first, codes.first);
    put(second, other, thresholds.second, codes.second);
  }

  // The pair of levels of a displaced amount. The lowest bits of `share` are the level that is nearer to its sample.
  HWY_INLINE Pair pair(__m512i share, __m512i distance, Displaced displaced, std::uint16_t* to) const {
    const __mmask32 is_second = _mm512_test_epi16_mask(share, words(2));  // or is solid, which has no share
    const __m512i twice =
        _mm512_mask_loadu_epi16(_mm512_loadu_si512(displaced.first), is_second, displaced.first + displaced.to_second);
    const __m512i half = _mm512_mulhrs_epi16(twice, _mm512_andnot_si512(words(3), share));
    const __m512i displaced_by = _mm512_add_epi16(_mm512_add_epi16(distance, half), half);
    const __mmask32 is_below = _mm512_movepi16_mask(displaced_by);
    const __m512i level = _mm512_mask_sub_epi16(share, is_below, share, words(1));
    const __m512i step = _mm512_permutexvar_epi16(level, _mm512_load_si512(steps_));
    const __m512i above = _mm512_mask_add_epi16(displaced_by, is_below, displaced_by, step);
    _mm512_store_si512(to, _mm512_sub_epi16(above, half));
    const __m512i to_255 = _mm512_permutexvar_epi16(level, _mm512_load_si512(to_255_));
    return {level, above, _mm512_mulhrs_epi16(above, to_255)};
  }

  static HWY_INLINE void put(std::uint16_t* to, const Pair& pair, __m512i threshold, __m512i code) {
    const __mmask32 is_level = _mm512_testn_epi16_mask(pair.above, pair.above);
    _mm512_store_si512(to + rows, _mm512_mask_mov_epi16(threshold, is_level, words(32767)));
    _mm512_store_si512(to + 2 * rows, code | (pair.level & words(3)));
  }

  // Where the thresholds of the upper half of a step and of a pair are, from those of the first.
  static HWY_INLINE __m512i upper_half(__m512i in_255) {
    static_assert(tone_half == 16);
    return affine<bit_matrix({0, 0, 0, 0, 0x80, 0, 0, 0}), 0>(Bytes{in_255}).raw;
  }
  static HWY_INLINE __m512i place_of_pair(__m512i level) { return _mm512_slli_epi16(level, 5) & words(3 << 5); }

  static HWY_INLINE __m512i bytes(int value) { return kept(Bytes{_mm512_set1_epi8(static_cast<char>(value))}).raw; }
  static HWY_INLINE __m512i words(int value) {
    return kept(Words{_mm512_set1_epi16(static_cast<std::int16_t>(value))}).raw;
  }

  Words256 share_and_near_, distance_;
  Words128 thresholds_;
  alignas(64) std::uint16_t values_[32], steps_[32], to_255_[32];
  TonePlaces places_;
};
#else
class LadderTables {};  // nobody looks up in it
#endif

struct NoLadderTables {
  explicit NoLadderTables(const ToneLadder& /*ladder*/) {}
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
