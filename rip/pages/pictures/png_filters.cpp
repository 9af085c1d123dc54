#include "rip/pages/pictures/png_filters.h"

#include <cstdint>
#include <cstring>

namespace platerip::rip {
namespace {

// The compiler computes with such a vector at once. Its first bytes are a pixel. What is behind these, the next pixel
// replaces.
typedef std::uint8_t Bytes __attribute__((vector_size(16)));
typedef std::int16_t Words __attribute__((vector_size(16)));
typedef std::uint64_t Halves __attribute__((vector_size(16)));

Bytes load_pixel(const std::byte* from) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return reinterpret_cast<Bytes>(Halves{bytes, 0});
}

void store_pixel(Bytes pixel, std::byte* to) {
  const std::uint64_t bytes = reinterpret_cast<Halves>(pixel)[0];
  std::memcpy(to, &bytes, sizeof bytes);
}

Words words_of(Bytes pixel) {
  return reinterpret_cast<Words>(
      __builtin_shufflevector(pixel, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
}

/// Of words up to 255.
Bytes bytes_of_words(Words words) {
  return __builtin_shufflevector(reinterpret_cast<Bytes>(words), Bytes{}, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24,
                                 26, 28, 30);
}

Words magnitude(Words words) {
  const Words negative = -words;
  return words > negative ? words : negative;
}

void undo_sub(const std::byte* filtered, std::size_t bytes, std::size_t pixel_bytes, std::byte* row) {
  Bytes left{};
  for (std::size_t at = 0; at < bytes; at += pixel_bytes) {
    left += load_pixel(filtered + at);
    store_pixel(left, row + at);
  }
}

void undo_up(const std::byte* filtered, const std::byte* above, std::size_t bytes, std::byte* row) {
  for (std::size_t i = 0; i < bytes; ++i)
    row[i] = static_cast<std::byte>(std::to_integer<unsigned>(filtered[i]) + std::to_integer<unsigned>(above[i]));
}

void undo_average(const std::byte* filtered, const std::byte* above, std::size_t bytes, std::size_t pixel_bytes,
                  std::byte* row) {
  Bytes left{};
  for (std::size_t at = 0; at < bytes; at += pixel_bytes) {
    const Bytes up = load_pixel(above + at);
    left = load_pixel(filtered + at) + (left & up) + ((left ^ up) >> 1);
    store_pixel(left, row + at);
  }
}

/// Adds the neighbour that is closest to left + above − above left.
void undo_paeth(const std::byte* filtered, const std::byte* above, std::size_t bytes, std::size_t pixel_bytes,
                std::byte* row) {
  Words left{}, above_left{};
  for (std::size_t at = 0; at < bytes; at += pixel_bytes) {
    const Words up = words_of(load_pixel(above + at));
    const Words to_up = left - above_left, to_left = up - above_left;
    const Words from_left = magnitude(to_left), from_up = magnitude(to_up),
                from_above_left = magnitude(to_up + to_left);
    const Words other = from_up > from_above_left ? above_left : up;
    const Words is_other = (from_left > from_up) | (from_left > from_above_left);
    const Words closest = is_other ? other : left;
    left = (words_of(load_pixel(filtered + at)) + closest) & 0xff;
    above_left = up;
    store_pixel(bytes_of_words(left), row + at);
  }
}

}  // namespace

bool undo_png_filter(int filter, const std::byte* filtered, const std::byte* above, std::size_t bytes,
                     std::size_t pixel_bytes, std::byte* row) {
  switch (filter) {
    case 0:
      std::memcpy(row, filtered, bytes);
      return true;
    case 1:
      undo_sub(filtered, bytes, pixel_bytes, row);
      return true;
    case 2:
      undo_up(filtered, above, bytes, row);
      return true;
    case 3:
      undo_average(filtered, above, bytes, pixel_bytes, row);
      return true;
    case 4:
      undo_paeth(filtered, above, bytes, pixel_bytes, row);
      return true;
    default:
      return false;
  }
}

}  // namespace platerip::rip
