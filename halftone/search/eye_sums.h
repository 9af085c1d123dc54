// What the eye sees of the errors in and around a tile. Private to halftone/.
#pragma once

#include <array>
#include <cstddef>

#include "halftone/search/plane_rows.h"

namespace platerip::halftone {

/// E of each pixel of a tile and beside it. The tile's first pixel is at row 0 and column 0.
class EyeSums {
 public:
  EyeSums(const EyeTable& eye, const TileErrors& errors) : eye_(eye) {
    for (int y = -1; y <= search_tile; ++y) {
      for (int x = -1; x <= search_tile; ++x) at(y, x) = sum_around(errors, y, x);
    }
  }

  [[nodiscard]] int operator()(int y, int x) const { return sums_.data()[place(y, x)]; }

  /// The error of a pixel has grown by `amount`.
  void add(int y, int x, int amount) {
    for (int row = -1; row <= search_tile; ++row) {
      for (int column = -1; column <= search_tile; ++column) at(row, column) += amount * eye_(row - y, column - x);
    }
  }

 private:
  static constexpr int side = search_tile + 2;
  static int place(int y, int x) { return (y + 1) * side + x + 1; }
  int& at(int y, int x) { return sums_.data()[place(y, x)]; }

  [[nodiscard]] int sum_around(const TileErrors& errors, int y, int x) const {
    int sum = 0;
    for (int dy = -eye_reach; dy <= eye_reach; ++dy) {
      for (int dx = -eye_reach; dx <= eye_reach; ++dx) sum += eye_(dy, dx) * errors.data()[y + dy + tile_halo][x + dx];
    }
    return sum;
  }

  const EyeTable& eye_;
  std::array<int, std::size_t{side} * side> sums_;
};

}  // namespace platerip::halftone
