// The vectors of the wavefront, and what differs between instruction sets.
#if defined(PLATERIP_HALFTONE_CPU_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_LANES_INL_H_
#undef PLATERIP_HALFTONE_CPU_LANES_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_LANES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes of two vectors hold a band's rows: while one vector waits for its errors, the processor works on the other.
// Rows alternate between the vectors. Lane 0 of vector 0 holds the last row, whose errors the band hands down, lane 0
// of vector 1 the row above it, lane 1 of vector 0 the row above that. So the errors of vector 1 are already in the
// lanes of vector 0 that need them.
inline constexpr int vectors = 2;
using Lanes16 = HWY_CAPPED(std::uint16_t, 32);
using Lanes32 = HWY_CAPPED(std::uint32_t, 16);

// The row of a band of `rows` rows that a lane holds, negative if it holds none. The `lanes` lanes are numbered through
// both vectors.
constexpr int row_of_lane(int lane, int lanes, int rows) {
  const int in_vector = lanes / vectors;
  return rows - 1 - vectors * (lane % in_vector) - lane / in_vector;
}

// Highway gives more capable targets smaller numbers. Targets that later versions of Highway add can do all that these
// can.
#define PLATERIP_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
#define PLATERIP_AVX512_DL (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL)

// Calls f(0), f(1) … f(count − 1), with numbers that are constants at compile time.
template <int count, typename F>
HWY_INLINE void for_each_step(F f) {
  [&]<int... step>(std::integer_sequence<int, step...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, step>()), ...);
  }
  (std::make_integer_sequence<int, count>());
}

// Moves every row's errors to the row below. The row above the band enters at the top: `in` points to as many 16-bit
// values as fit in a lane, and the values before and after these can be read too.
template <class D>
class RowShift {
  using V = hn::Vec<D>;
  using T = hn::TFromD<D>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  explicit RowShift(int rows) : whole_(rows == vectors * lanes) {
    for (int v = 0; v < vectors; ++v) {
      HWY_ALIGN T is_top[lanes];
      for (int i = 0; i < lanes; ++i)
        is_top[i] = static_cast<T>(row_of_lane(lanes * v + i, vectors * lanes, rows) == 0 ? -1 : 0);
      top_[v] = hn::Load(D(), is_top);
    }
  }

  HWY_INLINE void operator()(const V (&errors)[vectors], const std::uint16_t* in, V (&down)[vectors]) const {
    down[0] = errors[1];
    down[1] = shift(errors[0], in);
    if (HWY_LIKELY(whole_)) return;
    T above;
    std::memcpy(&above, in, sizeof above);
    for_each_step<vectors>([&](auto v) __attribute__((always_inline)) {
      down[v] = hn::IfVecThenElse(top_[v], hn::Set(D(), above), down[v]);
    });
  }

 private:
  // Moves every lane to the one before it. The last lane becomes `in`.
  HWY_INLINE V shift(V errors, const std::uint16_t* in) const {
    const D d;
    constexpr int bytes = sizeof(T);
#if PLATERIP_AVX512_DL
    const V above = pairs_of(bytes == 2 ? in - 1 : in);  // the last lane is an odd one
    return V{_mm512_mask_permutexvar_epi8(above.raw, ~std::uint64_t{0} >> bytes, sources_.raw, errors.raw)};
#elif PLATERIP_AVX512
    const V above = pairs_of(in);
    return hn::CombineShiftRightBytes<bytes>(d, V{_mm512_alignr_epi64(above.raw, errors.raw, 2)}, errors);
#else
    const V above = pairs_of(in);
    if constexpr (lanes * bytes == 16) {
      return hn::CombineShiftRightBytes<bytes>(d, above, errors);
    } else {
      return hn::CombineShiftRightBytes<bytes>(d, hn::ConcatLowerUpper(d, above, errors), errors);
    }
#endif
  }

  // Two 16-bit values, again and again.
  static HWY_INLINE V pairs_of(const std::uint16_t* in) {
    std::uint32_t pair;
    std::memcpy(&pair, in, sizeof pair);
    return hn::BitCast(D(), hn::Set(hn::Repartition<std::uint32_t, D>(), pair));
  }

#if PLATERIP_AVX512_DL
  using Bytes = hn::Repartition<std::uint8_t, D>;
  hn::Vec<Bytes> sources_ = hn::Iota(Bytes(), sizeof(T));
#endif
  V top_[vectors];
  bool whole_;
};

// Shifts `word` left by one and shifts in the highest bit of `from`.
template <class V>
HWY_INLINE V push_top_bit(V word, V from) {
  constexpr int bits = 8 * sizeof(hn::TFromV<V>);
#if PLATERIP_AVX512_DL
  if constexpr (bits == 16) return V{_mm512_shldi_epi16(word.raw, from.raw, 1)};
  if constexpr (bits == 32) return V{_mm512_shldi_epi32(word.raw, from.raw, 1)};
#endif
  return hn::Add(hn::Add(word, word), hn::ShiftRight<bits - 1>(from));
}

// sum + a[0]·b[0] + a[1]·b[1] in every 32-bit lane, whose halves are signed numbers of 16 bits.
template <class V>
HWY_INLINE V add_dot(V sum, V a, V b) {
#if PLATERIP_AVX512_DL
  asm("vpdpwssd %2, %1, %0" : "+v"(sum.raw) : "v"(a.raw), "v"(b.raw));  // Highway does not use it with GCC 12
  return sum;
#else
  const hn::DFromV<V> d32;
  const hn::RebindToSigned<decltype(d32)> i32;
  const hn::Repartition<std::int16_t, decltype(d32)> i16;
#if HWY_ARCH_X86
  auto none = hn::Zero(i32);
  const auto dot = hn::ReorderWidenMulAccumulate(i32, hn::BitCast(i16, a), hn::BitCast(i16, b), hn::Zero(i32), none);
  return hn::Add(sum, hn::BitCast(d32, dot));
#else  // on other machines, ReorderWidenMulAccumulate may add other pairs
  (void)i16;
  const auto low = [&](V v) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(i32, v))); };
  const auto high = [&](V v) { return hn::ShiftRight<16>(hn::BitCast(i32, v)); };
  const auto dot = hn::Add(hn::Mul(low(a), low(b)), hn::Mul(high(a), high(b)));
  return hn::Add(sum, hn::BitCast(d32, dot));
#endif
#endif
}

// Hides from GCC that a value is constant. Otherwise GCC would make the constant again at every step, and replace
// products by shifts and sums, which take longer here.
template <class V>
HWY_INLINE V kept(V v) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(v.raw));
#endif
  return v;
}

#if PLATERIP_AVX512_DL
// A matrix for affine(). Bit i of each byte becomes the parity of its bits in sources[i].
constexpr std::uint64_t bit_matrix(const std::array<std::uint8_t, 8>& sources) {
  std::uint64_t matrix = 0;
  for (const std::uint8_t row : sources) matrix = matrix << 8 | row;
  return matrix;
}

// Highway does not enable this instruction, which all machines with AVX3_DL have.
template <std::uint64_t matrix, int flipped, class V>
HWY_INLINE V affine(V bytes) {
  asm("vgf2p8affineqb %2, %1, %0, %0"
      : "+v"(bytes.raw)
      : "v"(_mm512_set1_epi64(static_cast<std::int64_t>(matrix))), "i"(flipped));
  return bytes;
}

template <class Mask>
HWY_INLINE std::uint32_t lane_bits(Mask mask) {
  return static_cast<std::uint32_t>(mask.raw);
}

// Makes a word of 16 pixels for each of 64 lanes out of 16 masks of all lanes. The first pixel becomes the highest bit.
// Each product of 8×8 matrices of bits turns 8 masks of 8 lanes into 8 pixels of each of these lanes.
HWY_INLINE void transpose_masks(const std::uint32_t* masks, hn::Vec<Lanes16> (&words)[2]) {
  alignas(64) static constexpr auto bytes = [] {
    std::array<std::uint8_t, 64> from{};  // byte 8·i + k: mask k, lanes from 8·order[i] on
    constexpr int order[] = {0, 4, 1, 5, 2, 6, 3, 7};
    for (int i = 0; i < 64; ++i) from[i] = static_cast<std::uint8_t>(8 * (i % 8) + order[i / 8]);
    return from;
  }();
  const __m512i one_bit = _mm512_set1_epi64(static_cast<std::int64_t>(0x8040201008040201));
  const __m512i from = _mm512_load_si512(bytes.data());
  const auto eight = [&](const std::uint32_t* eight_masks) __attribute__((always_inline)) {
    const __m512i matrices = _mm512_permutexvar_epi8(from, _mm512_load_si512(eight_masks));
    __m512i pixels;  // Highway does not enable these instructions, which all machines with AVX3_DL have
    asm("vgf2p8affineqb $0, %2, %1, %0" : "=v"(pixels) : "v"(one_bit), "v"(matrices));
    return pixels;
  };
  const __m512i first = eight(masks), second = eight(masks + 16);
  words[0] = hn::Vec<Lanes16>{_mm512_unpacklo_epi8(second, first)};
  words[1] = hn::Vec<Lanes16>{_mm512_unpackhi_epi8(second, first)};
}
#else  // nobody calls these
template <class Mask>
std::uint32_t lane_bits(Mask mask);
void transpose_masks(const std::uint32_t* masks, hn::Vec<Lanes16> (&words)[2]);
#endif

// Transposes 8×8 matrices of 16-bit numbers: one in each 128-bit block of the eight vectors.
template <class D>
HWY_INLINE void transpose_blocks(D d, hn::Vec<D> (&v)[8]) {
  const hn::Repartition<std::uint32_t, D> d32;
  const hn::Repartition<std::uint64_t, D> d64;
  hn::Vec<D> pairs[8];
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = hn::InterleaveLower(d, v[2 * i], v[2 * i + 1]);
    pairs[2 * i + 1] = hn::InterleaveUpper(d, v[2 * i], v[2 * i + 1]);
  }
  hn::Vec<decltype(d32)> fours[8];
  for (int i = 0; i < 8; i += 4) {
    for (int half = 0; half < 2; ++half) {
      const auto a = hn::BitCast(d32, pairs[i + half]), b = hn::BitCast(d32, pairs[i + half + 2]);
      fours[i + 2 * half] = hn::InterleaveLower(d32, a, b);
      fours[i + 2 * half + 1] = hn::InterleaveUpper(d32, a, b);
    }
  }
  for (int i = 0; i < 4; ++i) {
    const auto a = hn::BitCast(d64, fours[i]), b = hn::BitCast(d64, fours[i + 4]);
    v[2 * i] = hn::BitCast(d, hn::InterleaveLower(d64, a, b));
    v[2 * i + 1] = hn::BitCast(d, hn::InterleaveUpper(d64, a, b));
  }
}

// Loads a vector block by block: its 128-bit block q from at(q).
template <class D, typename At>
HWY_INLINE hn::Vec<D> load_blocks(D d, At at, int first = 0) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) == 16) {
    return hn::LoadU(d, at(first));
  } else {
    const hn::Half<D> half;
    constexpr int blocks = static_cast<int>(hn::MaxLanes(half) * sizeof(hn::TFromD<D>) / 16);
    return hn::Combine(d, load_blocks(half, at, first + blocks), load_blocks(half, at, first));
  }
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
