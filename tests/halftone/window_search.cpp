#include "tests/halftone/window_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace platerip::halftone {
namespace {

// round(1024·exp(−(dy² + dx²)/2)/Σ) on 7×7 pixels.
std::int64_t weight(std::int64_t dy, std::int64_t dx) {
  static const double sum = [] {
    double all = 0;
    for (int y = -3; y <= 3; ++y)
      for (int x = -3; x <= 3; ++x) all += std::exp(-(y * y + x * x) / 2.0);
    return all;
  }();
  return std::lround(1024 * std::exp(static_cast<double>(-(dy * dy + dx * dx)) / 2) / sum);
}

struct Pixel {
  std::int64_t y = 0;
  std::int64_t x = 0;
};

class Page {
 public:
  Page(std::int64_t width, std::int64_t height) : width_(width), height_(height), pixels_(size()), seen_(size()) {}

  void set(Pixel at, std::int64_t amount, int level_before) {
    const auto below = static_cast<int>(amount / 1020);
    const std::int64_t rest = amount % 1020;
    pixels_[index(at)] = {amount, below + (rest != 0 && level_before > below ? 1 : 0), rest == 0, rest};
  }
  void look() {
    for_each_near({height_ / 2, width_ / 2}, std::max(width_, height_), [&](Pixel at) {
      for_each_near(at, 3, [&](Pixel near) {
        const std::int64_t printed = 1020 * pixels_[index(near)].level;
        seen_[index(at)] += weight(near.y - at.y, near.x - at.x) * (printed - pixels_[index(at)].amount);
      });
    });
  }
  [[nodiscard]] int level(Pixel at) const { return pixels_[index(at)].level; }

  // Searches the windows that begin in a part of the page. Returns whether anything changed.
  bool sweep(bool is_partial, Pixel top_left, std::int64_t tile) {
    bool changed = false;
    for (std::int64_t y = top_left.y; y < std::min(top_left.y + tile, height_); ++y)
      for (std::int64_t x = top_left.x; x < std::min(top_left.x + tile, width_); ++x)
        changed = search({y, x}, is_partial) || changed;
    return changed;
  }

 private:
  struct Printed {
    std::int64_t amount = 0;
    int level = 0;
    bool is_fixed = false;
    std::int64_t rest = 0;
  };

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width_ * height_); }
  [[nodiscard]] std::size_t index(Pixel at) const { return static_cast<std::size_t>(at.y * width_ + at.x); }
  [[nodiscard]] bool is_inked(Pixel at) const { return 1020 * pixels_[index(at)].level > pixels_[index(at)].amount; }

  template <typename Use>
  void for_each_near(Pixel at, std::int64_t reach, Use use) const {
    for (std::int64_t y = std::max<std::int64_t>(0, at.y - reach); y <= std::min(at.y + reach, height_ - 1); ++y)
      for (std::int64_t x = std::max<std::int64_t>(0, at.x - reach); x <= std::min(at.x + reach, width_ - 1); ++x)
        use(Pixel{y, x});
  }

  // Flips a pixel between the levels around its amount. Returns how much the sum of all errors grows.
  std::int64_t flip(Pixel at) {
    const int more = is_inked(at) ? -1 : 1;
    pixels_[index(at)].level += more;
    std::int64_t growth = 0;
    for_each_near(at, 3, [&](Pixel near) {
      std::int64_t& seen = seen_[index(near)];
      growth -= std::abs(seen);
      seen += 1020 * more * weight(near.y - at.y, near.x - at.x);
      growth += std::abs(seen);
    });
    return growth;
  }

  bool search(Pixel top_left, bool is_partial) {
    std::vector<Pixel> pixels;
    bool has_extremes = false;
    unsigned inked = 0;
    for_each_near({top_left.y + 1, top_left.x + 1}, 2, [&](Pixel at) {
      if (at.y < top_left.y || at.x < top_left.x || pixels_[index(at)].is_fixed) return;
      const std::int64_t rest = pixels_[index(at)].rest;
      has_extremes = has_extremes || rest < 64 || rest > 956;
      inked = inked << 1 | (is_inked(at) ? 1U : 0U);
      pixels.push_back(at);
    });
    const auto count = static_cast<int>(pixels.size());
    if (count == 0) return false;

    // The errors of all patterns, in the order of a Gray code; that of no change is 0.
    std::vector<std::int64_t> errors(std::size_t{1} << count);
    std::int64_t error = 0;
    unsigned changes = 0;
    const auto flip_digit = [&](int digit) {
      error += flip(pixels[static_cast<std::size_t>(count - 1 - digit)]);
      changes ^= 1U << digit;
    };
    for (unsigned i = 1; i < errors.size(); ++i) {
      flip_digit(std::countr_zero(i));
      errors[changes] = error;
    }
    while (changes != 0) flip_digit(std::countr_zero(changes));

    const int ink = std::popcount(inked);
    unsigned best = 0;
    const auto try_with = [&](std::optional<int> wanted_ink) {
      const unsigned before = best;
      for (unsigned i = 0; i < errors.size(); ++i)
        if (errors[i] < errors[best] && (!wanted_ink || std::popcount(inked ^ i) == *wanted_ink)) best = i;
      return best != before;
    };
    if (has_extremes || is_partial) {
      try_with(ink);
    } else {
      try_with(std::nullopt);
    }
    if (is_partial && !has_extremes) {
      for (int more = ink + 1; more <= count && try_with(more);) ++more;
      for (int less = ink - 1; less >= 0 && try_with(less);) --less;
    }
    for (int digit = 0; digit < count; ++digit)
      if ((best >> digit & 1U) != 0) flip_digit(digit);
    return best != 0;
  }

  std::int64_t width_, height_;
  std::vector<Printed> pixels_;
  std::vector<std::int64_t> seen_;
};

}  // namespace

std::vector<int> search_windows_directly(bool is_partial, const SearchOrder& order, int levels, int bits,
                                         std::int64_t width, std::int64_t height,
                                         const std::function<int(std::int64_t, std::int64_t)>& sample,
                                         const std::vector<int>& levels_before) {
  const std::int64_t max = bits == 8 ? 255 : 65535;
  Page page(width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x)
      page.set({y, x}, (sample(y, x) * std::int64_t{levels - 1} * 1020 + max / 2) / max,
               levels_before[static_cast<std::size_t>(y * width + x)]);
  }
  page.look();
  const std::int64_t tile = order.tile;
  for (int round = 0; round < order.rounds; ++round) {
    for (const auto& [odd_row, odd_column] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      for (std::int64_t y = odd_row * tile; y < height; y += 2 * tile) {
        for (std::int64_t x = odd_column * tile; x < width; x += 2 * tile) {
          for (int sweep = 0; sweep < order.sweeps && page.sweep(is_partial, {y, x}, tile);) ++sweep;
        }
      }
    }
  }
  std::vector<int> result;
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) result.push_back(page.level({y, x}));
  return result;
}

}  // namespace platerip::halftone
