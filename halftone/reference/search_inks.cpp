#include "halftone/reference/search_inks.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "halftone/reference/neighbours.h"

namespace platerip::halftone::reference {
namespace {

// Red, green and blue.
using Light = std::array<int, light_colors>;

// Σ W·W'
int product(const Light& a, const Light& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it, in all inks.
class InksTile {
 public:
  InksTile(const EyeTable& eye, std::span<const Shade> shades, std::span<const TileAround> around)
      : eye_(eye), shades_(shades), around_(around) {
    std::iota(darkest_first_.begin(), darkest_first_.end(), 0);
    const auto takes = [&](std::size_t ink) { return shades_[ink][0] + shades_[ink][1] + shades_[ink][2]; };
    std::stable_sort(darkest_first_.begin(), darkest_first_.begin() + std::ssize(shades_),
                     [&](std::size_t a, std::size_t b) { return takes(a) > takes(b); });
    for (int y = -tile_halo; y < search_tile + tile_halo; ++y) {
      for (int x = -tile_halo; x < search_tile + tile_halo; ++x) see_pixel(y, x);
    }
    for (std::size_t ink = 0; ink < inks(); ++ink)
      sum(seen_.data()[ink], [&](int y, int x) { return error(ink, y, x); });
    for (std::size_t color = 0; color < light_colors; ++color)
      sum(seen_light_.data()[color], [&](int y, int x) { return dark(y, x).data()[color]; });
  }

  // Visits all pixels in all inks. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (const std::size_t ink : std::span(darkest_first_).first(inks())) {
      for (int y = 0; y < search_tile; ++y) {
        for (int x = 0; x < search_tile; ++x) changed = visit(ink, y, x) || changed;
      }
    }
    return changed;
  }

 private:
  static constexpr int side = search_tile + 2;
  static constexpr int wide = search_tile + 2 * tile_halo;
  using Sums = std::array<int, std::size_t{side} * side>;  // of pixels of the tile and beside it

  [[nodiscard]] std::size_t inks() const { return shades_.size(); }
  [[nodiscard]] std::int16_t& error(std::size_t ink, int y, int x) const {
    return around_[ink].errors.data()[y + tile_halo][x];
  }
  // The inks that have a dot in a pixel, one bit each.
  unsigned& dots(int y, int x) { return dots_.data()[(y + tile_halo) * wide + x + tile_halo]; }
  // d of a pixel, before the search.
  Light& dark(int y, int x) { return dark_.data()[(y + tile_halo) * wide + x + tile_halo]; }
  static int place(int y, int x) { return side * (y + 1) + x + 1; }

  [[nodiscard]] Light light_of(unsigned dots) const {
    Light light{whole_shade, whole_shade, whole_shade};
    for (std::size_t ink = 0; ink < inks(); ++ink) {
      if ((dots >> ink & 1) == 0) continue;
      for (std::size_t color = 0; color < light_colors; ++color)
        light[color] -= (light[color] * shades_[ink][color] + 128) / 256;
    }
    return light;
  }

  // Finds the dots and d of a pixel.
  void see_pixel(int y, int x) {
    constexpr std::int64_t whole = std::int64_t{whole_shade} * search_step;
    std::array<std::int64_t, light_colors> aim{1 << 20, 1 << 20, 1 << 20};
    for (std::size_t ink = 0; ink < inks(); ++ink) {
      const int below = around_[ink].pixels.data()[y + tile_halo][x];
      if (below == off_page) return;
      const bool has_dot = error(ink, y, x) > 0 || below > 0;
      const int amount = (has_dot ? search_step : 0) - error(ink, y, x);
      for (std::size_t color = 0; color < light_colors; ++color)
        aim[color] -= (aim[color] * shades_[ink][color] * amount + whole / 2) / whole;
      if (has_dot) dots(y, x) |= 1U << ink;
    }
    const Light light = light_of(dots(y, x));
    for (std::size_t color = 0; color < light_colors; ++color)
      dark(y, x)[color] = static_cast<int>((aim[color] + 2048) / 4096) - light[color];
  }

  template <typename At>
  void sum(Sums& sums, At at) const {
    for (int y = -1; y <= search_tile; ++y) {
      for (int x = -1; x <= search_tile; ++x) {
        for (int dy = -eye_reach; dy <= eye_reach; ++dy) {
          for (int dx = -eye_reach; dx <= eye_reach; ++dx)
            sums.data()[place(y, x)] += eye_(dy, dx) * at(y + dy, x + dx);
        }
      }
    }
  }

  // W: the light that a dot of an ink takes from a pixel.
  Light taken(std::size_t ink, int y, int x) {
    const unsigned dot = 1U << ink;
    const Light without = light_of(dots(y, x) & ~dot), with = light_of(dots(y, x) | dot);
    return {without[0] - with[0], without[1] - with[1], without[2] - with[2]};
  }

  // P of a pixel where the ink takes W.
  [[nodiscard]] int pull(std::size_t ink, int y, int x, const Light& w) const {
    const int at = place(y, x);
    int pull = seen_.data()[ink].data()[at];
    for (std::size_t color = 0; color < light_colors; ++color)
      pull += w[color] * (seen_light_.data()[color].data()[at] >> 9);
    return pull;
  }

  // Returns whether the pixel was changed.
  bool visit(std::size_t ink, int y, int x) {
    const int own = error(ink, y, x);
    if (own == 0) return false;
    const Light w = taken(ink, y, x);
    const int s = own < 0 ? 1 : -1, here = pull(ink, y, x, w), middle = eye_(0, 0), ww = product(w, w);
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(own) >= least_toggled && std::abs(own) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * middle + ww * middle / 1024 + s * here);
    for (const Offset& each : neighbours) {
      const int other = error(ink, y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const Light w2 = taken(ink, y + each.dy, x + each.dx);
      const int apart = eye_(each.dy, each.dx);
      const int light = ((ww + product(w2, w2)) * middle - 2 * product(w, w2) * apart) / 1024;
      const int change = search_step * (middle - apart) + light + s * (here - pull(ink, y + each.dy, x + each.dx, w2));
      if (change >= lowest) continue;
      lowest = change;
      to = each;
    }
    if (lowest == 0) return false;
    change(ink, y, x, s);
    if (to.dy != 0 || to.dx != 0) change(ink, y + to.dy, x + to.dx, -s);
    return true;
  }

  void change(std::size_t ink, int y, int x, int s) {
    const Light w = taken(ink, y, x);
    error(ink, y, x) = static_cast<std::int16_t>(error(ink, y, x) + s * search_step);
    dots(y, x) ^= 1U << ink;
    for (int row = -1; row <= search_tile; ++row) {
      for (int column = -1; column <= search_tile; ++column) {
        const int weight = s * eye_(row - y, column - x), at = place(row, column);
        seen_.data()[ink].data()[at] += weight * search_step;
        for (std::size_t color = 0; color < light_colors; ++color)
          seen_light_.data()[color].data()[at] += weight * w[color];
      }
    }
  }

  const EyeTable& eye_;
  std::span<const Shade> shades_;
  std::span<const TileAround> around_;
  std::array<std::size_t, max_together> darkest_first_;    // the inks, in the order in which a sweep visits them
  std::array<unsigned, std::size_t{wide} * wide> dots_{};  // 0 outside the page
  std::array<Light, std::size_t{wide} * wide> dark_{};     // 0 outside the page
  std::array<Sums, max_together> seen_{};                  // E of each ink
  std::array<Sums, light_colors> seen_light_{};            // S of each colour
};

}  // namespace

void search_inks_in_tile(const SearchEffort& effort, std::span<const Shade> shades,
                         std::span<const TileAround> around) {
  InksTile tile(table_of(effort.eye), shades, around);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    if (!tile.sweep()) return;  // later sweeps would change nothing either
  }
}

}  // namespace platerip::halftone::reference
