#include "halftone/search/inks_tile.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace platerip::halftone {
namespace {

struct Offset {
  int dy = 0;
  int dx = 0;
};

constexpr std::array<Offset, 8> neighbours{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

// A pixel of one ink.
struct InkPixel {
  bool has_dot;
  int amount;  // 0 to search_step
};

InkPixel pixel_of(int error, int below) {
  if (error == 0) return {below > 0, below * search_step};
  return {error > 0, error > 0 ? search_step - error : -error};
}

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it, in all inks.
class InksTile {
 public:
  InksTile(const EyeTable& eye, std::span<const int> shades, std::span<const TileAround> around)
      : eye_(eye), shades_(shades), around_(around) {
    for (unsigned dots = 0; dots < 1U << inks(); ++dots) light_.data()[dots] = light_of(dots);
    std::iota(darkest_first_.begin(), darkest_first_.end(), 0);
    std::stable_sort(darkest_first_.begin(), darkest_first_.begin() + std::ssize(shades_),
                     [&](std::size_t a, std::size_t b) { return shades_[a] > shades_[b]; });
    TileErrors dark;
    for (int y = -tile_halo; y < search_tile + tile_halo; ++y) {
      dark.data()[y + tile_halo] = dark_.data() + (y + tile_halo) * wide + tile_halo;
      for (int x = -tile_halo; x < search_tile + tile_halo; ++x) see_pixel(y, x);
    }
    for (std::size_t ink = 0; ink < inks(); ++ink) sum_rows(ink, around_[ink].errors);
    sum_rows(inks(), dark);
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

  [[nodiscard]] std::size_t inks() const { return shades_.size(); }
  [[nodiscard]] std::int16_t& error(std::size_t ink, int y, int x) const {
    return around_[ink].errors.data()[y + tile_halo][x];
  }
  // The inks that have a dot in a pixel, one bit each.
  std::uint8_t& dots(int y, int x) { return dots_.data()[(y + tile_halo) * wide + x + tile_halo]; }
  // E of an ink, or S after all inks, of a pixel of the tile or beside it.
  std::int32_t& seen(std::size_t ink, int y, int x) { return seen_.data()[ink].data()[(y + 1) * side + x + 1]; }

  [[nodiscard]] int light_of(unsigned dots) const {
    int light = whole_shade;
    for (std::size_t ink = 0; ink < inks(); ++ink)
      if ((dots >> ink & 1) != 0) light -= (light * shades_[ink] + 128) >> 8;
    return light;
  }

  // Finds the dots and d of a pixel.
  void see_pixel(int y, int x) {
    constexpr std::int64_t whole = std::int64_t{whole_shade} * search_step;
    std::int64_t aim = 1 << 20;
    unsigned set = 0;
    for (std::size_t ink = 0; ink < inks(); ++ink) {
      const int below = around_[ink].below.data()[y + tile_halo][x];
      if (below == off_page) return;
      const InkPixel pixel = pixel_of(error(ink, y, x), below);
      aim -= (aim * shades_[ink] * pixel.amount + whole / 2) / whole;
      if (pixel.has_dot) set |= 1U << ink;
    }
    dots(y, x) = static_cast<std::uint8_t>(set);
    const auto dark = ((aim + 1024) >> 11) - 2 * light_.data()[set];
    dark_.data()[(y + tile_halo) * wide + x + tile_halo] = static_cast<std::int16_t>(dark);
  }

  // Sums in each row the pixels above and below, and then those to the left and right, that have the same weight.
  void sum_rows(std::size_t ink, const TileErrors& errors) {
    for (int y = -1; y <= search_tile; ++y) {
      std::int32_t* const sums = &seen(ink, y, -1);
      for (int dy = 0; dy <= eye_reach; ++dy) {
        std::array<std::int32_t, wide> both{};
        const std::int16_t* const above = errors.data()[y - dy + tile_halo] - tile_halo;
        const std::int16_t* const below = errors.data()[y + dy + tile_halo] - tile_halo;
        for (int i = 0; i < wide; ++i) both.data()[i] = dy == 0 ? above[i] : above[i] + below[i];
        const std::int32_t* const middle = both.data() + eye_reach;
        for (int i = 0; i < side; ++i) sums[i] += eye_(dy, 0) * middle[i];
        for (int dx = 1; dx <= eye_reach; ++dx) {
          const std::int32_t weight = eye_(dy, dx);
          for (int i = 0; i < side; ++i) sums[i] += weight * (middle[i - dx] + middle[i + dx]);
        }
      }
    }
  }

  // W: the light that a dot of the ink takes from a pixel.
  int taken(std::size_t ink, int y, int x) {
    const unsigned dot = 1U << ink, set = dots(y, x);
    return light_.data()[set & ~dot] - light_.data()[set | dot];
  }

  // P of a pixel where the ink takes W.
  int pull(std::size_t ink, int y, int x, int w) { return seen(ink, y, x) + w * (seen(inks(), y, x) >> 9); }

  // Returns whether the pixel was changed.
  bool visit(std::size_t ink, int y, int x) {
    const int own = error(ink, y, x);
    if (own == 0) return false;
    const int s = own < 0 ? 1 : -1, w = taken(ink, y, x), here = pull(ink, y, x, w), middle = eye_(0, 0);
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(own) >= least_toggled && std::abs(own) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * middle + (w * w * middle >> 9) + s * here);
    for (const Offset& each : neighbours) {
      const int other = error(ink, y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const int apart = eye_(each.dy, each.dx), w2 = taken(ink, y + each.dy, x + each.dx);
      const int change = search_step * (middle - apart) + (((w * w + w2 * w2) * middle - 2 * w * w2 * apart) >> 9) +
                         s * (here - pull(ink, y + each.dy, x + each.dx, w2));
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
    const int by = s * search_step, darker = 2 * s * taken(ink, y, x);
    error(ink, y, x) = static_cast<std::int16_t>(error(ink, y, x) + by);
    dots(y, x) ^= static_cast<std::uint8_t>(1U << ink);
    const int first = std::max(x - eye_reach, -1), last = std::min(x + eye_reach, search_tile);
    for (int row = std::max(y - eye_reach, -1); row <= std::min(y + eye_reach, search_tile); ++row) {
      for (int column = first; column <= last; ++column) {
        const int weight = eye_(row - y, column - x);
        seen(ink, row, column) += by * weight;
        seen(inks(), row, column) += darker * weight;
      }
    }
  }

  const EyeTable& eye_;
  std::span<const int> shades_;
  std::span<const TileAround> around_;
  std::array<int, 1U << max_together> light_;                  // of each set of dots
  std::array<std::size_t, max_together> darkest_first_;        // the inks, in the order in which a sweep visits them
  std::array<std::uint8_t, std::size_t{wide} * wide> dots_{};  // 0 outside the page
  std::array<std::int16_t, std::size_t{wide} * wide> dark_{};  // d before the search
  std::array<std::array<std::int32_t, std::size_t{side} * side>, max_together + 1> seen_{};
};

}  // namespace

void search_inks_in_tile(const EyeTable& eye, int sweeps, std::span<const int> shades,
                         std::span<const TileAround> around) {
  InksTile tile(eye, shades, around);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (!tile.sweep()) return;  // nor will it change later
  }
}

}  // namespace platerip::halftone
