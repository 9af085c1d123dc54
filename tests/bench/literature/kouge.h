// What the CPU's and the GPU's form of the exhaustive search (Kouge, Ito, Nakano) share, and the CPU's.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

#include "tests/bench/literature/page.h"

namespace platerip::literature::kouge {

inline constexpr int reach = 3;   // of the Gaussian filter
inline constexpr int window = 4;  // m
inline constexpr int places = window * window;
inline constexpr int unit = 1 << 16;  // about the sum of the filter's weights

using Pattern = std::uint16_t;
static_assert(places <= 16);

// The weights of a pixel in the places around it. A column of zeros makes the row length a power of two.
struct Filter {
  int weight[2 * reach + 1][2 * reach + 2] = {};

  Filter() {
    double sum = 0;
    for (int pass = 0; pass < 2; ++pass) {
      for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x) {
          const double value = std::exp(-(x * x + y * y) / 2.0);
          if (pass == 0) sum += value;
          weight[y + reach][x + reach] = static_cast<int>(std::lround(unit * value / sum));
        }
    }
  }
};

// All patterns of `length` pixels with `ink` pixels of ink. Each differs in two pixels from the one before.
inline std::vector<Pattern> revolving_door(int length, int ink) {
  if (ink == 0) return {0};
  if (ink == length) return {static_cast<Pattern>((1u << length) - 1)};
  std::vector<Pattern> all = revolving_door(length - 1, ink);
  std::vector<Pattern> last_is_ink = revolving_door(length - 1, ink - 1);
  for (auto p = last_is_ink.rbegin(); p != last_is_ink.rend(); ++p)
    all.push_back(static_cast<Pattern>(*p | 1u << (length - 1)));
  return all;
}

inline const std::vector<Pattern>& patterns_with(int ink) {
  static const std::vector<std::vector<Pattern>> all = [] {
    std::vector<std::vector<Pattern>> lists;
    for (int i = 0; i <= places; ++i) lists.push_back(revolving_door(places, i));
    return lists;
  }();
  return all[static_cast<std::size_t>(ink)];
}

// With a random start, a pixel has ink if its amount is greater than its threshold.
inline std::vector<int> random_thresholds(std::size_t count) {
  std::mt19937 random(1);
  std::vector<int> thresholds(count);
  for (int& threshold : thresholds) threshold = static_cast<int>(random() % unit);
  return thresholds;
}

// A page, a halftone of it, and the errors of the blurred halftone.
class Search {
 public:
  explicit Search(const Page& page)
      : width_(page.width),
        height_(page.height),
        stride_(width_ + 2 * reach + 1),
        errors_(static_cast<std::size_t>(stride_ * (height_ + 2 * reach))),
        counts_(errors_.size()),
        pixels_(page.pixels()),
        changed_(page.pixels()) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        errors_[error_index(y, x)] = page.row(y)[x] * unit / 255;
        counts_[error_index(y, x)] = 1;
        total_ += errors_[error_index(y, x)];
      }
  }

  /// Bytes that a search takes, besides the page and its pixels.
  static std::size_t bytes(const Page& page) {
    const auto with_border =
        static_cast<std::size_t>(page.width + 2 * reach + 1) * static_cast<std::size_t>(page.height + 2 * reach);
    return sizeof(int) * (3 * with_border + page.pixels());  // errors, at first in two copies; counts; rounds
  }

  void flip(int y, int x) {
    std::uint8_t& pixel = pixels_[index(y, x)];
    const int sign = pixel ? 1 : -1;
    pixel ^= 1;
    int change = 0;
    for (int v = 0; v <= 2 * reach; ++v) {
      int* errors = &errors_[error_index(y + v - reach, x - reach)];
      const int* counts = &counts_[error_index(y + v - reach, x - reach)];
      for (int u = 0; u < 2 * reach + 2; ++u) {
        const int error = errors[u] + sign * filter_.weight[v][u] * counts[u];
        change += std::abs(error) - std::abs(errors[u]);
        errors[u] = error;
      }
    }
    total_ += change;
  }

  void random_dither() {
    const std::vector<int> ink = errors_, thresholds = random_thresholds(pixels_.size());
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x)
        if (thresholds[index(y, x)] < ink[error_index(y, x)]) flip(y, x);
  }
  /// Prints pixels: 1 is ink. Precondition: nothing is printed yet.
  void print(std::span<const std::uint8_t> pixels) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x)
        if (pixels[index(y, x)] != 0) flip(y, x);
  }

  /// Searches all windows around which something has changed since they were last searched. Returns their number, which
  /// is 0 when nothing is left to do.
  int round(bool partial) {
    ++round_;
    int searched = 0;
    for (int y = 0; y + window <= height_; ++y)
      for (int x = 0; x + window <= width_; ++x) {
        if (!is_worth_a_search(y, x)) continue;
        ++searched;
        const Pattern before = pattern(y, x);
        set(y, x, partial ? best_with_similar_ink(y, x) : best_of_all(y, x));
        mark_changes(y, x, before ^ pattern(y, x));
      }
    return searched;
  }

  /// The mean error of a pixel, in levels of 0 to 255.
  [[nodiscard]] double average_error() const {
    return static_cast<double>(total_) * 255 / unit / static_cast<double>(pixels_.size());
  }

 private:
  [[nodiscard]] std::size_t index(int y, int x) const { return static_cast<std::size_t>(y * width_ + x); }
  [[nodiscard]] std::size_t error_index(int y, int x) const {
    return static_cast<std::size_t>((y + reach) * stride_ + x + reach);
  }

  // A window's pixels affect errors up to `reach` away, and other pixels up to `reach` further away affect these errors
  // too.
  [[nodiscard]] bool is_worth_a_search(int y, int x) const {
    if (round_ == 1) return true;
    for (int v = std::max(y - 2 * reach, 0); v < std::min(y + window + 2 * reach, height_); ++v)
      for (int u = std::max(x - 2 * reach, 0); u < std::min(x + window + 2 * reach, width_); ++u)
        if (changed_[index(v, u)] >= round_ - 1) return true;
    return false;
  }
  void mark_changes(int y, int x, unsigned bits) {
    for (; bits; bits &= bits - 1) {
      const int place = std::countr_zero(bits);
      changed_[index(y + place / window, x + place % window)] = round_;
    }
  }

  void flip_bits(int y, int x, unsigned bits) {
    for (; bits; bits &= bits - 1) {
      const int place = std::countr_zero(bits);
      flip(y + place / window, x + place % window);
    }
  }
  [[nodiscard]] Pattern pattern(int y, int x) const {
    unsigned bits = 0;
    for (int i = 0; i < places; ++i) bits |= unsigned{pixels_[index(y + i / window, x + i % window)]} << i;
    return static_cast<Pattern>(bits);
  }
  void set(int y, int x, Pattern wanted) { flip_bits(y, x, pattern(y, x) ^ wanted); }

  Pattern best_of_all(int y, int x) {
    Pattern now = pattern(y, x), best = now;
    std::int64_t least = total_;
    for (unsigned i = 1; i < 1u << places; ++i) {
      const unsigned bit = 1u << std::countr_zero(i);
      flip_bits(y, x, bit);
      now ^= static_cast<Pattern>(bit);
      if (total_ < least) least = total_, best = now;
    }
    return best;
  }

  Pattern best_with_similar_ink(int y, int x) {
    const int ink = std::popcount(pattern(y, x));
    Best best{total_, pattern(y, x)};
    try_patterns(y, x, ink, best);
    for (int more = ink + 1; more <= places && try_patterns(y, x, more, best); ++more) continue;
    for (int less = ink - 1; less >= 0 && try_patterns(y, x, less, best); --less) continue;
    return best.pattern;
  }

  struct Best {
    std::int64_t total;
    Pattern pattern;
  };
  // Tries the patterns with this amount of ink. Returns whether one is better.
  bool try_patterns(int y, int x, int ink, Best& best) {
    const std::int64_t before = best.total;
    Pattern now = pattern(y, x);
    for (const Pattern next : patterns_with(ink)) {
      flip_bits(y, x, now ^ next);
      now = next;
      if (total_ < best.total) best = {total_, now};
    }
    return best.total < before;
  }

  int width_;
  int height_;
  int stride_;  // of errors and counts, which extend `reach` beyond the page
  Filter filter_;
  std::vector<int> errors_;
  std::vector<int> counts_;  // 1 for places on the page, where errors count
  std::vector<std::uint8_t> pixels_;
  std::vector<int> changed_;  // the round in which a pixel last changed: the replacement map
  int round_ = 0;
  std::int64_t total_ = 0;
};

}  // namespace platerip::literature::kouge
