#include "tests/halftone/direct_search.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

namespace platerip::halftone {
namespace {

class Search {
 public:
  Search(const EyeTable& eye, std::int64_t width, std::int64_t height)
      : eye_(eye), width_(width), height_(height), error_(size()), seen_(size()) {}

  void begin(std::int64_t y, std::int64_t x, std::int64_t error) { add(y, x, error); }
  [[nodiscard]] std::int64_t error(std::int64_t y, std::int64_t x) const { return error_[at(y, x)]; }
  [[nodiscard]] std::int64_t seen(std::int64_t y, std::int64_t x) const { return seen_[at(y, x)]; }

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

namespace {

// Inks of two levels that are searched together: for each its search by itself, and one of what is too dark in each
// colour of light.
class SearchTogether {
 public:
  SearchTogether(const EyeTable& eye, const std::vector<Shade>& shades, std::int64_t width, std::int64_t height)
      : eye_(eye),
        shades_(shades),
        width_(width),
        height_(height),
        inks_(shades.size(), Search(eye, width, height)),
        dark_(3, Search(eye, width, height)) {}

  // Begins a pixel with its amounts in 1020ths, and its dots.
  void begin(std::int64_t y, std::int64_t x, const std::vector<std::int64_t>& amounts, const std::vector<bool>& dots) {
    dots_.push_back(dots);
    for (std::size_t ink = 0; ink < inks_.size(); ++ink)
      if (amounts[ink] % 1020 != 0) inks_[ink].begin(y, x, (dots[ink] ? 1020 : 0) - amounts[ink]);
    for (std::size_t color = 0; color < 3; ++color) {
      std::int64_t aim = 1 << 20;
      for (std::size_t ink = 0; ink < inks_.size(); ++ink)
        aim -= (aim * shades_[ink][color] * amounts[ink] + 130560) / 261120;
      dark_[color].begin(y, x, (aim + 2048) / 4096 - light(color, dots));
    }
  }

  [[nodiscard]] bool dot(std::size_t ink, std::int64_t y, std::int64_t x) const { return pixel(y, x)[ink]; }

  // One sweep of all inks over a part of the page. Returns whether anything changed.
  bool sweep(std::int64_t top, std::int64_t left, std::int64_t side) {
    std::vector<std::size_t> order;
    for (int takes = 3 * 256; takes >= 0; --takes) {
      for (std::size_t ink = 0; ink < inks_.size(); ++ink)
        if (std::accumulate(shades_[ink].begin(), shades_[ink].end(), 0) == takes) order.push_back(ink);
    }
    bool changed = false;
    for (const std::size_t ink : order) {
      for (std::int64_t y = top; y < std::min(top + side, height_); ++y) {
        for (std::int64_t x = left; x < std::min(left + side, width_); ++x) changed = visit(ink, y, x) || changed;
      }
    }
    return changed;
  }

 private:
  [[nodiscard]] const std::vector<bool>& pixel(std::int64_t y, std::int64_t x) const {
    return dots_[static_cast<std::size_t>(y * width_ + x)];
  }

  // What an ink leaves of light.
  [[nodiscard]] std::int64_t left(std::int64_t light, std::size_t color, std::size_t ink) const {
    return light - (light * shades_[ink][color] + 128) / 256;
  }

  [[nodiscard]] std::int64_t light(std::size_t color, const std::vector<bool>& dots) const {
    std::int64_t light = 256;
    for (std::size_t ink = 0; ink < dots.size(); ++ink)
      if (dots[ink]) light = left(light, color, ink);
    return light;
  }

  [[nodiscard]] std::int64_t taken(std::size_t color, std::size_t ink, std::int64_t y, std::int64_t x) const {
    const std::vector<bool>& dots = pixel(y, x);
    std::int64_t with = 256, without = 256;
    for (std::size_t each = 0; each < dots.size(); ++each) {
      if (each == ink || dots[each]) with = left(with, color, each);
      if (each != ink && dots[each]) without = left(without, color, each);
    }
    return without - with;
  }

  [[nodiscard]] std::int64_t pull(std::size_t ink, std::int64_t y, std::int64_t x) const {
    std::int64_t pull = inks_[ink].seen(y, x);
    for (std::size_t color = 0; color < 3; ++color) {
      const std::int64_t seen = dark_[color].seen(y, x);
      const std::int64_t part = seen >= 0 ? seen / 512 : -((511 - seen) / 512);  // rounded down
      pull += taken(color, ink, y, x) * part;
    }
    return pull;
  }

  struct Change {
    std::int64_t y, x, sign;
  };

  // What changes of an ink's dots add to the light's sum by themselves, over all pairs of them and all colours.
  [[nodiscard]] std::int64_t lights(std::size_t ink, const std::vector<Change>& changes) const {
    std::int64_t sum = 0;
    for (const Change& a : changes) {
      for (const Change& b : changes) {
        const std::int64_t between = eye_(static_cast<int>(a.y - b.y), static_cast<int>(a.x - b.x));
        for (std::size_t color = 0; color < 3; ++color)
          sum += a.sign * taken(color, ink, a.y, a.x) * b.sign * taken(color, ink, b.y, b.x) * between;
      }
    }
    return sum;
  }

  bool visit(std::size_t ink, std::int64_t y, std::int64_t x) {
    const std::int64_t own = inks_[ink].error(y, x);
    if (own == 0) return false;
    const std::int64_t s = own < 0 ? 1 : -1;
    const std::int64_t alone = lights(ink, {{y, x, 1}}) / 1024;
    std::int64_t lowest = 0;
    std::pair to{y, x};
    if (std::abs(own) >= 64 && std::abs(own) <= 956)
      lowest = std::min(lowest, 510 * eye_(0, 0) + alone + s * pull(ink, y, x));
    for (std::int64_t to_y = std::max<std::int64_t>(y - 1, 0); to_y <= std::min(y + 1, height_ - 1); ++to_y) {
      for (std::int64_t to_x = std::max<std::int64_t>(x - 1, 0); to_x <= std::min(x + 1, width_ - 1); ++to_x) {
        if (inks_[ink].error(to_y, to_x) * own >= 0) continue;  // itself, too
        const std::int64_t apart = eye_(static_cast<int>(to_y - y), static_cast<int>(to_x - x));
        const std::int64_t both = lights(ink, {{y, x, 1}, {to_y, to_x, -1}}) / 1024;
        const std::int64_t cost = 1020 * (eye_(0, 0) - apart) + both + s * (pull(ink, y, x) - pull(ink, to_y, to_x));
        if (cost >= lowest) continue;
        lowest = cost;
        to = {to_y, to_x};
      }
    }
    if (lowest == 0) return false;
    change(ink, y, x, s);
    if (to != std::pair(y, x)) change(ink, to.first, to.second, -s);
    return true;
  }

  void change(std::size_t ink, std::int64_t y, std::int64_t x, std::int64_t s) {
    inks_[ink].begin(y, x, 1020 * s);
    for (std::size_t color = 0; color < 3; ++color) dark_[color].begin(y, x, s * taken(color, ink, y, x));
    dots_[static_cast<std::size_t>(y * width_ + x)][ink] = s > 0;
  }

  const EyeTable& eye_;
  std::vector<Shade> shades_;
  std::int64_t width_, height_;
  std::vector<Search> inks_;
  std::vector<Search> dark_;             // of each colour
  std::vector<std::vector<bool>> dots_;  // of each pixel, of each ink
};

}  // namespace

std::vector<std::vector<int>> search_inks_directly(
    const SearchOrder& order, const EyeTable& eye, const std::vector<Shade>& shades, int bits, std::int64_t width,
    std::int64_t height, const std::function<int(std::size_t, std::int64_t, std::int64_t)>& sample,
    const std::vector<std::vector<int>>& levels_before) {
  const std::int64_t max = bits == 8 ? 255 : 65535;
  SearchTogether search(eye, shades, width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      std::vector<std::int64_t> amounts;
      std::vector<bool> dots;
      for (std::size_t ink = 0; ink < shades.size(); ++ink) {
        amounts.push_back((sample(ink, y, x) * std::int64_t{1020} + max / 2) / max);
        const bool printed = levels_before[ink][static_cast<std::size_t>(y * width + x)] > 0;
        dots.push_back(amounts[ink] == 1020 || (amounts[ink] > 0 && printed));
      }
      search.begin(y, x, amounts, dots);
    }
  }
  const std::int64_t tile = order.tile;
  for (int round = 0; round < order.rounds; ++round) {
    for (const auto& [odd_row, odd_column] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      for (std::int64_t y = odd_row * tile; y < height; y += 2 * tile) {
        for (std::int64_t x = odd_column * tile; x < width; x += 2 * tile) {
          for (int sweep = 0; sweep < order.sweeps && search.sweep(y, x, tile);) ++sweep;
        }
      }
    }
  }
  std::vector<std::vector<int>> result(shades.size());
  for (std::size_t ink = 0; ink < shades.size(); ++ink) {
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) result[ink].push_back(search.dot(ink, y, x) ? 1 : 0);
  }
  return result;
}

}  // namespace platerip::halftone
