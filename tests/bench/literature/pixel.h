// The definition's arithmetic (halftone/reference) for one pixel, on the CPU and on the GPU.
#pragma once

#include <cstdint>

#include "halftone/error_filter.h"

namespace platerip::literature {

struct Pixel {
  std::uint8_t level;
  int error;
};

/// The level and the error of a pixel whose ink and collected errors sum to `s`.
template <int levels>
constexpr Pixel quantise(int s) {
  constexpr int step = halftone::solid / (levels - 1);
  int level = 0;
  for (int k = 1; k < levels; ++k) level += s > (2 * k - 1) * step / 2;
  return {static_cast<std::uint8_t>(level), s - level * step};
}

/// Calls `run.template operator()<levels>()`.
template <typename Run>
auto with_levels(int levels, Run run) {
  switch (levels) {
    case 3:
      return run.template operator()<3>();
    case 4:
      return run.template operator()<4>();
    case 16:
      return run.template operator()<16>();
    default:
      return run.template operator()<2>();
  }
}

/// For Floyd–Steinberg: `sum` is the sum of weighted errors.
template <int levels = 2>
constexpr Pixel halftone_pixel(std::uint8_t ink, int sum) {
  return quantise<levels>(16 * ink + ((sum + 8) >> 4));
}

/// Columns by which a row stays behind the row above, so that all errors that it collects are known.
constexpr int delay_of(const halftone::ErrorFilter& filter) {
  int delay = 1;
  for (const halftone::Weight& w : filter.weights) {
    if (w.row < 0 && w.column / -w.row + 1 > delay) delay = w.column / -w.row + 1;
  }
  return delay;
}
static_assert(delay_of(halftone::error_filters[halftone::place_of("floyd-steinberg")]) == 2);
static_assert(delay_of(halftone::error_filters[halftone::place_of("fan")]) == 3);
static_assert(delay_of(halftone::error_filters[halftone::place_of("jarvis")]) == 3);

/// The pixels of k-delay parallel scan at step t: in rows `first` to `last`, row i has its pixel in column t − k·i.
struct Step {
  int first;
  int last;
  [[nodiscard]] constexpr int count() const { return last - first + 1; }
};
constexpr Step step_at(int t, int delay, int width, int height) {
  const int first = t < width ? 0 : (t - width) / delay + 1;
  const int last = t / delay;
  return {first, last < height ? last : height - 1};
}
constexpr int steps_of(int delay, int width, int height) {
  return width + delay * (height - 1);
}

}  // namespace platerip::literature
