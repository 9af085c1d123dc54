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

// Every step is exact: 65535·v is 65536·v less v, and the first of these has the digits of v.
template <class D>
HWY_INLINE auto rounded(D d, hn::Vec<D> samples) {
  const hn::RebindToSigned<D> d_whole;
  const hn::Rebind<std::uint16_t, D> d_out;
  const auto half = hn::Set(d, 0.5F);
  const auto positive = hn::IfThenElseZero(hn::Gt(samples, hn::Zero(d)), samples);  // NaN is not greater than 0
  const auto v = hn::Min(positive, hn::Set(d, 1.0F));
  const auto large = hn::Mul(v, hn::Set(d, 65536.0F));
  const auto whole = hn::ConvertTo(d_whole, large);
  const auto rest = hn::Sub(large, hn::ConvertTo(d, whole));
  const auto one_if = [d_whole](auto mask) {
    return hn::IfThenElseZero(hn::RebindMask(d_whole, mask), hn::Set(d_whole, 1));
  };
  const auto up = one_if(hn::Ge(hn::Sub(rest, half), v));
  const auto down = one_if(hn::Lt(hn::Add(rest, half), v));
  return hn::DemoteTo(d_out, hn::Sub(hn::Add(whole, up), down));
}

void unpack_floats(const std::byte* in, std::size_t count, std::byte* out) {
  const HWY_FULL(float) d;
  const hn::Rebind<std::uint16_t, decltype(d)> d_out;
  const std::size_t lanes = hn::Lanes(d);
  std::array<float, hn::MaxLanes(d)> samples{};
  std::array<std::uint16_t, hn::MaxLanes(d)> numbers;
  for (std::size_t done = 0; done < count; done += lanes) {
    const std::size_t left = count - done;
    if (left >= lanes) {  // copies of known size are instructions
      std::memcpy(samples.data(), in + done * sizeof(float), lanes * sizeof(float));
    } else {
      std::memcpy(samples.data(), in + done * sizeof(float), left * sizeof(float));
    }
    hn::StoreU(rounded(d, hn::LoadU(d, samples.data())), d_out, numbers.data());
    if (left >= lanes) {
      std::memcpy(out + done * sizeof(std::uint16_t), numbers.data(), lanes * sizeof(std::uint16_t));
    } else {
      std::memcpy(out + done * sizeof(std::uint16_t), numbers.data(), left * sizeof(std::uint16_t));
    }
  }
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
