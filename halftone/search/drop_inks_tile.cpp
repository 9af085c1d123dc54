#include "halftone/search/drop_inks_tile.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "halftone/search/eye_sums.h"

namespace platerip::halftone {
namespace {

// Of red, green and blue.
using FineLight = std::array<std::int64_t, light_colors>;

constexpr int wide = search_tile + 2 * tile_halo;

// d of each pixel around a tile in one colour; 0 outside the page.
class DarkRows {
 public:
  DarkRows() {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = values_.data() + i * wide + tile_halo;
  }
  DarkRows(const DarkRows&) = delete;
  DarkRows& operator=(const DarkRows&) = delete;

  [[nodiscard]] const TileErrors& rows() const { return rows_; }

 private:
  std::array<std::int16_t, std::size_t{wide} * wide> values_{};
  TileErrors rows_{};
};

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it, in all inks.
class DropInksTile {
 public:
  DropInksTile(const EyeTable& eye, const SearchLadder& ladder, std::span<const Shade> shades,
               std::span<const TileAround> around)
      : eye_(eye), ladder_(ladder), shades_(shades), around_(around), last_(ladder.value(ladder.levels() - 1)) {
    std::iota(darkest_first_.begin(), darkest_first_.end(), 0);
    const auto takes = [&](std::size_t ink) { return shades_[ink][0] + shades_[ink][1] + shades_[ink][2]; };
    std::stable_sort(darkest_first_.begin(), darkest_first_.begin() + std::ssize(shades_),
                     [&](std::size_t a, std::size_t b) { return takes(a) > takes(b); });
    for (int y = -tile_halo; y < search_tile + tile_halo; ++y) {
      for (int x = -tile_halo; x < search_tile + tile_halo; ++x) see_pixel(y, x);
    }
    for (std::size_t ink = 0; ink < shades_.size(); ++ink) seen_.data()[ink].emplace(eye, around_[ink].errors);
    for (std::size_t color = 0; color < light_colors; ++color)
      seen_light_.data()[color].emplace(eye, dark_.data()[color].rows());
  }

  // Visits all pixels in all inks. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (const std::size_t ink : std::span(darkest_first_).first(shades_.size())) {
      for (int y = 0; y < search_tile; ++y) {
        for (int x = 0; x < search_tile; ++x) changed = visit(ink, y, x) || changed;
      }
    }
    return changed;
  }

 private:
  // A pixel that prints another level: how much more ink, and how much darker it is.
  struct Change {
    int y = 0, x = 0, level = 0;
    std::int64_t more = 0;
    FineLight darker{};
  };

  [[nodiscard]] std::uint8_t& byte(std::size_t ink, int y, int x) const {
    return around_[ink].pixels.data()[y + tile_halo][x];
  }
  [[nodiscard]] DropPixel pixel(std::size_t ink, int y, int x) const { return drop_pixel(byte(ink, y, x)); }
  [[nodiscard]] std::int16_t& error(std::size_t ink, int y, int x) const {
    return around_[ink].errors.data()[y + tile_halo][x];
  }

  // What an ink of this amount leaves of light.
  [[nodiscard]] std::int64_t left(std::int64_t light, int shade, std::int64_t amount) const {
    return light - (light * shade * amount + 128 * last_) / (256 * last_);
  }

  // Finds d of a pixel.
  void see_pixel(int y, int x) {
    if (byte(0, y, x) == off_page) return;
    for (std::size_t color = 0; color < light_colors; ++color) {
      std::int64_t aim = std::int64_t{whole_fine_light} << 12, light = whole_fine_light;
      for (std::size_t ink = 0; ink < shades_.size(); ++ink) {
        const int printed = ladder_.value(pixel(ink, y, x).level);
        aim = left(aim, shades_[ink][color], printed - error(ink, y, x));
        light = left(light, shades_[ink][color], printed);
      }
      dark_.data()[color].rows().data()[y + tile_halo][x] = static_cast<std::int16_t>((aim + 2048) / 4096 - light);
    }
  }

  [[nodiscard]] Change change_to(std::size_t ink, int y, int x, int level) const {
    const int own = pixel(ink, y, x).level;
    Change change{.y = y, .x = x, .level = level, .more = ladder_.value(level) - ladder_.value(own)};
    for (std::size_t color = 0; color < light_colors; ++color) {
      std::int64_t before = whole_fine_light, after = whole_fine_light;
      for (std::size_t each = 0; each < shades_.size(); ++each) {
        const int printed = pixel(each, y, x).level, shade = shades_[each][color];
        before = left(before, shade, ladder_.value(printed));
        after = left(after, shade, ladder_.value(each == ink ? level : printed));
      }
      change.darker[color] = before - after;
    }
    return change;
  }

  // What a change adds by itself.
  [[nodiscard]] std::int64_t cost(std::size_t ink, const Change& change) const {
    const std::int64_t middle = eye_(0, 0);
    std::int64_t light = 0;
    for (std::size_t color = 0; color < light_colors; ++color)
      light +=
          change.darker[color] * (change.darker[color] * middle + 2 * (*seen_light_.data()[color])(change.y, change.x));
    const std::int64_t own = change.more * (change.more * (middle / 2) + (*seen_.data()[ink])(change.y, change.x));
    return 256 * own + light_weight_ * light;
  }

  // What two changes add together, beyond that.
  [[nodiscard]] std::int64_t cost_together(const Change& a, const Change& b) const {
    std::int64_t light = 0;
    for (std::size_t color = 0; color < light_colors; ++color) light += a.darker[color] * b.darker[color];
    return eye_(a.y - b.y, a.x - b.x) * (256 * a.more * b.more + 2 * light_weight_ * light);
  }

  // Returns whether the pixel was changed.
  bool visit(std::size_t ink, int y, int x) {
    const DropPixel own = pixel(ink, y, x);
    if (own.raised == 0) return false;
    std::int64_t lowest = 0;
    Change first, second;
    bool is_exchange = false;
    if (own.toggled) {
      first = change_to(ink, y, x, 2 * own.lowest + 1 - own.level);
      lowest = std::min(lowest, cost(ink, first));
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const DropPixel other = pixel(ink, y + dy, x + dx);
        if (other.level == own.level || !own.may_print(other.level) || !other.may_print(own.level)) continue;
        const Change here = change_to(ink, y, x, other.level), there = change_to(ink, y + dy, x + dx, own.level);
        const std::int64_t both = cost(ink, here) + cost(ink, there) + cost_together(here, there);
        if (both >= lowest) continue;
        lowest = both;
        is_exchange = true;
        first = here;
        second = there;
      }
    }
    if (lowest == 0) return false;
    make(ink, first);
    if (is_exchange) make(ink, second);
    return true;
  }

  void make(std::size_t ink, const Change& change) {
    DropPixel changed = pixel(ink, change.y, change.x);
    changed.level = change.level;
    byte(ink, change.y, change.x) = byte_of(changed);
    std::int16_t& own = error(ink, change.y, change.x);
    own = static_cast<std::int16_t>(own + change.more);
    seen_.data()[ink]->add(change.y, change.x, static_cast<int>(change.more));
    for (std::size_t color = 0; color < light_colors; ++color)
      seen_light_.data()[color]->add(change.y, change.x, static_cast<int>(change.darker[color]));
  }

  const EyeTable& eye_;
  const SearchLadder& ladder_;
  std::span<const Shade> shades_;
  std::span<const TileAround> around_;
  std::int64_t last_;  // v of solid
  std::int64_t light_weight_ = (last_ * last_ + search_step * search_step / 2) / (search_step * search_step);  // k
  std::array<std::size_t, max_together> darkest_first_;          // the inks, in the order in which a sweep visits them
  std::array<DarkRows, light_colors> dark_;                      // before the search
  std::array<std::optional<EyeSums>, max_together> seen_;        // E of each ink
  std::array<std::optional<EyeSums>, light_colors> seen_light_;  // S of each colour
};

}  // namespace

void search_drop_inks_in_tile(const SearchEffort& effort, const SearchLadder& ladder, std::span<const Shade> shades,
                              std::span<const TileAround> around) {
  DropInksTile tile(table_of(effort.eye), ladder, shades, around);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    if (!tile.sweep()) return;  // later sweeps would change nothing either
  }
}

}  // namespace platerip::halftone
