#include "tests/halftone/direct_drops.h"

#include <algorithm>
#include <optional>

#include "tests/halftone/drop_ladder.h"

namespace platerip::halftone {
namespace {

struct Drop {
  int level = 0;
  int least = 0, most = 0;  // that it may print
  bool toggles = false;
  std::int64_t amount = 0;  // that the eye expects
};

class DropSearch {
 public:
  DropSearch(const EyeTable& eye, const DropLadder& ladder, std::int64_t width, std::int64_t height)
      : eye_(eye), width_(width), height_(height), drops_(size()), seen_(size()) {
    for (const std::int64_t value : ladder.values()) values_.push_back(in_eyes_units(ladder, value));
  }

  void begin(const DropLadder& ladder, std::int64_t y, std::int64_t x, std::int64_t sample, int bits, int level) {
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
    drops_[at(y, x)] = drop;
    see(y, x, value(drop.level) - drop.amount);
  }

  [[nodiscard]] int level(std::int64_t y, std::int64_t x) const { return drops_[at(y, x)].level; }

  // One sweep over a part of the page. Returns whether anything changed.
  bool sweep(std::int64_t top, std::int64_t left, std::int64_t side) {
    bool changed = false;
    for (std::int64_t y = top; y < std::min(top + side, height_); ++y) {
      for (std::int64_t x = left; x < std::min(left + side, width_); ++x) changed = visit(y, x) || changed;
    }
    return changed;
  }

 private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width_ * height_); }
  [[nodiscard]] std::size_t at(std::int64_t y, std::int64_t x) const {
    return static_cast<std::size_t>(y * width_ + x);
  }
  static std::int64_t in_eyes_units(const DropLadder& ladder, std::int64_t amount) {
    return (2 * 1020 * amount + ladder.unit()) / (2 * ladder.unit());
  }
  [[nodiscard]] std::int64_t value(int level) const { return values_[static_cast<std::size_t>(level)]; }

  void see(std::int64_t y, std::int64_t x, std::int64_t amount) {
    for (std::int64_t row = std::max<std::int64_t>(0, y - 12); row < std::min(y + 13, height_); ++row) {
      for (std::int64_t column = std::max<std::int64_t>(0, x - 12); column < std::min(x + 13, width_); ++column)
        seen_[at(row, column)] += amount * eye_(static_cast<int>(row - y), static_cast<int>(column - x));
    }
  }

  struct Change {
    std::int64_t y, x;
    int level;
  };

  // Half of what the changes of one or two pixels add to the sum over all pairs.
  [[nodiscard]] std::int64_t cost(const std::vector<Change>& changes) const {
    std::int64_t twice = 0;
    for (const Change& a : changes) {
      const std::int64_t more = value(a.level) - value(level(a.y, a.x));
      twice += 2 * more * seen_[at(a.y, a.x)];
      for (const Change& b : changes)
        twice += more * (value(b.level) - value(level(b.y, b.x))) *
                 eye_(static_cast<int>(a.y - b.y), static_cast<int>(a.x - b.x));
    }
    return twice / 2;
  }

  [[nodiscard]] static bool may_print(const Drop& drop, int level) { return level >= drop.least && level <= drop.most; }

  bool visit(std::int64_t y, std::int64_t x) {
    const Drop& own = drops_[at(y, x)];
    std::int64_t lowest = 0;
    std::vector<Change> best;
    const auto try_changes = [&](const std::vector<Change>& changes) {
      const std::int64_t adds = cost(changes);
      if (adds >= lowest) return;
      lowest = adds;
      best = changes;
    };
    if (own.toggles) try_changes({{y, x, own.level == own.least ? own.most : own.least}});
    for (std::int64_t to_y = std::max<std::int64_t>(y - 1, 0); to_y <= std::min(y + 1, height_ - 1); ++to_y) {
      for (std::int64_t to_x = std::max<std::int64_t>(x - 1, 0); to_x <= std::min(x + 1, width_ - 1); ++to_x) {
        const Drop& other = drops_[at(to_y, to_x)];
        if (own.least == own.most || other.level == own.level) continue;
        if (may_print(own, other.level) && may_print(other, own.level))
          try_changes({{y, x, other.level}, {to_y, to_x, own.level}});
      }
    }
    for (const Change& each : best) {
      Drop& drop = drops_[at(each.y, each.x)];
      see(each.y, each.x, value(each.level) - value(drop.level));
      drop.level = each.level;
    }
    return !best.empty();
  }

  const EyeTable& eye_;
  std::int64_t width_, height_;
  std::vector<std::int64_t> values_;
  std::vector<Drop> drops_;
  std::vector<std::int64_t> seen_;
};

}  // namespace

std::vector<int> search_drops_directly(const SearchOrder& order, const EyeTable& eye, const Drops& drops, int levels,
                                       int bits, std::int64_t width, std::int64_t height,
                                       const std::function<int(std::int64_t, std::int64_t)>& sample,
                                       const std::vector<int>& levels_before) {
  const DropLadder ladder(drops, levels, 0);
  DropSearch search(eye, ladder, width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x)
      search.begin(ladder, y, x, sample(y, x), bits, levels_before[static_cast<std::size_t>(y * width + x)]);
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
  std::vector<int> result;
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) result.push_back(search.level(y, x));
  return result;
}

}  // namespace platerip::halftone
