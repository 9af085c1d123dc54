#include "tiffio/pages/sum_pixels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tiffio/pages/sum_pixels.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::tiffio::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t vector_bytes = 16;

#if HWY_TARGET == HWY_SCALAR
template <typename Sample, std::size_t doublings>
std::size_t sum_vectors(std::uint8_t*, std::size_t, std::size_t) {
  return 0;
}
#else
constexpr hn::FixedTag<std::uint8_t, vector_bytes> d_bytes;
using Bytes = hn::Vec<decltype(d_bytes)>;

// Where each byte of a vector is taken from. What is not below 16 becomes 0.
template <typename Place>
Bytes places(const Place& place) {
  alignas(vector_bytes) std::array<std::uint8_t, vector_bytes> all{};
  for (std::size_t i = 0; i < vector_bytes; ++i) all[i] = static_cast<std::uint8_t>(place(i));
  return hn::Load(d_bytes, all.data());
}

// Sums as many whole pixels at a time as a vector holds, at most 2^doublings. Leaves the last bytes to its caller, and
// returns where they begin.
template <typename Sample, std::size_t doublings>
std::size_t sum_vectors(std::uint8_t* row, std::size_t bytes, std::size_t pixel_bytes) {
  const hn::Repartition<Sample, decltype(d_bytes)> d;
  constexpr std::size_t nowhere = 0x80;
  const std::size_t whole = vector_bytes / pixel_bytes * pixel_bytes;
  const auto later = [pixel_bytes](std::size_t pixels) {
    return places([at = pixels * pixel_bytes](std::size_t i) { return i < at ? nowhere : i - at; });
  };
  const std::array<Bytes, 4> moves = {later(1), later(2), later(4), later(8)};
  const Bytes last = places([=](std::size_t i) { return whole - pixel_bytes + i % pixel_bytes; });
  const Bytes is_whole = places([whole](std::size_t i) { return i < whole ? 0xff : 0; });
  auto before = hn::Zero(d);  // the last sum, in the place of each pixel
  Bytes next = bytes < vector_bytes ? hn::Zero(d_bytes) : hn::LoadU(d_bytes, row);
  std::size_t at = 0;
  while (at + vector_bytes <= bytes) {
    const Bytes differences = next;
    const std::size_t after = at + whole;
    // Before the store, which may overlap: a processor waits long for what it has just stored in part.
    if (after + vector_bytes <= bytes) next = hn::LoadU(d_bytes, row + after);
    auto sums = hn::BitCast(d, differences);
    for (std::size_t i = 0; i < doublings; ++i)
      sums = hn::Add(sums, hn::BitCast(d, hn::TableLookupBytesOr0(hn::BitCast(d_bytes, sums), moves[i])));
    const Bytes made = hn::BitCast(d_bytes, hn::Add(sums, before));
    hn::StoreU(hn::IfVecThenElse(is_whole, made, differences), d_bytes, row + at);
    before = hn::Add(before, hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(d_bytes, sums), last)));
    at = after;
  }
  return at;
}
#endif

template <typename Sample>
void sum_samples(std::uint8_t* row, std::size_t bytes, std::size_t pixel_bytes) {
  constexpr std::array sum = {sum_vectors<Sample, 0>, sum_vectors<Sample, 1>, sum_vectors<Sample, 2>,
                              sum_vectors<Sample, 3>, sum_vectors<Sample, 4>};
  const std::size_t pixels = vector_bytes / pixel_bytes;
  const std::size_t done = pixels == 0 ? 0 : sum[std::bit_width(pixels - 1)](row, bytes, pixel_bytes);
  for (std::size_t at = std::max(done, pixel_bytes); at + sizeof(Sample) <= bytes; at += sizeof(Sample)) {
    Sample sample = 0, before = 0;
    std::memcpy(&sample, row + at, sizeof sample);
    std::memcpy(&before, row + at - pixel_bytes, sizeof before);
    sample = static_cast<Sample>(sample + before);
    std::memcpy(row + at, &sample, sizeof sample);
  }
}

void sum_pixels(std::uint8_t* row, std::size_t bytes, std::size_t pixel_bytes, std::size_t sample_bytes) {
  if (sample_bytes == 1) return sum_samples<std::uint8_t>(row, bytes, pixel_bytes);
  if (sample_bytes == 2) return sum_samples<std::uint16_t>(row, bytes, pixel_bytes);
  sum_samples<std::uint32_t>(row, bytes, pixel_bytes);
}

}  // namespace platerip::tiffio::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::tiffio {

HWY_EXPORT(sum_pixels);

void sum_pixels(std::span<std::byte> row, std::size_t pixel_bytes, std::size_t sample_bytes) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(sum_pixels)
  (reinterpret_cast<std::uint8_t*>(row.data()), row.size(), pixel_bytes, sample_bytes);
}

}  // namespace platerip::tiffio
#endif
