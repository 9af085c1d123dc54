// A table of words that lanes look up.
#if defined(PLATERIP_HALFTONE_CPU_WORD_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_WORD_TABLE_INL_H_
#undef PLATERIP_HALFTONE_CPU_WORD_TABLE_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_WORD_TABLE_INL_H_
#endif

#include "halftone/cpu/lanes-inl.h"
#include "halftone/drops.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// A table of 4 or 16 words, looked up by words below that.
template <int most>
class WordTable {
 public:
  using D = Lanes16;
  using V = hn::Vec<D>;
  using Bytes = hn::Repartition<std::uint8_t, D>;

  // How a word is looked up; tables share it.
  struct Index {
#if PLATERIP_AVX512
    V words;
#else
    hn::Vec<Bytes> low, high;  // an index of 128 or more finds 0; 4 words need only the lower table
#endif
  };

  static HWY_INLINE Index index_of(V words) {
#if PLATERIP_AVX512
    return {words};
#else
    // The bytes 2·i and 2·i + 1 of a word; the lower table has those below 16.
    const D d;
    const auto bytes = hn::BitCast(Bytes(), hn::Add(hn::Mul(words, hn::Set(d, 0x0202)), hn::Set(d, 0x0100)));
    if constexpr (most == 4) return {bytes, bytes};
    const auto low = hn::Add(bytes, hn::Set(Bytes(), 0x70));
    return {HWY_ARCH_X86 ? low : hn::And(low, hn::Set(Bytes(), 0x8F)), hn::Sub(bytes, hn::Set(Bytes(), 16))};
#endif
  }

  WordTable() : WordTable(std::array<int, max_levels>{}) {}
  explicit WordTable(const std::array<int, max_levels>& values) {
    HWY_ALIGN std::uint16_t words[32] = {};
    for (std::size_t i = 0; i < values.size(); ++i) words[i] = static_cast<std::uint16_t>(values[i]);
#if PLATERIP_AVX512
    values_ = hn::Load(D(), words);
#else
    low_ = hn::BitCast(Bytes(), hn::LoadDup128(D(), words));
    high_ = hn::BitCast(Bytes(), hn::LoadDup128(D(), words + 8));
#endif
  }

  HWY_INLINE V operator[](const Index& index) const {
#if PLATERIP_AVX512
    return V{_mm512_permutexvar_epi16(index.words.raw, values_.raw)};
#else
    const auto low = hn::TableLookupBytesOr0(low_, index.low);
    if constexpr (most == 4) return hn::BitCast(D(), low);
    return hn::BitCast(D(), hn::Or(low, hn::TableLookupBytesOr0(high_, index.high)));
#endif
  }

 private:
#if PLATERIP_AVX512
  V values_;
#else
  hn::Vec<Bytes> low_, high_;
#endif
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
