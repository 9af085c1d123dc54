// Kouge, Ito, Nakano: the local exhaustive search. It is no error diffusion: it looks for the pixels whose image,
// blurred as eyes blur, is nearest to the page. Every window of m×m pixels, in raster order, gets the best of its
// 2^(m²) patterns, tried in the order of the Gray code so that each differs from the one before by a pixel; until a
// round changes nothing. The partial search tries those with as much ink as there is, then with more or less while that
// helps. With the paper's m = 4 a page of 512×512 took it hours; here it is a corner of the page, with m = 3.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "tests/bench/literature/families.h"

namespace platerip::literature {
namespace {

constexpr int reach = 3;   // of the Gaussian filter
constexpr int window = 3;  // m
constexpr unsigned patterns = 1u << (window * window);
constexpr int corner = 48;
constexpr int unit = 1 << 16;  // the filter's weights sum up to about this

struct Filter {
  int weight[2 * reach + 1][2 * reach + 1];

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

class Search {
 public:
  explicit Search(const Page& page)
      : width_(std::min(page.width, corner)),
        height_(std::min(page.height, corner)),
        errors_(index(height_, width_)),
        pixels_(errors_.size()) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) errors_[index(y, x)] = page.row(y)[x] * unit / 255;
  }

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  std::uint8_t& pixel(int y, int x) { return pixels_[index(y, x)]; }

  void flip(int y, int x) {
    const int sign = pixels_[index(y, x)] ? 1 : -1;
    pixels_[index(y, x)] ^= 1;
    for (int v = std::max(y - reach, 0); v <= std::min(y + reach, height_ - 1); ++v)
      for (int u = std::max(x - reach, 0); u <= std::min(x + reach, width_ - 1); ++u) {
        int& error = errors_[index(v, u)];
        total_ -= std::abs(error);
        error += sign * filter_.weight[v - y + reach][u - x + reach];
        total_ += std::abs(error);
      }
  }

  void random_dither() {
    std::mt19937 random(1);
    const std::vector<int> ink = errors_;
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x)
        if (static_cast<int>(random() % unit) < ink[index(y, x)]) flip(y, x);
  }

  /// Gives the window the best of all patterns. Returns whether that is another one.
  bool improve(int y, int x) {
    std::int64_t best = total_;
    unsigned best_flips = 0, flips = 0;
    for (unsigned i = 1; i < patterns; ++i) {
      flip_bits(y, x, 1u << std::countr_zero(i));
      flips ^= 1u << std::countr_zero(i);
      if (total_ < best) best = total_, best_flips = flips;
    }
    flip_bits(y, x, flips ^ best_flips);
    return best_flips != 0;
  }

  /// Of the patterns with about as much ink as it has.
  bool improve_partially(int y, int x) {
    const unsigned start = pattern(y, x);
    const int ink = std::popcount(start);
    Best best{total_, start};
    best_of(y, x, ink, best);
    for (int more = ink + 1; more <= window * window && best_of(y, x, more, best); ++more) continue;
    for (int less = ink - 1; less >= 0 && best_of(y, x, less, best); --less) continue;
    flip_bits(y, x, pattern(y, x) ^ best.pattern);
    return best.pattern != start;
  }

  /// In levels of 0 to 255, by pixel.
  [[nodiscard]] double average_error() const {
    std::int64_t sum = 0;
    for (const int error : errors_) sum += std::abs(error);
    return static_cast<double>(sum) * 255 / unit / (static_cast<double>(width_) * height_);
  }

 private:
  [[nodiscard]] std::size_t index(int y, int x) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  void flip_bits(int y, int x, unsigned bits) {
    for (; bits; bits &= bits - 1) flip(y + std::countr_zero(bits) / window, x + std::countr_zero(bits) % window);
  }
  [[nodiscard]] unsigned pattern(int y, int x) const {
    unsigned bits = 0;
    for (int i = 0; i < window * window; ++i) bits |= unsigned{pixels_[index(y + i / window, x + i % window)]} << i;
    return bits;
  }

  struct Best {
    std::int64_t total;
    unsigned pattern;
  };
  // Tries the patterns with so much ink. Returns whether one is better.
  bool best_of(int y, int x, int ink, Best& best) {
    const Best before = best;
    unsigned now = pattern(y, x);
    for (unsigned next = 0; next < patterns; ++next) {
      if (std::popcount(next) != ink) continue;
      flip_bits(y, x, now ^ next);
      now = next;
      if (total_ < best.total) best = {total_, now};
    }
    return best.total < before.total;
  }

  int width_;
  int height_;
  Filter filter_;
  std::vector<int> errors_;
  std::vector<std::uint8_t> pixels_;
  std::int64_t total_ = 0;  // of errors, but for what it is when all is paper
};

class SearchSession final : public Session {
 public:
  SearchSession(const Page& page, bool partial) : page_(page), partial_(partial) {}

  double run() override {
    return took_ = milliseconds([&] {
             Search search(page_);
             search.random_dither();
             rounds_ = 0;
             bool changed = true;
             for (; changed; ++rounds_) {
               changed = false;
               for (int y = 0; y + window <= search.height(); ++y)
                 for (int x = 0; x + window <= search.width(); ++x)
                   changed |= partial_ ? search.improve_partially(y, x) : search.improve(y, x);
             }
             average_error_ = search.average_error();
           });
  }
  std::vector<std::uint8_t> levels() override { return {}; }

  [[nodiscard]] std::string note() const override {
    char line[160];
    std::snprintf(line, sizeof line,
                  "%d×%d pixels, window %d: average error %.2f after %d rounds and %.0f ms, error diffusion's %.2f",
                  std::min(page_.width, corner), std::min(page_.height, corner), window, average_error_, rounds_, took_,
                  error_of_diffusion());
    return line;
  }

 private:
  [[nodiscard]] double error_of_diffusion() const {
    const std::vector<std::uint8_t> levels = expected_levels(page_, halftone::Method::floyd_steinberg, 2);
    Search search(page_);
    for (int y = 0; y < search.height(); ++y)
      for (int x = 0; x < search.width(); ++x)
        if (levels[static_cast<std::size_t>(y) * static_cast<std::size_t>(page_.width) + static_cast<std::size_t>(x)])
          search.flip(y, x);
    return search.average_error();
  }

  const Page& page_;
  bool partial_;
  int rounds_ = 0;
  double average_error_ = 0;
  double took_ = 0;
};

Algorithm search(std::string_view name, std::string_view cost, bool partial) {
  return {
      .name = name,
      .paper = "Kouge",
      .table = "Local exhaustive search",
      .cost = cost,
      .memory = [](const Page&, const Setting&) { return std::size_t{corner} * corner * (sizeof(int) + 1); },
      .begin = [partial](const Page& page, const Setting&) { return std::make_unique<SearchSession>(page, partial); },
      .bits = Bits::own,
      .largest = 0};
}

}  // namespace

std::vector<Algorithm> kouge_search() {
  return {search("local exhaustive search",
                 "2^(m²)·(2w + 1)² additions for each window and round, w the Gaussian filter's reach", false),
          search("partial exhaustive search", "a third to a sixth of the patterns", true)};
}

}  // namespace platerip::literature
