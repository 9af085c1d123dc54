// Drawings as blocks of pixels.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace platerip::rip {

/// A rectangle of pixels, all with the same ink.
struct Block {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  int percent = 100;  ///< of ink
};

/// The part of a block within `rows` rows from `first` on, counted from the first of them. Its height is 0 or less if
/// there is none.
inline Block part_of(const Block& block, std::int64_t first, std::int64_t rows) {
  const std::int64_t top = std::max(block.y, first);
  const std::int64_t end = std::min(block.y + block.height, first + rows);
  return {block.x, top - first, block.width, end - top, block.percent};
}

/// The ink of a block as a sample of 8 or 16 bits.
inline int sample_of(const Block& block, int bits) {
  return (block.percent * ((1 << bits) - 1) + 50) / 100;
}

/// The distances from pixel to pixel, in tenths of micrometres.
struct Pitch {
  double x = 0;
  double y = 0;
};

/// Appends blocks for the pixels of a box that are inside a shape. `inside(column, row)`: whether the pixel is, with
/// its place in the box. Rows that are alike share their blocks.
template <typename Inside>
void append_shape(std::vector<Block>& blocks, const Block& box, const Inside& inside) {
  std::size_t above = blocks.size();  // the first block of the row above
  for (std::int64_t row = 0; row < box.height; ++row) {
    std::size_t begin = blocks.size();
    for (std::int64_t column = 0; column < box.width; ++column) {
      if (!inside(column, row)) continue;
      const std::int64_t first = column;
      while (column < box.width && inside(column, row)) ++column;
      blocks.push_back({box.x + first, box.y + row, column - first, 1, box.percent});
    }
    const auto is_like = [&](const Block& one, const Block& other) {
      return one.x == other.x && one.width == other.width && one.y + one.height == other.y;
    };
    bool alike = begin - above == blocks.size() - begin;
    for (std::size_t i = 0; alike && begin + i < blocks.size(); ++i)
      alike = is_like(blocks[above + i], blocks[begin + i]);
    if (alike) {
      for (std::size_t i = above; i < begin; ++i) ++blocks[i].height;
      blocks.resize(begin);
      begin = above;
    }
    above = begin;
  }
}

/// The least box that holds the pixels whose centres lie from `left` to `right` and from `top` to `bottom`, in tenths
/// of micrometres from the corner of pixel 0.
inline Block box_around(double left, double top, double right, double bottom, const Pitch& pitch) {
  const auto before = [](double at, double step) { return static_cast<std::int64_t>(std::floor(at / step)); };
  const std::int64_t x = before(left, pitch.x), y = before(top, pitch.y);
  return {x, y, before(right, pitch.x) + 1 - x, before(bottom, pitch.y) + 1 - y};
}

}  // namespace platerip::rip
