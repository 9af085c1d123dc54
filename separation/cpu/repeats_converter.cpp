#include "separation/cpu/repeats_converter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "separation/interpolation.h"
#include "separation/simd/kernels.h"

namespace platerip::separation::cpu {
namespace {

constexpr int place_bits = 16;  // half a megabyte, which the second cache of most cores holds
constexpr std::size_t at_once = 512;

std::size_t place_of(std::uint32_t color) {
  return color * 0x9E3779B1U >> (32 - place_bits);
}

}  // namespace

// The colour in place 0 is one that belongs elsewhere, and so is the colour 0 in all others.
RepeatsConverter::RepeatsConverter(std::unique_ptr<Converter<std::uint8_t>> direct)
    : direct_(std::move(direct)), remembered_(std::size_t{1} << place_bits) {
  remembered_[0] = std::uint64_t{1} << 32;
}

// Colours that are new cost more than they do without a memory. If most are, the rest of the pixels are probably noise.
void RepeatsConverter::run(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) const {
  std::array<std::uint8_t*, group_inks> rows{};
  std::ranges::copy(inks, rows.begin());
  const auto rest = std::span(rows).first(inks.size());
  while (count > 0) {
    const auto now = std::min<std::int64_t>(count, at_once);
    const bool repeats = look_up(pixels, static_cast<std::size_t>(now), rest);
    pixels += 4 * now;
    count -= now;
    for (std::uint8_t*& row : rest) row += now;
    if (!repeats) return direct_->run(pixels, count, rest);
  }
}

// Whether most colours were remembered.
bool RepeatsConverter::look_up(const std::uint8_t* pixels, std::size_t count, InkRows<std::uint8_t> inks) const {
  std::array<std::uint32_t, at_once> entries, new_colors, new_entries;
  std::array<std::uint16_t, at_once> new_pixels;  // those whose colours are not remembered
  std::size_t new_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t color = 0;
    std::memcpy(&color, pixels + 4 * i, sizeof color);
    const std::uint64_t entry = remembered_[place_of(color)].load(std::memory_order_relaxed);
    entries[i] = static_cast<std::uint32_t>(entry);
    new_pixels[new_count] = static_cast<std::uint16_t>(i);
    new_colors[new_count] = color;
    new_count += entry >> 32 != color;
  }
  if (new_count > 0) compute(std::span(new_colors).first(new_count), inks.size(), new_entries.data());
  for (std::size_t i = 0; i < new_count; ++i) entries[new_pixels[i]] = new_entries[i];
  simd::deinterleave(reinterpret_cast<const std::uint8_t*>(entries.data()), static_cast<std::int64_t>(count), inks);
  return new_count <= count / 2;
}

// Computes the inks of colours, and remembers them.
void RepeatsConverter::compute(std::span<const std::uint32_t> colors, std::size_t inks, std::uint32_t* entries) const {
  std::array<std::array<std::uint8_t, at_once>, group_inks> computed{};
  const std::array rows = {computed[0].data(), computed[1].data(), computed[2].data(), computed[3].data()};
  const auto count = static_cast<std::int64_t>(colors.size());
  direct_->run(reinterpret_cast<const std::uint8_t*>(colors.data()), count, std::span(rows).first(inks));
  const std::array<const std::uint8_t*, group_inks> found = {rows[0], rows[1], rows[2], rows[3]};
  simd::interleave(found, count, entries);
  for (std::size_t i = 0; i < colors.size(); ++i)
    remembered_[place_of(colors[i])].store(std::uint64_t{colors[i]} << 32 | entries[i], std::memory_order_relaxed);
}

}  // namespace platerip::separation::cpu
