// All that tone_ladder.h says about 8-bit samples on plates of up to four levels, in tables of bytes.
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
// Finds the words of LadderInk for 8-bit samples and up to four levels, in tables of bytes.
class LadderTables {
 public:
  using Lanes = hn::Vec<Lanes16>;

  explicit LadderTables(const ToneLadder& ladder) {
    for (int sample = 0; sample < 256; ++sample) {
      const auto i = static_cast<std::size_t>(sample);
      const std::uint8_t near = ladder.near[i];
      const int distance = ladder.amount_of(sample, 255) - ladder.value[near];
      near_.set(i, near);
      distance_.set(i, distance);
      share_.set(i, 64 * ladder.share[i]);
    }
    for (std::size_t pair = 0; pair < 3; ++pair) {
      for (int r = 1; r < 255; ++r) {
        const auto i = static_cast<std::size_t>(TonePlaces::place(r));
        thresholds_[pair].set(i, ladder.thresholds[pair][tone_classes[static_cast<std::size_t>(r)]]);
      }
    }
    for (std::size_t k = 0; k < 4; ++k) {
      steps_[k] = static_cast<std::uint16_t>(ladder.step[k]);
      to_255_[k] = static_cast<std::uint16_t>(ladder.to_255[k]);
    }
  }

  // Puts the words of two columns. `displaced` has twice the displacements of level 1, those of level 2 are
  // `to_second` further.
  HWY_INLINE void put_two(hn::Vec<hn::Repartition<std::uint8_t, Lanes16>> samples, const std::int16_t* displaced,
                          std::ptrdiff_t to_second, std::uint16_t* first, std::uint16_t* second) const {
    const __m512i a = samples.raw;
    const __mmask64 is_high = _mm512_movepi8_mask(a);
    const __m512i near = near_.find(a, is_high);
    const __m512i distance_low = distance_.low.find(a, is_high), distance_high = distance_.high.find(a, is_high);
    const __m512i share_low = share_.low.find(a, is_high), share_high = share_.high.find(a, is_high);
    const __m512i no = _mm512_setzero_si512();
    const Half low = half(_mm512_unpacklo_epi8(near, no), _mm512_unpacklo_epi8(distance_low, distance_high),
                          _mm512_unpacklo_epi8(share_low, share_high), displaced, to_second, first);
    const Half high =
        half(_mm512_unpackhi_epi8(near, no), _mm512_unpackhi_epi8(distance_low, distance_high),
             _mm512_unpackhi_epi8(share_low, share_high), displaced + Displacements::stride, to_second, second);
    const __m512i in_255 =
        _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(low.in_255, high.in_255), _mm512_set1_epi8(1)),
                        _mm512_set1_epi8(static_cast<char>(254)));
    const __m512i level = _mm512_packus_epi16(low.level, high.level);
    const __m512i place = places_(hn::Vec<hn::Repartition<std::uint8_t, Lanes16>>{in_255}).raw;
    const __mmask64 is_pair_1 = _mm512_cmpeq_epi8_mask(level, _mm512_set1_epi8(1));
    const __mmask64 is_pair_2 = _mm512_cmpeq_epi8_mask(level, _mm512_set1_epi8(2));
    const auto threshold = [&](const Half128 Words128::*half) __attribute__((always_inline)) {
      const __m512i of_0 = (thresholds_[0].*half).find(place);
      const __m512i of_1 = _mm512_mask_mov_epi8(of_0, is_pair_1, (thresholds_[1].*half).find(place));
      return _mm512_mask_mov_epi8(of_1, is_pair_2, (thresholds_[2].*half).find(place));
    };
    const __m512i threshold_low = threshold(&Words128::low), threshold_high = threshold(&Words128::high);
    const __mmask64 is_centred = _mm512_cmpge_epu8_mask(share_high, _mm512_set1_epi8(centred_from * 64 / 256));
    const __m512i weights = _mm512_maskz_mov_epi8(
        ~is_centred, places_.half_classes(hn::Vec<hn::Repartition<std::uint8_t, Lanes16>>{place}).raw);
    const __m512i code = _mm512_or_si512(level, _mm512_set1_epi8(static_cast<char>(0x80)));
    put(first, low, _mm512_unpacklo_epi8(threshold_low, threshold_high), _mm512_unpacklo_epi8(code, weights));
    put(second, high, _mm512_unpackhi_epi8(threshold_low, threshold_high), _mm512_unpackhi_epi8(code, weights));
  }

 private:
  static constexpr int rows = 64;

  // Tables of bytes, looked up by bytes.
  struct Half128 {
    alignas(64) std::uint8_t bytes[128] = {};
    [[nodiscard]] HWY_INLINE __m512i find(__m512i index) const {
      return _mm512_permutex2var_epi8(_mm512_load_si512(bytes), index, _mm512_load_si512(bytes + 64));
    }
  };
  struct Bytes256 {
    Half128 lower, upper;
    void set(std::size_t i, int value) { (i < 128 ? lower : upper).bytes[i % 128] = static_cast<std::uint8_t>(value); }
    [[nodiscard]] HWY_INLINE __m512i find(__m512i index, __mmask64 is_high) const {
      return _mm512_mask_mov_epi8(lower.find(index), is_high, upper.find(index));
    }
  };
  // The same for words.
  struct Words256 {
    Bytes256 low, high;
    void set(std::size_t i, int value) {
      low.set(i, value & 255);
      high.set(i, value >> 8 & 255);
    }
  };
  struct Words128 {
    Half128 low, high;
    void set(std::size_t i, int value) {
      low.bytes[i] = static_cast<std::uint8_t>(value & 255);
      high.bytes[i] = static_cast<std::uint8_t>(value >> 8 & 255);
    }
  };

  // What a column has before its bytes are looked up together with those of the other one.
  struct Half {
    __m512i above, level, in_255;
    __mmask32 is_level;
  };

  HWY_INLINE Half half(__m512i near, __m512i distance, __m512i share, const std::int16_t* displaced,
                       std::ptrdiff_t to_second, std::uint16_t* to) const {
    const __mmask32 is_second = _mm512_cmpeq_epi16_mask(near, _mm512_set1_epi16(2));
    const __m512i twice = _mm512_mask_loadu_epi16(_mm512_loadu_si512(displaced), is_second, displaced + to_second);
    const __m512i half = _mm512_mulhrs_epi16(twice, share);
    const __m512i displaced_by = _mm512_add_epi16(_mm512_add_epi16(distance, half), half);
    const __mmask32 is_below = _mm512_movepi16_mask(displaced_by);
    const __m512i level = _mm512_mask_sub_epi16(near, is_below, near, _mm512_set1_epi16(1));
    const __m512i step = _mm512_permutexvar_epi16(level, _mm512_load_si512(steps_));
    const __m512i above = _mm512_mask_add_epi16(displaced_by, is_below, displaced_by, step);
    const __m512i to_255 = _mm512_permutexvar_epi16(level, _mm512_load_si512(to_255_));
    _mm512_store_si512(to, _mm512_sub_epi16(above, half));
    return {above, level, _mm512_mulhrs_epi16(above, to_255), _mm512_testn_epi16_mask(above, above)};
  }

  static HWY_INLINE void put(std::uint16_t* to, const Half& half, __m512i threshold, __m512i code) {
    _mm512_store_si512(to + rows, _mm512_mask_mov_epi16(threshold, half.is_level, _mm512_set1_epi16(32767)));
    _mm512_store_si512(to + 2 * rows, code);
  }

  Bytes256 near_;
  Words256 distance_, share_;
  Words128 thresholds_[3];
  alignas(64) std::uint16_t steps_[32] = {};
  alignas(64) std::uint16_t to_255_[32] = {};
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
