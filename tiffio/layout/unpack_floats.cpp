// unpack_floats() by vectors.
#include <array>
#include <cstring>

#include "base/simd.h"
#include "tiffio/layout/unpack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tiffio/layout/unpack_floats.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::tiffio::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 65535·v is 65536·v less v, and the first of these has the digits of v. Adding 2^23 rounds it to a whole number, in
// the lower bits. The distance from there is exact, and tells whether the number is this one or one less.
template <class D>
HWY_INLINE auto rounded(D d, hn::Vec<D> samples) {
  const hn::RebindToUnsigned<D> d_whole;
  const auto half = hn::Set(d, 0.5F), to_whole = hn::Set(d, 0x1p23F);
  const auto positive = hn::IfThenElseZero(hn::Gt(samples, hn::Zero(d)), samples);  // NaN is not greater than 0
  const auto v = hn::Min(positive, hn::Set(d, 1.0F));
  const auto large = hn::Mul(v, hn::Set(d, 65536.0F));
  const auto shifted = hn::Add(large, to_whole);
  const auto rest = hn::Sub(large, hn::Sub(shifted, to_whole));
  const auto is_less = hn::RebindMask(d_whole, hn::Lt(hn::Add(rest, half), v));
  const auto nearest = hn::BitCast(d_whole, shifted);
  const auto numbers = hn::Sub(nearest, hn::IfThenElseZero(is_less, hn::Set(d_whole, 1)));
  return hn::TruncateTo(hn::Rebind<std::uint16_t, D>(), numbers);
}

// Unpacks up to a vector of samples, which need not be aligned. If their number is a constant, copies are instructions.
template <class D>
HWY_INLINE void unpack_up_to_vector(D d, const std::byte* in, std::size_t count, std::byte* out) {
  std::array<float, hn::MaxLanes(D())> samples{};
  std::array<std::uint16_t, hn::MaxLanes(D())> numbers;
  std::memcpy(samples.data(), in, count * sizeof(float));
  hn::StoreU(rounded(d, hn::LoadU(d, samples.data())), hn::Rebind<std::uint16_t, D>(), numbers.data());
  std::memcpy(out, numbers.data(), count * sizeof(std::uint16_t));
}

void unpack_floats(const std::byte* in, std::size_t count, std::byte* out) {
  const HWY_FULL(float) d;
  constexpr std::size_t lanes = hn::MaxLanes(decltype(d)());
  for (; count >= lanes; count -= lanes) {
    unpack_up_to_vector(d, in, lanes, out);
    in += lanes * sizeof(float);
    out += lanes * sizeof(std::uint16_t);
  }
  unpack_up_to_vector(d, in, count, out);
}

}  // namespace platerip::tiffio::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::tiffio {

HWY_EXPORT(unpack_floats);

void unpack_floats(const std::byte* in, std::int64_t count, std::byte* out) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(unpack_floats)(in, static_cast<std::size_t>(count), out);
}

}  // namespace platerip::tiffio
#endif
