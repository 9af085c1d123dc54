#include "tests/halftone/direct_drops.h"

#include <algorithm>
#include <utility>

#include "tests/halftone/drop_ladder.h"

namespace platerip::halftone {
namespace {

struct Drop {
  int level = 0;
  int least = 0, most = 0;  // that it may print
  bool toggles = false;
  std::int64_t amount = 0;  // that the eye expects
};

// What the eye sees of values all over a page.
class PageSums {
 public:
  PageSums(const EyeTable& eye, std::int64_t width, std::int64_t height)
      : eye_(eye), width_(width), height_(height), sums_(static_cast<std::size_t>(width * height)) {}

  [[nodiscard]] std::int64_t at(std::int64_t y, std::int64_t x) const {
    return sums_[static_cast<std::size_t>(y * width_ + x)];
  }
  void see(std::int64_t y, std::int64_t x, std::int64_t amount) {
    for (std::int64_t row = std::max<std::int64_t>(0, y - 12); row < std::min(y + 13, height_); ++row) {
      for (std::int64_t column = std::max<std::int64_t>(0, x - 12); column < std::min(x + 13, width_); ++column)
        sums_[static_cast<std::size_t>(row * width_ + column)] +=
            amount * eye_(static_cast<int>(row - y), static_cast<int>(column - x));
    }
  }

 private:
  const EyeTable& eye_;
  std::int64_t width_, height_;
  std::vector<std::int64_t> sums_;
};

// One ink, or several that are searched together and have shades.
class DropSearch {
 public:
  DropSearch(const EyeTable& eye, const DropLadder& ladder, std::vector<Shade> shades, std::int64_t width,
             std::int64_t height)
      : eye_(eye),
        shades_(std::move(shades)),
        width_(width),
        height_(height),
        drops_(std::max<std::size_t>(1, shades_.size()), std::vector<Drop>(static_cast<std::size_t>(width * height))),
        seen_(drops_.size(), PageSums(eye, width, height)),
        light_seen_(3, PageSums(eye, width, height)) {
    for (const std::int64_t value : ladder.values()) values_.push_back(in_eyes_units(ladder, value));
    for (int takes = 3 * 256; takes >= 0; --takes) {
      for (std::size_t ink = 0; ink < shades_.size(); ++ink)
        if (shades_[ink][0] + shades_[ink][1] + shades_[ink][2] == takes) order_.push_back(ink);
    }
    if (shades_.empty()) order_ = {0};
  }

  void begin(const DropLadder& ladder, std::size_t ink, std::int64_t y, std::int64_t x, std::int64_t sample, int bits,
             int level) {
    Drop drop{.level = level, .least = 1000, .most = 0};
    std::int64_t exact = 0;
    for (int mask = 0; mask < 256; ++mask) {
      const DropLadder::Displaced moved = ladder.displaced(sample, bits, mask);
      const bool is_level = moved.whole == ladder.values()[static_cast<std::size_t>(moved.below)];
      drop.least = std::min(drop.least, moved.below);
      drop.most = std::max(drop.most, moved.below + (is_level ? 0 : 1));
      exact = moved.exact;
    }
    while (drop.most - drop.least > 2) {
      const std::int64_t above_least = exact - ladder.values()[static_cast<std::size_t>(drop.least)];
      const std::int64_t below_most = ladder.values()[static_cast<std::size_t>(drop.most)] - exact;
      if (above_least > below_most)
        ++drop.least;
      else
        --drop.most;
    }
    drop.level = std::clamp(level, drop.least, drop.most);
    drop.amount = in_eyes_units(ladder, exact);
    const std::int64_t step = value(drop.most) - value(drop.least);
    const std::int64_t part = 1020 * (drop.amount - value(drop.least));
    drop.toggles = ladder.displaced(sample, bits, 0).share == 0 && drop.most == drop.least + 1 && part >= 64 * step &&
                   part <= 956 * step;
    drop_at(ink, y, x) = drop;
    seen_[ink].see(y, x, value(drop.level) - drop.amount);
  }

  // Once all inks of a pixel have begun: what is too dark there.
  void see_light(std::int64_t y, std::int64_t x) {
    for (std::size_t color = 0; color < 3; ++color) {
      std::int64_t aim = 1 << 24;
      for (std::size_t ink = 0; ink < shades_.size(); ++ink)
        aim = left(aim, shades_[ink][color], drop_at(ink, y, x).amount);
      light_seen_[color].see(y, x, (aim + 2048) / 4096 - light(color, y, x));
    }
  }

  [[nodiscard]] int level(std::size_t ink, std::int64_t y, std::int64_t x) const {
    return drops_[ink][static_cast<std::size_t>(y * width_ + x)].level;
  }

  // One sweep over a part of the page. Returns whether anything changed.
  bool sweep(std::int64_t top, std::int64_t left, std::int64_t side) {
    bool changed = false;
    for (const std::size_t ink : order_) {
      for (std::int64_t y = top; y < std::min(top + side, height_); ++y) {
        for (std::int64_t x = left; x < std::min(left + side, width_); ++x) changed = visit(ink, y, x) || changed;
      }
    }
    return changed;
  }

 private:
  [[nodiscard]] Drop& drop_at(std::size_t ink, std::int64_t y, std::int64_t x) {
    return drops_[ink][static_cast<std::size_t>(y * width_ + x)];
  }
  static std::int64_t in_eyes_units(const DropLadder& ladder, std::int64_t amount) {
    return (2 * 1020 * amount + ladder.unit()) / (2 * ladder.unit());
  }
  [[nodiscard]] std::int64_t value(int level) const { return values_[static_cast<std::size_t>(level)]; }

  // Light after an ink of an amount, and after all inks of a pixel.
  [[nodiscard]] std::int64_t left(std::int64_t light, int shade, std::int64_t amount) const {
    return light - (light * shade * amount + 128 * values_.back()) / (256 * values_.back());
  }
  [[nodiscard]] std::int64_t light(std::size_t color, std::int64_t y, std::int64_t x) const {
    std::int64_t light = 4096;
    for (std::size_t ink = 0; ink < shades_.size(); ++ink)
      light = left(light, shades_[ink][color], value(level(ink, y, x)));
    return light;
  }

  struct Change {
    std::int64_t y, x;
    int level;
  };

  // By how much a change makes its pixel darker.
  [[nodiscard]] std::int64_t darker(std::size_t ink, std::size_t color, const Change& change) {
    const std::int64_t before = light(color, change.y, change.x);
    const int own = std::exchange(drop_at(ink, change.y, change.x).level, change.level);
    const std::int64_t after = light(color, change.y, change.x);
    drop_at(ink, change.y, change.x).level = own;
    return before - after;
  }

  // Half of what changes of the values of one or two pixels add to their sum over all pairs.
  template <typename More>
  [[nodiscard]] std::int64_t half_of_added(const PageSums& sums, const std::vector<Change>& changes, More more) const {
    std::int64_t twice = 0;
    for (const Change& a : changes) {
      twice += 2 * more(a) * sums.at(a.y, a.x);
      for (const Change& b : changes)
        twice += more(a) * more(b) * eye_(static_cast<int>(a.y - b.y), static_cast<int>(a.x - b.x));
    }
    return twice / 2;
  }

  [[nodiscard]] std::int64_t cost(std::size_t ink, const std::vector<Change>& changes) {
    const auto more = [&](const Change& each) { return value(each.level) - value(level(ink, each.y, each.x)); };
    const std::int64_t own = half_of_added(seen_[ink], changes, more);
    if (shades_.empty()) return own;
    std::int64_t of_light = 0;
    for (std::size_t color = 0; color < 3; ++color)
      of_light +=
          2 * half_of_added(light_seen_[color], changes, [&](const Change& each) { return darker(ink, color, each); });
    const std::int64_t last = values_.back();
    return 256 * own + (last * last + 520200) / 1040400 * of_light;
  }

  [[nodiscard]] static bool may_print(const Drop& drop, int level) { return level >= drop.least && level <= drop.most; }

  bool visit(std::size_t ink, std::int64_t y, std::int64_t x) {
    const Drop own = drop_at(ink, y, x);
    std::int64_t lowest = 0;
    std::vector<Change> best;
    const auto try_changes = [&](const std::vector<Change>& changes) {
      const std::int64_t adds = cost(ink, changes);
      if (adds >= lowest) return;
      lowest = adds;
      best = changes;
    };
    if (own.toggles) try_changes({{y, x, own.level == own.least ? own.most : own.least}});
    for (std::int64_t to_y = std::max<std::int64_t>(y - 1, 0); to_y <= std::min(y + 1, height_ - 1); ++to_y) {
      for (std::int64_t to_x = std::max<std::int64_t>(x - 1, 0); to_x <= std::min(x + 1, width_ - 1); ++to_x) {
        const Drop& other = drop_at(ink, to_y, to_x);
        if (own.least == own.most || other.level == own.level) continue;
        if (may_print(own, other.level) && may_print(other, own.level))
          try_changes({{y, x, other.level}, {to_y, to_x, own.level}});
      }
    }
    for (const Change& each : best) {
      for (std::size_t color = 0; color < 3 && !shades_.empty(); ++color)
        light_seen_[color].see(each.y, each.x, darker(ink, color, each));
      Drop& drop = drop_at(ink, each.y, each.x);
      seen_[ink].see(each.y, each.x, value(each.level) - value(drop.level));
      drop.level = each.level;
    }
    return !best.empty();
  }

  const EyeTable& eye_;
  std::vector<Shade> shades_;
  std::int64_t width_, height_;
  std::vector<std::vector<Drop>> drops_;  // of each ink
  std::vector<PageSums> seen_;            // of each ink
  std::vector<PageSums> light_seen_;      // of each colour
  std::vector<std::int64_t> values_;
  std::vector<std::size_t> order_;  // of the inks in a sweep
};

}  // namespace

std::vector<std::vector<int>> search_drop_inks_directly(
    const SearchOrder& order, const EyeTable& eye, const std::vector<Shade>& shades, const Drops& drops, int levels,
    int bits, std::int64_t width, std::int64_t height,
    const std::function<int(std::size_t, std::int64_t, std::int64_t)>& sample,
    const std::vector<std::vector<int>>& levels_before) {
  const DropLadder ladder(drops, levels, 0);
  DropSearch search(eye, ladder, shades, width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      for (std::size_t ink = 0; ink < levels_before.size(); ++ink)
        search.begin(ladder, ink, y, x, sample(ink, y, x), bits,
                     levels_before[ink][static_cast<std::size_t>(y * width + x)]);
      if (!shades.empty()) search.see_light(y, x);
    }
  }
  for (int round = 0; round < order.rounds; ++round) {
    for (const auto& [odd_row, odd_column] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      for (std::int64_t y = odd_row * order.tile; y < height; y += 2 * order.tile) {
        for (std::int64_t x = odd_column * order.tile; x < width; x += 2 * order.tile) {
          for (int sweep = 0; sweep < order.sweeps && search.sweep(y, x, order.tile); ++sweep) {
          }
        }
      }
    }
  }
  std::vector<std::vector<int>> result(levels_before.size());
  for (std::size_t ink = 0; ink < result.size(); ++ink)
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) result[ink].push_back(search.level(ink, y, x));
  return result;
}

std::vector<int> search_drops_directly(const SearchOrder& order, const EyeTable& eye, const Drops& drops, int levels,
                                       int bits, std::int64_t width, std::int64_t height,
                                       const std::function<int(std::int64_t, std::int64_t)>& sample,
                                       const std::vector<int>& levels_before) {
  const auto of_ink = [&](std::size_t, std::int64_t y, std::int64_t x) { return sample(y, x); };
  return search_drop_inks_directly(order, eye, {}, drops, levels, bits, width, height, of_ink, {levels_before}).front();
}

}  // namespace platerip::halftone
