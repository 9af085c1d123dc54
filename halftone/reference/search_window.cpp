#include "halftone/reference/search_window.h"

#include <algorithm>

namespace platerip::halftone::reference {
namespace {

// Tries all patterns, pixel by pixel: first those that leave a pixel as it is, then those that change it. After each
// choice, the error of each place lies between two known bounds. They give the least error that any pattern with these
// choices can have. If it is not less than the best error so far, these patterns are left out.
class Patterns {
 public:
  Patterns(const SearchWindow& window, InkRange range, WindowPattern& best)
      : window_(window), range_(range), best_(best) {}

  void run() {
    Places lowest, highest;
    for (std::size_t i = 0; i < window_places; ++i) {
      lowest[i] = window_.seen[i] - window_.uncertainty[i];
      highest[i] = window_.seen[i] + window_.uncertainty[i];
    }
    for (int pixel = 0; pixel < window_.pixels; ++pixel) {
      Places& side = is_inked(pixel) ? lowest : highest;
      for (std::size_t i = 0; i < window_places; ++i) side[i] += (is_inked(pixel) ? -1 : 1) * weights(pixel)[i];
    }
    try_from(0, 0, 0, lowest, highest);
  }

 private:
  [[nodiscard]] bool is_inked(int pixel) const { return window_.inked[static_cast<std::size_t>(pixel)]; }
  [[nodiscard]] const Places& weights(int pixel) const {
    return window_weights.of[static_cast<std::size_t>(window_.index[static_cast<std::size_t>(pixel)])];
  }

  // Tries all patterns that begin with these changes of the pixels before `pixel`. Of those pixels, `ink` print the
  // next level.
  void try_from(int pixel, unsigned changes, int ink, const Places& lowest, const Places& highest) {
    if (ink > range_.most || ink + window_.pixels - pixel < range_.least) return;
    std::int32_t least = 0;
    for (std::size_t i = 0; i < window_places; ++i) least += std::max(lowest[i], 0) + std::max(-highest[i], 0);
    if (least >= best_.error) return;
    if (pixel == window_.pixels) {
      best_ = {.error = least, .changes = changes};
      return;
    }
    // Until the choice, `lowest` counts the pixel without ink, and `highest` with ink. So ink raises only `lowest`, and
    // no ink lowers only `highest`.
    const bool inked = is_inked(pixel);
    Places raised = lowest, fallen = highest;
    for (std::size_t i = 0; i < window_places; ++i) {
      raised[i] += weights(pixel)[i];
      fallen[i] -= weights(pixel)[i];
    }
    const auto with_ink = [&](bool change) {
      try_from(pixel + 1, changes | (change ? 1U << pixel : 0U), ink + 1, raised, highest);
    };
    const auto without_ink = [&](bool change) {
      try_from(pixel + 1, changes | (change ? 1U << pixel : 0U), ink, lowest, fallen);
    };
    if (inked) {
      with_ink(false);
      without_ink(true);
    } else {
      without_ink(false);
      with_ink(true);
    }
  }

  const SearchWindow& window_;
  InkRange range_;
  WindowPattern& best_;
};

}  // namespace

void find_pattern(const SearchWindow& window, InkRange range, WindowPattern& best) {
  Patterns(window, range, best).run();
}

}  // namespace platerip::halftone::reference
