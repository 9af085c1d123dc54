#include "halftone/search/plane_rows.h"

#include <algorithm>
#include <cstring>

namespace platerip::halftone {
namespace {

template <int bits>
void load_row(std::int64_t width, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate,
              std::int16_t* errors, std::uint8_t* below) {
  for (std::int64_t x = 0; x < width; ++x) {
    const SearchAmounts::Amount amount = amounts(samples, x);
    const int level = std::to_integer<int>(plate[x * bits / 8]) >> (8 - bits - x * bits % 8) & ((1 << bits) - 1);
    const bool next = amount.rest != 0 && level > amount.below;
    errors[x] = static_cast<std::int16_t>((next ? search_step : 0) - amount.rest);
    below[x] = amount.below;
  }
}

template <int bits>
void write_row(std::int64_t width, const std::int16_t* errors, const std::uint8_t* below, std::byte* plate) {
  constexpr int in_byte = 8 / bits;
  for (std::int64_t x = 0; x < width; x += in_byte) {
    unsigned packed = 0;
    for (int i = 0; i < in_byte; ++i) {
      const std::int64_t place = std::min(x + i, width - 1);
      const unsigned level = x + i < width ? below[place] + (errors[place] > 0) : 0U;
      packed = packed << bits | level;
    }
    plate[x / in_byte] = static_cast<std::byte>(packed);
  }
}

}  // namespace

SearchAmounts::SearchAmounts(int levels, int bits) : levels_(levels), bits_(bits), of_bytes_() {
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
      below_outside_(reinterpret_cast<std::uint8_t*>(errors_ + rows * stride(width)) + search_margin),
      below_(below_outside_ - search_margin + stride(width)) {
  std::fill_n(errors_outside_ - search_margin, (rows + 1) * stride(width), std::int16_t{0});
  std::fill_n(below_outside_ - search_margin, (rows + 1) * stride(width), off_page);
}

void PlaneRows::load(std::int64_t y, const SearchAmounts& amounts, const std::byte* samples, const std::byte* plate,
                     int levels) {
  switch (plate_bits(levels)) {
    case 1:
      return load_row<1>(width_, amounts, samples, plate, errors(y), below(y));
    case 2:
      return load_row<2>(width_, amounts, samples, plate, errors(y), below(y));
    default:
      return load_row<4>(width_, amounts, samples, plate, errors(y), below(y));
  }
}

void PlaneRows::write(std::int64_t y, int levels, std::byte* plate) const {
  switch (plate_bits(levels)) {
    case 1:
      return write_row<1>(width_, errors(y), below(y), plate);
    case 2:
      return write_row<2>(width_, errors(y), below(y), plate);
    default:
      return write_row<4>(width_, errors(y), below(y), plate);
  }
}

TileAround PlaneRows::around(std::int64_t y, std::int64_t x, std::int64_t rows) const {
  TileAround around;
  for (std::size_t i = 0; i < around.errors.size(); ++i) {
    const std::int64_t row = y - tile_halo + static_cast<std::int64_t>(i);
    const bool is_on_page = row >= 0 && row < rows;
    around.errors[i] = (is_on_page ? errors(row) : errors_outside_) + x;
    around.below[i] = (is_on_page ? below(row) : below_outside_) + x;
  }
  return around;
}

void PlaneRows::save(std::int64_t first, std::int64_t end, std::vector<std::byte>& state) const {
  for (std::int64_t y = first; y < end; ++y) {
    const auto row = std::as_bytes(std::span(errors(y), static_cast<std::size_t>(width_)));
    state.insert(state.end(), row.begin(), row.end());
  }
  for (std::int64_t y = first; y < end; ++y) {
    const auto row = std::as_bytes(std::span(below(y), static_cast<std::size_t>(width_)));
    state.insert(state.end(), row.begin(), row.end());
  }
}

bool PlaneRows::restore(std::int64_t first, std::int64_t end, int levels, std::span<const std::byte> state) {
  const auto take = [&](void* to, std::int64_t bytes) {
    std::memcpy(to, state.data(), static_cast<std::size_t>(bytes));
    state = state.subspan(static_cast<std::size_t>(bytes));
  };
  for (std::int64_t y = first; y < end; ++y) take(errors(y), 2 * width_);
  for (std::int64_t y = first; y < end; ++y) take(below(y), width_);
  for (std::int64_t y = first; y < end; ++y) {
    for (std::int64_t x = 0; x < width_; ++x) {
      const int error = errors(y)[x];
      const int highest = below(y)[x] + (error != 0 ? 1 : 0);
      if (error <= -search_step || error >= search_step || highest >= levels) return false;
    }
  }
  return true;
}

}  // namespace platerip::halftone
