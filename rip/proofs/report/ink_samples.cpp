#include "rip/proofs/report/ink_samples.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/proofs/report/ink_samples.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Of 255 parts, the coverage has (255 ink + solid / 2) div solid, and what is left of that division is a multiple of
// 1 / solid, or half of one if solid is odd. A quarter more changes nothing, and outweighs all that multiplying with
// 1 / solid rounds.
template <class D>
HWY_INLINE void samples_in(D d, const std::uint64_t* ink, const double* shares, double share, std::uint8_t* samples) {
  const hn::RebindToSigned<D> d_ink;
  const hn::Rebind<std::int32_t, D> d32;
  const hn::Rebind<std::uint8_t, D> d8;
  const auto amount = hn::ConvertTo(d, hn::LoadU(d_ink, reinterpret_cast<const std::int64_t*>(ink)));
  const auto parts = hn::Add(hn::Mul(amount, hn::Set(d, 255)), hn::Set(d, 0.25));
  const auto of_solid = hn::Mul(hn::LoadU(d, shares), hn::Set(d, share));
  const auto coverage = hn::Add(hn::Mul(parts, of_solid), hn::Set(d, 0.5));
  hn::StoreU(hn::DemoteTo(d8, hn::Sub(hn::Set(d32, 255), hn::DemoteTo(d32, coverage))), d8, samples);
}

void samples_of_boxes(std::span<const std::uint64_t> ink, const double* shares, double share, std::uint8_t* samples) {
  const hn::ScalableTag<double> d;
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= ink.size(); at += hn::Lanes(d))
    samples_in(d, ink.data() + at, shares + at, share, samples + at);
  for (; at < ink.size(); ++at)
    samples_in(hn::CappedTag<double, 1>(), ink.data() + at, shares + at, share, samples + at);
}

void write_hexadecimal(std::span<const std::uint8_t> bytes, std::uint8_t* digits) {
  alignas(16) static constexpr std::uint8_t all[] = {'0', '1', '2', '3', '4', '5', '6', '7',
                                                     '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};
  const hn::ScalableTag<std::uint8_t> d;
  const auto table = hn::LoadDup128(d, all);
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= bytes.size(); at += hn::Lanes(d)) {
    const auto byte = hn::LoadU(d, bytes.data() + at);
    const auto high = hn::TableLookupBytes(table, hn::ShiftRight<4>(byte));
    const auto low = hn::TableLookupBytes(table, hn::And(byte, hn::Set(d, 15)));
    hn::StoreInterleaved2(high, low, d, digits + 2 * at);
  }
  for (; at < bytes.size(); ++at) {
    digits[2 * at] = all[bytes[at] >> 4];
    digits[2 * at + 1] = all[bytes[at] & 15];
  }
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(samples_of_boxes);
HWY_EXPORT(write_hexadecimal);

}  // namespace

void samples_of_boxes(std::span<const std::uint64_t> ink, std::span<const double> shares, double share,
                      std::uint8_t* samples) {
  HWY_DYNAMIC_DISPATCH(samples_of_boxes)(ink, shares.data(), share, samples);
}

void write_hexadecimal(std::span<const std::uint8_t> bytes, char* digits) {
  HWY_DYNAMIC_DISPATCH(write_hexadecimal)(bytes, reinterpret_cast<std::uint8_t*>(digits));
}

}  // namespace platerip::rip
#endif
