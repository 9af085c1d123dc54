#include "halftone/search/plane_rows.h"

#include <algorithm>
#include <cstring>

namespace platerip::halftone {
namespace {

// The level of pixel x in a row of a plate.
template <int bits>
int level_at(const std::byte* plate, std::int64_t x) {
  return std::to_integer<int>(plate[x * bits / 8]) >> (8 - bits - x * bits % 8) & ((1 << bits) - 1);
}

template <int bits>
void load_row(std::int64_t width, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate,
              std::int16_t* errors, std::uint8_t* below) {
  for (std::int64_t x = 0; x < width; ++x) {
    const SearchAmounts::Amount amount = amounts(samples, x);
    const int level = level_at<bits>(plate, x);
    const bool next = amount.rest != 0 && level > amount.below;
    errors[x] = static_cast<std::int16_t>((next ? search_step : 0) - amount.rest);
    below[x] = amount.below;
  }
}

template <int bits>
void load_drops(std::int64_t width, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate,
                std::int16_t* errors, std::uint8_t* pixels) {
  for (std::int64_t x = 0; x < width; ++x) {
    auto [value, pixel] = amounts.on_ladder(samples, x);
    pixel.level = std::clamp(level_at<bits>(plate, x), pixel.lowest, pixel.lowest + pixel.raised);
    errors[x] = static_cast<std::int16_t>(amounts.ladder()->value(pixel.level) - value);
    pixels[x] = byte_of(pixel);
  }
}

// Packs level_of(x) of each pixel.
template <int bits, typename LevelOf>
void write_row(std::int64_t width, LevelOf level_of, std::byte* plate) {
  constexpr int in_byte = 8 / bits;
  for (std::int64_t x = 0; x < width; x += in_byte) {
    unsigned packed = 0;
    for (int i = 0; i < in_byte; ++i)
      packed = packed << bits | (x + i < width ? static_cast<unsigned>(level_of(x + i)) : 0U);
    plate[x / in_byte] = static_cast<std::byte>(packed);
  }
}

}  // namespace

SearchAmounts::SearchAmounts(const PlaneSettings& plane, int levels, int bits)
    : levels_(levels == 2 ? 2 : static_cast<int>(amounts_of(plane.drops, levels).size())), bits_(bits), of_bytes_() {
  if (searches_drops(plane, levels)) ladder_.emplace(plane.drops, levels);
  for (int sample = 0; sample < 256; ++sample) of_bytes_[static_cast<std::size_t>(sample)] = amount(sample, 255);
}

SearchAmounts::Amount SearchAmounts::amount(int sample, int max) const {
  const int scaled = sample * (levels_ - 1);
  const auto level = static_cast<std::uint8_t>(scaled / max);
  const int rest = (search_step * (scaled % max) + max / 2) / max;
  if (rest == search_step) return {0, static_cast<std::uint8_t>(level + 1)};
  return {static_cast<std::int16_t>(rest), level};
}

std::size_t PlaneRows::bytes(std::int64_t width, std::int64_t rows) {
  const auto values = static_cast<std::size_t>((rows + 1) * stride(width));
  return (values * (sizeof(std::int16_t) + sizeof(std::uint8_t)) + 63) / 64 * 64;
}

PlaneRows::PlaneRows(std::byte* memory, std::int64_t width, std::int64_t rows)
    : width_(width),
      capacity_(rows),
      errors_outside_(reinterpret_cast<std::int16_t*>(memory) + search_margin),
      errors_(errors_outside_ - search_margin + stride(width)),
      pixels_outside_(reinterpret_cast<std::uint8_t*>(errors_ + rows * stride(width)) + search_margin),
      pixels_(pixels_outside_ - search_margin + stride(width)) {
  std::fill_n(errors_outside_ - search_margin, (rows + 1) * stride(width), std::int16_t{0});
  std::fill_n(pixels_outside_ - search_margin, (rows + 1) * stride(width), off_page);
}

void PlaneRows::load(std::int64_t y, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate,
                     int levels) {
  const bool drops = amounts.ladder() != nullptr;
  switch (plate_bits(levels)) {
    case 1:
      return load_row<1>(width_, amounts, samples, plate, errors(y), pixels(y));
    case 2:
      return (drops ? load_drops<2> : load_row<2>)(width_, amounts, samples, plate, errors(y), pixels(y));
    default:
      return (drops ? load_drops<4> : load_row<4>)(width_, amounts, samples, plate, errors(y), pixels(y));
  }
}

void PlaneRows::write(std::int64_t y, const SearchAmounts& amounts, int levels, std::byte* plate) const {
  const auto write_levels = [&](auto level_of) {
    switch (plate_bits(levels)) {
      case 1:
        return write_row<1>(width_, level_of, plate);
      case 2:
        return write_row<2>(width_, level_of, plate);
      default:
        return write_row<4>(width_, level_of, plate);
    }
  };
  const std::uint8_t* const row = pixels(y);
  const std::int16_t* const row_errors = errors(y);
  if (amounts.ladder() != nullptr) return write_levels([&](std::int64_t x) { return drop_pixel(row[x]).level; });
  write_levels([&](std::int64_t x) { return row[x] + (row_errors[x] > 0 ? 1 : 0); });
}

TileAround PlaneRows::around(std::int64_t y, std::int64_t x, std::int64_t rows) const {
  TileAround around;
  for (std::size_t i = 0; i < around.errors.size(); ++i) {
    const std::int64_t row = y - tile_halo + static_cast<std::int64_t>(i);
    const bool is_on_page = row >= 0 && row < rows;
    around.errors[i] = (is_on_page ? errors(row) : errors_outside_) + x;
    around.pixels[i] = (is_on_page ? pixels(row) : pixels_outside_) + x;
  }
  return around;
}

void PlaneRows::save(std::int64_t first, std::int64_t end, std::vector<std::byte>& state) const {
  for (std::int64_t y = first; y < end; ++y) {
    const auto row = std::as_bytes(std::span(errors(y), static_cast<std::size_t>(width_)));
    state.insert(state.end(), row.begin(), row.end());
  }
  for (std::int64_t y = first; y < end; ++y) {
    const auto row = std::as_bytes(std::span(pixels(y), static_cast<std::size_t>(width_)));
    state.insert(state.end(), row.begin(), row.end());
  }
}

bool PlaneRows::restore(std::int64_t first, std::int64_t end, const SearchAmounts& amounts,
                        std::span<const std::byte> state) {
  const auto take = [&](void* to, std::int64_t bytes) {
    std::memcpy(to, state.data(), static_cast<std::size_t>(bytes));
    state = state.subspan(static_cast<std::size_t>(bytes));
  };
  for (std::int64_t y = first; y < end; ++y) take(errors(y), 2 * width_);
  for (std::int64_t y = first; y < end; ++y) take(pixels(y), width_);
  for (std::int64_t y = first; y < end; ++y) {
    for (std::int64_t x = 0; x < width_; ++x)
      if (!is_possible(y, x, amounts)) return false;
  }
  return true;
}

bool PlaneRows::is_possible(std::int64_t y, std::int64_t x, const SearchAmounts& amounts) const {
  const int error = errors(y)[x];
  if (amounts.ladder() != nullptr) return amounts.ladder()->has(drop_pixel(pixels(y)[x]), error);
  const int highest = pixels(y)[x] + (error != 0 ? 1 : 0);
  return error > -search_step && error < search_step && highest < amounts.levels();
}

}  // namespace platerip::halftone
