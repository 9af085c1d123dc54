#include "tiffio/pages/adler.h"

#include <algorithm>
#include <array>

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tiffio/pages/adler.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::tiffio::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t modulus = 65521;

/// The sum of all bytes, and that of this sum after each byte.
struct Sums {
  std::uint64_t bytes;
  std::uint64_t sums;

  void take(const std::uint8_t* from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      bytes += from[i];
      sums += bytes;
    }
  }

  void reduce() {
    bytes %= modulus;
    sums %= modulus;
  }
};

#if HWY_TARGET == HWY_SCALAR
std::size_t take_vectors(const std::uint8_t*, std::size_t, Sums&) {
  return 0;
}
#else
constexpr hn::ScalableTag<std::uint8_t> d8;
constexpr hn::Half<decltype(d8)> d_half;
constexpr hn::Repartition<std::uint16_t, decltype(d8)> d16;
constexpr hn::Repartition<std::uint64_t, decltype(d8)> d64;

// Takes as many whole vectors as the sums of their columns can count. Returns how many bytes these have.
std::size_t take_vectors(const std::uint8_t* from, std::size_t count, Sums& sums) {
  constexpr std::size_t most_vectors = 65535 / 255;
  const std::size_t lanes = hn::Lanes(d8);
  const std::size_t vectors = std::min(count / lanes, most_vectors);
  auto bytes = hn::Zero(d64);   // of the vectors so far
  auto before = hn::Zero(d64);  // that sum before each vector
  auto first_columns = hn::Zero(d16);
  auto last_columns = hn::Zero(d16);
  for (std::size_t i = 0; i < vectors; ++i) {
    const auto vector = hn::LoadU(d8, from + i * lanes);
    before = hn::Add(before, bytes);
    bytes = hn::Add(bytes, hn::SumsOf8(vector));
    first_columns = hn::Add(first_columns, hn::PromoteTo(d16, hn::LowerHalf(d_half, vector)));
    last_columns = hn::Add(last_columns, hn::PromoteTo(d16, hn::UpperHalf(d_half, vector)));
  }
  HWY_ALIGN std::array<std::uint16_t, HWY_MAX_BYTES> columns;
  hn::Store(first_columns, d16, columns.data());
  hn::Store(last_columns, d16, columns.data() + lanes / 2);
  sums.sums += vectors * lanes * sums.bytes + lanes * hn::GetLane(hn::SumOfLanes(d64, before));
  for (std::size_t i = 0; i < lanes; ++i) sums.sums += (lanes - i) * columns[i];
  sums.bytes += hn::GetLane(hn::SumOfLanes(d64, bytes));
  return vectors * lanes;
}
#endif

std::uint32_t next_adler(std::uint32_t before, const std::uint8_t* from, std::size_t count) {
  constexpr std::size_t most_bytes = 4096;  // of one step, so that no sum overflows
  Sums sums{before & 0xffff, before >> 16};
  while (count > 0) {
    std::size_t taken = take_vectors(from, count, sums);
    if (taken == 0) sums.take(from, taken = std::min(count, most_bytes));
    sums.reduce();
    from += taken;
    count -= taken;
  }
  return static_cast<std::uint32_t>(sums.sums << 16 | sums.bytes);
}

}  // namespace platerip::tiffio::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::tiffio {

HWY_EXPORT(next_adler);

std::uint32_t next_adler(std::uint32_t before, std::span<const std::byte> bytes) {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(next_adler)(before, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace platerip::tiffio
#endif
