// Splits pixels into rows and packs them again, and looks up rows in tables.
#if defined(PLATERIP_SEPARATION_SIMD_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_ROWS_INL_H_
#undef PLATERIP_SEPARATION_SIMD_ROWS_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_ROWS_INL_H_
#endif

#include "separation/interpolation.h"
#include "separation/simd/ink_rows.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

// Splits one vector of pixels with four samples each into rows, starting at index `to`.
template <class D, typename Sample = hn::TFromD<D>>
HWY_INLINE void split(D d, const Sample* pixels, InkRows<Sample> inks, std::int64_t to) {
  hn::Vec<D> v0, v1, v2, v3;
  hn::LoadInterleaved4(d, pixels, v0, v1, v2, v3);
  hn::StoreU(v0, d, inks[0] + to);
  if (inks.size() > 1) hn::StoreU(v1, d, inks[1] + to);
  if (inks.size() > 2) hn::StoreU(v2, d, inks[2] + to);
  if (inks.size() > 3) hn::StoreU(v3, d, inks[3] + to);
}

template <typename Sample>
std::int64_t deinterleave_vectors(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) {
  const hn::ScalableTag<Sample> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) split(d, pixels + group_inks * done, inks, done);
  return done;
}

std::int64_t interleave_vectors(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) {
    const auto ink = [&](std::size_t i) { return hn::LoadU(d, inks[i] + done); };
    hn::StoreInterleaved4(ink(0), ink(1), ink(2), ink(3), d, reinterpret_cast<std::uint8_t*>(entries + done));
  }
  return done;
}

// Searches a table of 256 entries as 16 parts of 16. If a sample belongs to another part, its index exceeds 127, for
// which the lookup gives 0.
std::int64_t look_up_vectors(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) {
    const auto samples = hn::LoadU(d, in + done);
    auto entries = hn::Zero(d);
    for (int part = 0; part < 256; part += 16) {
      const auto from_part = hn::Sub(samples, hn::Set(d, static_cast<std::uint8_t>(part)));
      const auto index = hn::SaturatedAdd(from_part, hn::Set(d, 128 - 16));
      entries = hn::Or(entries, hn::TableLookupBytesOr0(hn::LoadDup128(d, table + part), index));
    }
    hn::StoreU(entries, d, out + done);
  }
  return done;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
