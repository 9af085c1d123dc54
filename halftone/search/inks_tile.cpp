#include "halftone/search/inks_tile.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace platerip::halftone {
namespace {

// Sums of four errors, weights and changes fit 16 bits.
static_assert(4 * search_step < 1 << 15 && nasanen_450(0, 0) < 1 << 15);

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
  InksTile(const EyeTable& eye, std::span<const Shade> shades, std::span<const TileAround> around)
      : eye_(eye), shades_(shades), around_(around) {
    for (unsigned dots = 0; dots < 1U << inks(); ++dots) light_.data()[dots] = light_of(dots);
    for (int dy = 0; dy <= eye_reach; ++dy) {
      for (int dx = -eye_reach; dx <= eye_reach; ++dx)
        weights_.data()[dy].data()[dx + eye_reach] = static_cast<std::int16_t>(eye(dy, dx));
    }
    std::iota(darkest_first_.begin(), darkest_first_.end(), 0);
    const auto takes = [&](std::size_t ink) { return shades_[ink][0] + shades_[ink][1] + shades_[ink][2]; };
    std::stable_sort(darkest_first_.begin(), darkest_first_.begin() + std::ssize(shades_),
                     [&](std::size_t a, std::size_t b) { return takes(a) > takes(b); });
    for (int y = -tile_halo; y < search_tile + tile_halo; ++y) {
      for (int x = -tile_halo; x < search_tile + tile_halo; ++x) see_pixel(y, x);
    }
    for (std::size_t ink = 0; ink < inks(); ++ink) sum_rows(seen_.data()[ink], around_[ink].errors);
    for (std::size_t color = 0; color < light_colors; ++color) {
      TileErrors dark;
      for (int row = 0; row < wide; ++row) dark.data()[row] = dark_.data()[color].data() + row * wide + tile_halo;
      sum_rows(seen_light_.data()[color], dark);
    }
  }

  // Visits all pixels in all inks. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (const std::size_t ink : std::span(darkest_first_).first(inks())) {
      find_taken(ink);
      for (int y = 0; y < search_tile; ++y) {
        for (int x = 0; x < search_tile; ++x) changed = visit(ink, y, x) || changed;
      }
    }
    return changed;
  }

 private:
  static constexpr int side = search_tile + 2;
  static constexpr int wide = search_tile + 2 * tile_halo;
  using Sums = std::array<std::int32_t, std::size_t{side} * side>;  // of pixels of the tile and beside it
  using Light = std::array<int, light_colors>;

  [[nodiscard]] std::size_t inks() const { return shades_.size(); }
  [[nodiscard]] std::int16_t& error(std::size_t ink, int y, int x) const {
    return around_[ink].errors.data()[y + tile_halo][x];
  }
  // The inks that have a dot in a pixel, one bit each.
  std::uint8_t& dots(int y, int x) { return dots_.data()[(y + tile_halo) * wide + x + tile_halo]; }
  static std::int64_t place(int y, int x) { return std::int64_t{side} * (y + 1) + x + 1; }

  [[nodiscard]] Light light_of(unsigned dots) const {
    Light light{whole_shade, whole_shade, whole_shade};
    for (std::size_t ink = 0; ink < inks(); ++ink) {
      if ((dots >> ink & 1) == 0) continue;
      for (std::size_t color = 0; color < light_colors; ++color)
        light[color] -= (light[color] * shades_[ink][color] + 128) >> 8;
    }
    return light;
  }

  // Finds the dots and d of a pixel.
  void see_pixel(int y, int x) {
    constexpr std::int64_t whole = std::int64_t{whole_shade} * search_step;
    std::array<std::int64_t, light_colors> aim{1 << 20, 1 << 20, 1 << 20};
    unsigned set = 0;
    for (std::size_t ink = 0; ink < inks(); ++ink) {
      const int below = around_[ink].below.data()[y + tile_halo][x];
      if (below == off_page) return;
      const InkPixel pixel = pixel_of(error(ink, y, x), below);
      for (std::size_t color = 0; color < light_colors; ++color)
        aim[color] -= (aim[color] * shades_[ink][color] * pixel.amount + whole / 2) / whole;
      if (pixel.has_dot) set |= 1U << ink;
    }
    dots(y, x) = static_cast<std::uint8_t>(set);
    for (std::size_t color = 0; color < light_colors; ++color) {
      const auto dark = ((aim[color] + 2048) >> 12) - light_.data()[set][color];
      dark_.data()[color].data()[(y + tile_halo) * wide + x + tile_halo] = static_cast<std::int16_t>(dark);
    }
  }

  // Sums in each row the pixels above and below, and then those to the left and right, that have the same weight. The
  // sums of four errors fit 16 bits, which compilers multiply fastest.
  void sum_rows(Sums& of, const TileErrors& errors) const {
    for (int y = -1; y <= search_tile; ++y) {
      std::int32_t* const sums = of.data() + place(y, -1);
      for (int dy = 0; dy <= eye_reach; ++dy) {
        std::array<std::int16_t, wide> both;
        const std::int16_t* const above = errors.data()[y - dy + tile_halo] - tile_halo;
        const std::int16_t* const below = errors.data()[y + dy + tile_halo] - tile_halo;
        for (int i = 0; i < wide; ++i)
          both.data()[i] = static_cast<std::int16_t>(dy == 0 ? above[i] : above[i] + below[i]);
        const std::int16_t* const weights = weights_.data()[dy].data() + eye_reach;
        const std::int16_t* const middle = both.data() + eye_reach;
        for (int i = 0; i < side; ++i) sums[i] += weights[0] * middle[i];
        for (int dx = 1; dx <= eye_reach; ++dx) {
          const std::int16_t weight = weights[dx];
          for (int i = 0; i < side; ++i) {
            const auto four = static_cast<std::int16_t>(middle[i - dx] + middle[i + dx]);
            sums[i] += weight * four;
          }
        }
      }
    }
  }

  // Finds W of an ink for each set of dots.
  void find_taken(std::size_t ink) {
    for (unsigned dots = 0; dots < 1U << inks(); ++dots) {
      const unsigned dot = 1U << ink;
      const Light &without = light_.data()[dots & ~dot], &with = light_.data()[dots | dot];
      taken_.data()[dots] = {without[0] - with[0], without[1] - with[1], without[2] - with[2]};
    }
  }

  // W: the light that a dot of the ink that is visited takes from a pixel.
  const Light& taken(int y, int x) { return taken_.data()[dots(y, x)]; }

  // Σ W·W'
  static int product(const Light& a, const Light& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

  // P of a pixel where the ink takes W.
  [[nodiscard]] int pull(std::size_t ink, int y, int x, const Light& w) const {
    const std::int64_t at = place(y, x);
    int pull = seen_.data()[ink].data()[at];
    for (std::size_t color = 0; color < light_colors; ++color)
      pull += w[color] * (seen_light_.data()[color].data()[at] >> 9);
    return pull;
  }

  // Returns whether the pixel was changed.
  bool visit(std::size_t ink, int y, int x) {
    const int own = error(ink, y, x);
    if (own == 0) return false;
    const Light& w = taken(y, x);
    const int s = own < 0 ? 1 : -1, here = pull(ink, y, x, w), middle = eye_(0, 0), ww = product(w, w);
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(own) >= least_toggled && std::abs(own) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * middle + (ww * middle >> 10) + s * here);
    for (const Offset& each : neighbours) {
      const int other = error(ink, y + each.dy, x + each.dx);
      if (other == 0 || (other < 0) == (own < 0)) continue;
      const Light& w2 = taken(y + each.dy, x + each.dx);
      const int apart = eye_(each.dy, each.dx);
      const int light = ((ww + product(w2, w2)) * middle - 2 * product(w, w2) * apart) >> 10;
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
    const Light& w = taken(y, x);
    error(ink, y, x) = static_cast<std::int16_t>(error(ink, y, x) + s * search_step);
    add_weights(seen_.data()[ink], y, x, s * search_step);
    for (std::size_t color = 0; color < light_colors; ++color)
      add_weights(seen_light_.data()[color], y, x, s * w[color]);
    dots(y, x) ^= static_cast<std::uint8_t>(1U << ink);
  }

  // Adds the eye's weights around a pixel, `by` times.
  void add_weights(Sums& sums, int y, int x, int by) const {
    const auto factor = static_cast<std::int16_t>(by);
    const int first = std::max(x - eye_reach, -1), count = std::min(x + eye_reach, search_tile) + 1 - first;
    for (int row = std::max(y - eye_reach, -1); row <= std::min(y + eye_reach, search_tile); ++row) {
      const std::int16_t* const weights = weights_.data()[std::abs(row - y)].data() + first - x + eye_reach;
      std::int32_t* const to = sums.data() + place(row, first);
      for (int i = 0; i < count; ++i) to[i] += factor * weights[i];
    }
  }

  const EyeTable& eye_;
  std::span<const Shade> shades_;
  std::span<const TileAround> around_;
  std::array<std::size_t, max_together> darkest_first_;  // the inks, in the order in which a sweep visits them
  std::array<std::array<std::int16_t, 2 * eye_reach + 1>, eye_reach + 1> weights_;  // c: [dy][dx + eye_reach]
  std::array<Light, 1U << max_together> light_;                                     // of each set of dots
  std::array<Light, 1U << max_together> taken_;                // W of the ink that is visited, of each set of dots
  std::array<std::uint8_t, std::size_t{wide} * wide> dots_{};  // 0 outside the page
  std::array<std::array<std::int16_t, std::size_t{wide} * wide>, light_colors> dark_{};  // d before the search
  std::array<Sums, max_together> seen_{};                                                // E of each ink
  std::array<Sums, light_colors> seen_light_{};                                          // S of each colour
};

}  // namespace

void search_inks_in_tile(const EyeTable& eye, int sweeps, std::span<const Shade> shades,
                         std::span<const TileAround> around) {
  InksTile tile(eye, shades, around);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (!tile.sweep()) return;  // nor will it change later
  }
}

}  // namespace platerip::halftone
