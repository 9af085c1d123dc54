#include "halftone/cpu/search/search_window.h"

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/search/search_window.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void find_in_window(const SearchWindow&, InkRange, WindowPattern&) {}  // no vectors: wavefront_supported() says so

#else

namespace hn = hwy::HWY_NAMESPACE;

using Errors = HWY_CAPPED(std::int32_t, 16);
constexpr int lanes = static_cast<int>(hn::MaxLanes(Errors()));
constexpr int places = static_cast<int>(window_places);
static_assert(places % lanes == 0);

// Both choices for a pixel: the bounds of each place's error, and what they add to the least error. `raised` are the
// lower bounds if the pixel is inked, `fallen` the upper bounds if it is not.
struct Choices {
  alignas(64) std::int32_t raised[window_places];
  alignas(64) std::int32_t fallen[window_places];
  std::int32_t above;  // Σ max(raised, 0)
  std::int32_t below;  // Σ max(−fallen, 0)
};

// reference/search_window.cpp with SIMD. It says how this works. The least |E| of a place between two errors is
// max(lowest, 0) + max(−highest, 0). A choice changes only one of the two sums over all places.
class Patterns {
 public:
  Patterns(const SearchWindow& window, InkRange range, WindowPattern& best)
      : window_(window), range_(range), best_(best) {}

  void run() {
    const Errors d;
    Choices first;
    auto above = hn::Zero(d), below = above;
    for (int i = 0; i < places; i += lanes) {
      const auto seen = hn::Load(d, window_.seen.data() + i), unknown = hn::Load(d, window_.uncertainty.data() + i);
      auto low = hn::Sub(seen, unknown), high = hn::Add(seen, unknown);
      for (int pixel = 0; pixel < window_.pixels; ++pixel) {
        const auto weight = hn::Load(d, weights(pixel) + i);
        if (is_inked(pixel))
          low = hn::Sub(low, weight);
        else
          high = hn::Add(high, weight);
      }
      hn::Store(low, d, first.raised + i);
      hn::Store(high, d, first.fallen + i);
      above = hn::Add(above, hn::Max(low, hn::Zero(d)));
      below = hn::Sub(below, hn::Min(high, hn::Zero(d)));
    }
    const Reached all{.lowest = first.raised, .highest = first.fallen, .above = sum(above), .below = sum(below)};
    if (all.above + all.below < best_.error) go_on(0, all);
  }

 private:
  // What is known after some pixels: their changes, how many are inked, and the bounds of each place's error.
  struct Reached {
    unsigned changes = 0;
    int ink = 0;
    const std::int32_t* lowest;
    const std::int32_t* highest;
    std::int32_t above;  // Σ max(lowest, 0)
    std::int32_t below;  // Σ max(−highest, 0)
  };

  [[nodiscard]] bool is_inked(int pixel) const { return window_.inked.data()[pixel]; }
  [[nodiscard]] const std::int32_t* weights(int pixel) const {
    return window_weights.of.data()[window_.index.data()[pixel]].data();
  }
  static HWY_INLINE std::int32_t sum(hn::Vec<Errors> values) { return hn::GetLane(hn::SumOfLanes(Errors(), values)); }

  // Tries both choices for `pixel`: first that it stays as it is.
  void go_on(int pixel, const Reached& before) {
    Choices choices;
    choose(weights(pixel), before, choices);
    const unsigned change = 1U << pixel;
    if (is_inked(pixel)) {
      with_ink(pixel, before.changes, before, choices);
      without_ink(pixel, before.changes | change, before, choices);
    } else {
      without_ink(pixel, before.changes, before, choices);
      with_ink(pixel, before.changes | change, before, choices);
    }
  }

  static HWY_INLINE void choose(const std::int32_t* weights, const Reached& before, Choices& choices) {
    const Errors d;
    auto above = hn::Zero(d), below = above;
    for (int i = 0; i < places; i += lanes) {
      const auto weight = hn::Load(d, weights + i);
      const auto raised = hn::Add(hn::Load(d, before.lowest + i), weight);
      const auto fallen = hn::Sub(hn::Load(d, before.highest + i), weight);
      hn::Store(raised, d, choices.raised + i);
      hn::Store(fallen, d, choices.fallen + i);
      above = hn::Add(above, hn::Max(raised, hn::Zero(d)));
      below = hn::Sub(below, hn::Min(fallen, hn::Zero(d)));
    }
    choices.above = sum(above);
    choices.below = sum(below);
  }

  void with_ink(int pixel, unsigned changes, const Reached& before, const Choices& choices) {
    if (before.ink + 1 > range_.most) return;
    reach(pixel, {.changes = changes,
                  .ink = before.ink + 1,
                  .lowest = choices.raised,
                  .highest = before.highest,
                  .above = choices.above,
                  .below = before.below});
  }

  void without_ink(int pixel, unsigned changes, const Reached& before, const Choices& choices) {
    if (before.ink + window_.pixels - pixel - 1 < range_.least) return;
    reach(pixel, {.changes = changes,
                  .ink = before.ink,
                  .lowest = before.lowest,
                  .highest = choices.fallen,
                  .above = before.above,
                  .below = choices.below});
  }

  // Goes on with the next pixel if the least error is less than the best so far. After the last pixel, the least error
  // is the error of the pattern.
  void reach(int pixel, const Reached& reached) {
    const std::int32_t least = reached.above + reached.below;
    if (least >= best_.error) return;
    if (pixel + 1 < window_.pixels) return go_on(pixel + 1, reached);
    best_ = {.error = least, .changes = reached.changes};
  }

  const SearchWindow& window_;
  InkRange range_;
  WindowPattern& best_;
};

void find_in_window(const SearchWindow& window, InkRange range, WindowPattern& best) {
  Patterns(window, range, best).run();
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(find_in_window);

void find_pattern(const SearchWindow& window, InkRange range, WindowPattern& best) {
  HWY_DYNAMIC_DISPATCH(find_in_window)(window, range, best);
}

}  // namespace platerip::halftone::cpu
#endif
