#include "rip/ink_use.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace platerip::rip {
namespace {

// Rows are summed in pieces of this many pixels, so that no memory grows with their width.
constexpr std::int64_t piece = 1024;

template <typename Sample>
void add_samples(const std::byte* samples, std::span<std::uint32_t> sums) {
  const auto* ink = reinterpret_cast<const Sample*>(samples);
  for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += ink[x];
}

// Each bit of a level weighs as much as its place: bit b of every pixel counts 2^b.
std::uint64_t sum_of_levels(std::uint64_t word, int bits) {
  constexpr std::uint64_t every_bit = ~std::uint64_t{0};
  const std::uint64_t lowest = every_bit / ((std::uint64_t{1} << bits) - 1);
  std::uint64_t sum = 0;
  for (int bit = 0; bit < bits; ++bit) sum += static_cast<std::uint64_t>(std::popcount(word >> bit & lowest)) << bit;
  return sum;
}

}  // namespace

void TotalInk::add(std::span<const separation::Plane> planes, int bits, std::int64_t width, std::int64_t rows) {
  solid_ = (std::uint32_t{1} << bits) - 1;
  std::array<std::uint32_t, piece> buffer;
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::int64_t x = 0; x < width; x += piece) {
      const std::span totals(buffer.data(), static_cast<std::size_t>(std::min(piece, width - x)));
      std::fill(totals.begin(), totals.end(), 0);
      for (const separation::Plane& plane : planes) {
        const std::byte* samples = plane.samples + y * plane.stride + x * (bits / 8);
        bits == 8 ? add_samples<std::uint8_t>(samples, totals) : add_samples<std::uint16_t>(samples, totals);
      }
      for (const std::uint32_t total : totals) {
        sum_ += total;
        max_ = std::max(max_, total);
      }
    }
  }
  pixels_ += static_cast<std::uint64_t>(width * rows);
}

void TotalInk::merge(const TotalInk& other) {
  if (other.pixels_ == 0) return;
  sum_ += other.sum_;
  pixels_ += other.pixels_;
  max_ = std::max(max_, other.max_);
  solid_ = other.solid_;
}

double TotalInk::mean_percent() const {
  return pixels_ ? 100.0 * static_cast<double>(sum_) / static_cast<double>(pixels_) / solid_ : 0;
}

double TotalInk::max_percent() const {
  return 100.0 * max_ / solid_;
}

std::uint64_t sum_of_levels(const halftone::Plate& plate, int levels, std::int64_t width, std::int64_t rows) {
  const int bits = halftone::plate_bits(levels);
  const auto row_bytes = static_cast<std::size_t>(halftone::plate_row_bytes(width, levels));
  std::uint64_t sum = 0;
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::byte* row = plate.pixels + y * plate.stride;
    for (std::size_t at = 0; at < row_bytes; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, row + at, std::min(sizeof word, row_bytes - at));
      sum += sum_of_levels(word, bits);
    }
  }
  return sum;
}

}  // namespace platerip::rip
