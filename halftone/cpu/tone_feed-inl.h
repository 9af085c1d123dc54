// What the lanes of a tone filter get for each pixel of a plate with two levels: its amount, its threshold and its
// class.
#if defined(PLATERIP_HALFTONE_CPU_TONE_FEED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_TONE_FEED_INL_H_
#undef PLATERIP_HALFTONE_CPU_TONE_FEED_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_TONE_FEED_INL_H_
#endif

#include "halftone/cpu/band.h"
#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/tone_filter.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// For amounts r of 0 to 255 in every byte of a vector: finds the place of each in the tables, and its half-class.
class TonePlaces {
 public:
  using Bytes = hn::Repartition<std::uint8_t, Lanes16>;
  using V = hn::Vec<Bytes>;

#if PLATERIP_AVX512_DL
  TonePlaces() {
    HWY_ALIGN std::uint8_t half_classes[128] = {};
    for (int r = 0; r < 256; ++r) half_classes[place(r)] = half_class_of(r);
    half_classes_ = hn::Load(Bytes(), half_classes);
  }

  // A place in a table of 128 bytes. With m = min(r, 255 − r), this is min(m, 32 + m/4), plus 64 in the upper half of a
  // step.
  static constexpr int place(int r) {
    const int m = std::min(r, 255 - r);
    return std::min(m, 32 + m / 4) + (r > 127 ? 64 : 0);
  }
  // The bits of m are those of r or, in the upper half, their complements. If m has bit 6, the first number has bit 7,
  // and is the greater one.
  HWY_INLINE V operator()(V levels) const {
    constexpr std::uint64_t fine = bit_matrix({0x81, 0x82, 0x84, 0x88, 0x90, 0xA0, 0x80, 0xC0});
    constexpr std::uint64_t quarters = bit_matrix({0x84, 0x88, 0x90, 0xA0, 0xC0, 0, 0x80, 0});
    return hn::Min(affine<fine, 0>(levels), affine<quarters, 32>(levels));
  }

  HWY_INLINE V half_classes(V places) const {
    return V{_mm512_permutexvar_epi8(places.raw, half_classes_.raw)};
  }

  // 255 in the lower half of a step, 0 in the upper.
  static HWY_INLINE V is_lower(V levels) {
    return affine<bit_matrix({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}), 255>(levels);
  }

 private:
  V half_classes_;
#else
  TonePlaces() {
    HWY_ALIGN std::uint8_t half_classes[48] = {};
    for (int m = 0; m < 16; ++m) half_classes[m] = half_class_of(m);
    for (int quarter = 4; quarter < 32; ++quarter) half_classes[16 + quarter] = half_class_of(4 * quarter);
    for (int i = 0; i < 3; ++i) half_classes_[i] = hn::LoadDup128(Bytes(), half_classes + 16 * i);
  }

  // The place is the half-class. Looks up m = min(r, 255 − r) in three tables of 16 bytes: one for each m below 16, one
  // for every four below 64, one for every four above. The right table gives the half-class, the others give 0. An
  // index with its highest bit set gives 0.
  HWY_INLINE V operator()(V levels) const {
    const Bytes d;
    const hn::Repartition<std::uint16_t, Bytes> d16;
    const V m = hn::Min(levels, hn::Not(levels));
    const V quarter = hn::And(hn::BitCast(d, hn::ShiftRight<2>(hn::BitCast(d16, m))), hn::Set(d, 31));
    const V below_16 = look_up(half_classes_[0], hn::Add(m, hn::Set(d, 0x70)));
    const V below_64 = look_up(half_classes_[1], hn::Add(quarter, hn::Set(d, 0x70)));
    const V above = look_up(half_classes_[2], hn::Sub(quarter, hn::Set(d, 16)));
    return hn::Or(hn::Or(below_16, below_64), above);
  }

  static HWY_INLINE V half_classes(V places) {
    return places;
  }

  // 255 in the lower half of a step, 0 in the upper.
  static HWY_INLINE V is_lower(V levels) {
    const hn::RebindToSigned<Bytes> i8;
    return hn::BitCast(Bytes(), hn::VecFromMask(i8, hn::Gt(hn::BitCast(i8, levels), hn::Set(i8, -1))));
  }

 private:
  // x86 looks up by the lower four bits of an index; Arm finds 0 for all indices above 15.
  static HWY_INLINE V look_up(V table, V index) {
    return hn::TableLookupBytesOr0(table, HWY_ARCH_X86 ? index : hn::And(index, hn::Set(Bytes(), 0x8F)));
  }

  V half_classes_[3];
#endif

  static std::uint8_t half_class_of(int r) {
    return tone_classes[static_cast<std::size_t>(r)] % tone_half;
  }
};

// Finds the high bytes of thresholds, in every byte of a vector. The low bytes of the thresholds are `is_lower` itself:
// 255 in the lower half of a step, 0 in the upper.
class ToneLimits {
 public:
  using Bytes = TonePlaces::Bytes;
  using V = hn::Vec<Bytes>;

  explicit ToneLimits(const ToneThresholds& thresholds) {
#if PLATERIP_AVX512_DL
    HWY_ALIGN std::uint8_t high[128] = {};
    for (std::size_t r = 0; r < tone_classes.size(); ++r)
      high[TonePlaces::place(static_cast<int>(r))] = static_cast<std::uint8_t>(thresholds[tone_classes[r]] >> 8);
    lower_ = hn::Load(Bytes(), high);
    upper_ = hn::Load(Bytes(), high + 64);
#else
    HWY_ALIGN std::uint8_t high[2 * tone_half];
    for (std::size_t c = 0; c < thresholds.size(); ++c) high[c] = static_cast<std::uint8_t>(thresholds[c] >> 8);
    lower_ = hn::LoadDup128(Bytes(), high);
    upper_ = hn::LoadDup128(Bytes(), high + tone_half);
#endif
  }

  HWY_INLINE V operator()(V places, [[maybe_unused]] V is_lower) const {
#if PLATERIP_AVX512_DL
    return V{_mm512_permutex2var_epi8(lower_.raw, places.raw, upper_.raw)};
#else
    return hn::IfVecThenElse(is_lower, hn::TableLookupBytes(lower_, places), hn::TableLookupBytes(upper_, places));
#endif
  }

 private:
  V lower_, upper_;
};

// The amount, the threshold and, for filters whose weights vary, the half-class of a pixel have a word each. The
// half-class is in the high byte of its word, for lookups of bytes.
template <std::size_t place>
class ToneInk {
  using D = Lanes16;
  using V = hn::Vec<D>;
  using Bytes = TonePlaces::Bytes;
  using VB = hn::Vec<Bytes>;
  static constexpr int rows = vectors * static_cast<int>(hn::MaxLanes(D()));

 public:
  static constexpr int words = has_fixed_weights(tone_filters[place]) ? 2 : 3;

  explicit ToneInk(const Band& band) : limits_(band.tone->outer) {}

  // The ink of a vector's lanes from a step on. It is the same everywhere.
  HWY_INLINE const ToneInk& at(std::int64_t /*t*/, int /*vector*/) const { return *this; }

  // Puts two columns of 8-bit samples, from the column-th of these steps on.
  HWY_INLINE void put_two(D d, VB samples, std::uint16_t* first, std::uint16_t* second, int /*column*/) const {
    const Bytes bytes;
    const auto put = [&](VB low, VB high, int word) __attribute__((always_inline)) {
      hn::Store(hn::BitCast(d, hn::InterleaveLower(bytes, low, high)), d, first + word * rows);
      hn::Store(hn::BitCast(d, hn::InterleaveUpper(bytes, low, high)), d, second + word * rows);
    };
    const VB places = places_(samples);
    const VB is_lower = TonePlaces::is_lower(samples);
    const VB low = hn::Zero(bytes);
    hn::Store(hn::ShiftRight<1>(hn::BitCast(d, hn::InterleaveLower(bytes, low, samples))), d, first);
    hn::Store(hn::ShiftRight<1>(hn::BitCast(d, hn::InterleaveUpper(bytes, low, samples))), d, second);
    put(is_lower, limits_(places, is_lower), 1);
    if constexpr (words > 2) put(hn::Set(bytes, 0x80), places_.half_classes(places), 2);
  }

  // Puts two columns of 16-bit samples.
  HWY_INLINE void put_two(D d, V even, V odd, std::uint16_t* first, std::uint16_t* second, int /*column*/) const {
    put(d, even, first);
    put(d, odd, second);
  }

 private:
  // A sample R of 65535 is (1020·R + 32767) div 65535 of 1020. It is (R + 128) div 257
  // of 255, computed as (255·R + 32895) >> 16. 1 to 1019 of 1020 count as 1 to 254 of 255.
  HWY_INLINE void put(D d, V samples, std::uint16_t* to) const {
    const V in_255 =
        hn::Add(hn::MulHigh(samples, hn::Set(d, 255)),
                hn::Min(hn::SaturatedSub(hn::Mul(samples, hn::Set(d, 255)), hn::Set(d, 32640)), hn::Set(d, 1)));
    const V in_1020 = rounded_65535<1020>(d, samples);
    const V least = hn::Min(in_1020, hn::Set(d, 1));
    const V most = hn::Add(hn::SaturatedSub(in_1020, hn::Set(d, 1019)), hn::Set(d, 254));
    const VB places = places_(hn::BitCast(Bytes(), hn::Min(hn::Max(in_255, least), most)));
    const VB is_lower = TonePlaces::is_lower(hn::BitCast(Bytes(), hn::Min(hn::Max(in_255, least), most)));
    const V high = hn::ShiftLeft<8>(hn::BitCast(d, limits_(places, is_lower)));
    hn::Store(hn::ShiftLeft<5>(in_1020), d, to);
    hn::Store(hn::Or(high, hn::And(hn::BitCast(d, is_lower), hn::Set(d, 255))), d, to + rows);
    if constexpr (words > 2) {
      const V half_classes = hn::ShiftLeft<8>(hn::BitCast(d, places_.half_classes(places)));
      hn::Store(hn::Or(half_classes, hn::Set(d, 0x80)), d, to + 2 * rows);
    }
  }

  TonePlaces places_;
  ToneLimits limits_;
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
