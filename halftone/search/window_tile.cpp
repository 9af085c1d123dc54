#include "halftone/search/window_tile.h"

#include <algorithm>
#include <cstdlib>

namespace platerip::halftone {
namespace {

// A tile, whose first pixel is in row 0 and column 0, and the pixels around it.
class WindowTile {
 public:
  WindowTile(const SearchMethod& method, FindPattern find, const TileAround& around)
      : is_partial_(method.moves == Moves::patterns_by_ink), find_(find), around_(around) {
    for (int y = -glance_reach; y < end; ++y) {
      for (int x = -glance_reach; x < end; ++x) {
        counts(y, x) = is_on_page(y, x);
        seen(y, x) = counts(y, x) ? seen_from(y, x) : 0;
      }
    }
  }

  // Searches the windows that are not settled. Returns whether a pixel was changed.
  bool sweep() {
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; ++x) {
        bool& is_settled = settled(y, x);
        if (is_settled) continue;
        changed = search(y, x) || changed;
        is_settled = true;  // even if pixels were changed: no other pattern is better
      }
    }
    return changed;
  }

 private:
  static constexpr int end = search_tile + window_side - 1 + glance_reach;  // of the places that windows change
  static constexpr int side = end + glance_reach;

  [[nodiscard]] std::int16_t& error(int y, int x) const { return around_.errors.data()[y + tile_halo][x]; }
  [[nodiscard]] int below(int y, int x) const { return around_.pixels.data()[y + tile_halo][x]; }
  [[nodiscard]] bool is_on_page(int y, int x) const { return below(y, x) != off_page; }
  [[nodiscard]] int level(int y, int x) const { return below(y, x) + (error(y, x) > 0 ? 1 : 0); }

  // E in a place, and whether it counts.
  int& seen(int y, int x) { return seen_.data()[place(y, x)]; }
  bool& counts(int y, int x) { return counts_.data()[place(y, x)]; }
  static constexpr int place(int y, int x) { return (y + glance_reach) * side + x + glance_reach; }
  // Whether nothing that the window depends on has changed since it was searched.
  bool& settled(int y, int x) { return settled_.data()[y * search_tile + x]; }

  [[nodiscard]] int seen_from(int y, int x) const {
    const int amount = search_step * level(y, x) - error(y, x);
    int sum = 0;
    for (int dy = -glance_reach; dy <= glance_reach; ++dy) {
      for (int dx = -glance_reach; dx <= glance_reach; ++dx) {
        if (is_on_page(y + dy, x + dx)) sum += glance(dy, dx) * (search_step * level(y + dy, x + dx) - amount);
      }
    }
    return sum;
  }

  // Returns whether a pixel was changed.
  bool search(int top, int left) {
    SearchWindow window;
    bool has_extremes = false;
    int ink = 0;
    for (int i = 0; i < window_pixels; ++i) {
      const int own = error(top + i / window_side, left + i % window_side);
      if (own == 0) continue;
      const int size = std::abs(own);
      has_extremes = has_extremes || size < least_toggled || size > search_step - least_toggled;
      ink += own > 0 ? 1 : 0;
      window.inked.data()[window.pixels] = own > 0;
      window.index.data()[window.pixels++] = i;
    }
    if (window.pixels == 0) return false;
    WindowPattern best{.error = load(window, top, left), .changes = 0};
    if (has_extremes) {
      find_(window, {.least = ink, .most = ink}, best);
    } else if (is_partial_) {
      search_by_ink(window, ink, best);
    } else {
      find_(window, {.least = 0, .most = window.pixels}, best);
    }
    for (int i = 0; i < window.pixels; ++i) {
      if ((best.changes >> i & 1U) == 0) continue;
      const int index = window.index.data()[i];
      change(top + index / window_side, left + index % window_side, window.inked.data()[i] ? -1 : 1);
    }
    return best.changes != 0;
  }

  // Fills the places of a window. Returns its error.
  int load(SearchWindow& window, int top, int left) {
    window.seen.fill(0);
    window.uncertainty.fill(any_error);
    int error = 0;
    for (int i = 0; i < places_side * places_side; ++i) {
      const int y = top - glance_reach + i / places_side, x = left - glance_reach + i % places_side;
      if (!counts(y, x)) continue;
      window.seen.data()[i] = seen(y, x);
      window.uncertainty.data()[i] = 0;
      error += std::abs(seen(y, x));
    }
    return error;
  }

  // Tries patterns with as much ink, then with more and less, as long as that helps.
  void search_by_ink(const SearchWindow& window, int ink, WindowPattern& best) const {
    WindowPattern any = best;
    find_(window, {.least = ink - 1, .most = ink + 1}, any);
    if (any.changes == 0) return;       // the usual case: no pattern helps
    if (added_ink(window, any) == 0) {  // then more or less ink does not help either
      best = any;
      return;
    }
    find_(window, {.least = ink, .most = ink}, best);
    for (int more = ink + 1; more <= window.pixels && is_better_with(more, window, best);) ++more;
    for (int less = ink - 1; less >= 0 && is_better_with(less, window, best);) --less;
  }

  static int added_ink(const SearchWindow& window, const WindowPattern& pattern) {
    int added = 0;
    for (int i = 0; i < window.pixels; ++i) {
      if ((pattern.changes >> i & 1U) != 0) added += window.inked.data()[i] ? -1 : 1;
    }
    return added;
  }

  [[nodiscard]] bool is_better_with(int ink, const SearchWindow& window, WindowPattern& best) const {
    const std::int32_t before = best.error;
    find_(window, {.least = ink, .most = ink}, best);
    return best.error < before;
  }

  void change(int y, int x, int s) {
    error(y, x) = static_cast<std::int16_t>(error(y, x) + s * search_step);
    for (int dy = -glance_reach; dy <= glance_reach; ++dy) {
      for (int dx = -glance_reach; dx <= glance_reach; ++dx) seen(y + dy, x + dx) += s * search_step * glance(dy, dx);
    }
    // The windows that depend on a place that has changed.
    constexpr int before = glance_reach + window_side - 1 + glance_reach, after = 2 * glance_reach;
    for (int top = std::max(y - before, 0); top <= std::min(y + after, search_tile - 1); ++top) {
      for (int left = std::max(x - before, 0); left <= std::min(x + after, search_tile - 1); ++left)
        settled(top, left) = false;
    }
  }

  bool is_partial_;
  FindPattern find_;
  const TileAround& around_;
  std::array<int, std::size_t{side} * side> seen_;
  std::array<bool, std::size_t{side} * side> counts_;
  std::array<bool, std::size_t{search_tile} * search_tile> settled_{};
};

}  // namespace

void search_windows(const SearchMethod& method, int sweeps, FindPattern find, const TileAround& around) {
  WindowTile tile(method, find, around);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (!tile.sweep()) return;  // later sweeps would change nothing either
  }
}

}  // namespace platerip::halftone
