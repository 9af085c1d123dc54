#include "tests/halftone/direct_search.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace platerip::halftone {
namespace {

class Search {
 public:
  Search(const EyeTable& eye, std::int64_t width, std::int64_t height)
      : eye_(eye), width_(width), height_(height), error_(size()), seen_(size()) {}

  void begin(std::int64_t y, std::int64_t x, std::int64_t error) { add(y, x, error); }
  [[nodiscard]] std::int64_t error(std::int64_t y, std::int64_t x) const { return error_[at(y, x)]; }

  // One sweep over a part of the page. Returns whether anything changed.
  bool sweep(std::int64_t top, std::int64_t left, std::int64_t bottom, std::int64_t right) {
    bool changed = false;
    for (std::int64_t y = top; y < std::min(bottom, height_); ++y) {
      for (std::int64_t x = left; x < std::min(right, width_); ++x) changed = visit(y, x) || changed;
    }
    return changed;
  }

 private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width_ * height_); }
  [[nodiscard]] std::size_t at(std::int64_t y, std::int64_t x) const {
    return static_cast<std::size_t>(y * width_ + x);
  }

  void add(std::int64_t y, std::int64_t x, std::int64_t amount) {
    error_[at(y, x)] += amount;
    for (std::int64_t row = std::max<std::int64_t>(0, y - 12); row < std::min(y + 13, height_); ++row) {
      for (std::int64_t column = std::max<std::int64_t>(0, x - 12); column < std::min(x + 13, width_); ++column)
        seen_[at(row, column)] += amount * eye_(static_cast<int>(row - y), static_cast<int>(column - x));
    }
  }

  // How much the sum over all pairs changes, when 1020·s more is printed here and, if there is another place, as much
  // less there. A number in units of 2040, as all of these have that factor.
  [[nodiscard]] std::int64_t cost(std::int64_t y, std::int64_t x, std::int64_t s) const {
    return 510 * eye_(0, 0) + s * seen_[at(y, x)];
  }

  bool visit(std::int64_t y, std::int64_t x) {
    const std::int64_t own = error(y, x);
    if (own == 0) return false;
    const std::int64_t s = own < 0 ? 1 : -1;
    const bool toggles = std::abs(own) >= 64 && std::abs(own) <= 956;
    std::int64_t lowest = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> change;
    const auto try_change = [&](std::int64_t cost, std::int64_t to_y, std::int64_t to_x) {
      if (cost >= lowest) return;
      lowest = cost;
      change = {to_y, to_x};
    };
    if (toggles) try_change(cost(y, x, s), y, x);
    for (std::int64_t to_y = y - 1; to_y <= y + 1; ++to_y) {
      for (std::int64_t to_x = x - 1; to_x <= x + 1; ++to_x) {
        if (to_y < 0 || to_y >= height_ || to_x < 0 || to_x >= width_) continue;
        if (error(to_y, to_x) * own >= 0) continue;  // itself, too
        const int between = eye_(static_cast<int>(to_y - y), static_cast<int>(to_x - x));
        try_change(cost(y, x, s) + cost(to_y, to_x, -s) - 1020 * between, to_y, to_x);
      }
    }
    if (!change) return false;
    add(y, x, 1020 * s);
    if (*change != std::pair(y, x)) add(change->first, change->second, -1020 * s);
    return true;
  }

  const EyeTable& eye_;
  std::int64_t width_, height_;
  std::vector<std::int64_t> error_, seen_;
};

}  // namespace

std::vector<int> search_directly(const SearchOrder& order, const EyeTable& eye, int levels, int bits,
                                 std::int64_t width, std::int64_t height,
                                 const std::function<int(std::int64_t, std::int64_t)>& sample,
                                 const std::vector<int>& levels_before) {
  const std::int64_t max = bits == 8 ? 255 : 65535;
  std::vector<int> result(levels_before.size());
  Search search(eye, width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto here = static_cast<std::size_t>(y * width + x);
      const std::int64_t amount = (sample(y, x) * std::int64_t{levels - 1} * 1020 + max / 2) / max;
      result[here] = static_cast<int>(amount / 1020);
      if (amount % 1020 == 0) continue;
      search.begin(y, x, (levels_before[here] > result[here] ? 1020 : 0) - amount % 1020);
    }
  }
  const std::int64_t tile = order.tile;
  for (int round = 0; round < order.rounds; ++round) {
    for (const auto& [odd_row, odd_column] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      for (std::int64_t y = odd_row * tile; y < height; y += 2 * tile) {
        for (std::int64_t x = odd_column * tile; x < width; x += 2 * tile) {
          for (int sweep = 0; sweep < order.sweeps && search.sweep(y, x, y + tile, x + tile);) ++sweep;
        }
      }
    }
  }
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x)
      result[static_cast<std::size_t>(y * width + x)] += search.error(y, x) > 0 ? 1 : 0;
  }
  return result;
}

}  // namespace platerip::halftone
