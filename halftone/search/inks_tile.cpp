#include "halftone/search/inks_tile.h"

#include <algorithm>

namespace platerip::halftone {
namespace {

struct Offset {
  int dy = 0;
  int dx = 0;
};

constexpr std::array<Offset, 8> neighbours{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it, in all inks.
class InksTile {
 public:
  InksTile(const EyeTable& eye, std::span<const InkLook> looks, std::span<const TileAround> around)
      : eye_(eye), looks_(looks), around_(around) {
    for (std::size_t channel = 0; channel < look_channels; ++channel) {
      for (int y = -1; y <= search_tile; ++y) sum_row(channel, y);
    }
  }

  // Returns whether the pixel was changed in an ink.
  bool visit(int y, int x) {
    bool changed = false;
    for (std::size_t ink = 0; ink < looks_.size(); ++ink) changed = visit(ink, y, x) || changed;
    return changed;
  }

 private:
  static constexpr int side = search_tile + 2;
  static constexpr int columns = side + 2 * eye_reach;  // that a row of sums depends on

  [[nodiscard]] std::int16_t& error(std::size_t ink, int y, int x) const {
    return around_[ink].errors.data()[y + tile_halo][x];
  }
  // S of a pixel of the tile or beside it.
  std::int32_t& seen(std::size_t channel, int y, int x) { return seen_.data()[channel].data()[(y + 1) * side + x + 1]; }

  // S of a row: Σ of the pixels above and below, and then of those to the left and right, that have the same weight.
  void sum_row(std::size_t channel, int y) {
    std::int32_t* const sums = &seen(channel, y, -1);
    std::fill_n(sums, side, 0);
    for (int dy = 0; dy <= eye_reach; ++dy) {
      std::array<std::int32_t, columns> errors{};
      for (std::size_t ink = 0; ink < looks_.size(); ++ink) {
        const std::int32_t look = looks_[ink].data()[channel];
        if (look == 0) continue;
        const std::int16_t* const above = &error(ink, y - dy, -1 - eye_reach);
        const std::int16_t* const below = &error(ink, y + dy, -1 - eye_reach);
        for (int i = 0; i < columns; ++i) errors.data()[i] += look * (dy == 0 ? above[i] : above[i] + below[i]);
      }
      const std::int32_t* const middle = errors.data() + eye_reach;
      for (int i = 0; i < side; ++i) sums[i] += eye_(dy, 0) * middle[i];
      for (int dx = 1; dx <= eye_reach; ++dx) {
        const std::int32_t weight = eye_(dy, dx);
        for (int i = 0; i < side; ++i) sums[i] += weight * (middle[i - dx] + middle[i + dx]);
      }
    }
  }

  // F of a pixel of the tile or beside it.
  std::int64_t share(const InkLook& look, int y, int x) {
    std::int64_t sum = 0;
    for (std::size_t channel = 0; channel < look_channels; ++channel)
      sum += std::int64_t{look[channel]} * seen(channel, y, x);
    return sum;
  }

  bool visit(std::size_t ink, int y, int x) {
    const int own = error(ink, y, x);
    if (own == 0) return false;
    const InkLook& look = looks_[ink];
    const int s = own < 0 ? 1 : -1;
    std::int64_t square = 0;
    for (const int part : look) square += part * part;
    const std::int64_t share_here = share(look, y, x);
    std::int64_t lowest = 0;
    Offset to;
    for (const Offset& each : neighbours) {
      const int other = error(ink, y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const std::int64_t change = search_step * square * (eye_(0, 0) - eye_(each.dy, each.dx)) +
                                  s * (share_here - share(look, y + each.dy, x + each.dx));
      if (change >= lowest) continue;
      lowest = change;
      to = each;
    }
    if (lowest == 0) return false;
    change(ink, y, x, s);
    change(ink, y + to.dy, x + to.dx, -s);
    return true;
  }

  void change(std::size_t ink, int y, int x, int s) {
    error(ink, y, x) = static_cast<std::int16_t>(error(ink, y, x) + s * search_step);
    for (int row = std::max(y - eye_reach, -1); row <= std::min(y + eye_reach, search_tile); ++row) {
      for (int column = std::max(x - eye_reach, -1); column <= std::min(x + eye_reach, search_tile); ++column) {
        const std::int32_t change = s * search_step * eye_(row - y, column - x);
        for (std::size_t channel = 0; channel < look_channels; ++channel)
          seen(channel, row, column) += looks_[ink].data()[channel] * change;
      }
    }
  }

  const EyeTable& eye_;
  std::span<const InkLook> looks_;
  std::span<const TileAround> around_;
  std::array<std::array<std::int32_t, std::size_t{side} * side>, look_channels> seen_;
};

}  // namespace

void search_inks_in_tile(const EyeTable& eye, int sweeps, std::span<const InkLook> looks,
                         std::span<const TileAround> around) {
  InksTile tile(eye, looks, around);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; ++x) changed = tile.visit(y, x) || changed;
    }
    if (!changed) return;  // nor will it be later
  }
}

}  // namespace platerip::halftone
