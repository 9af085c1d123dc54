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

struct alignas(64) Errors32 {
  std::int32_t of[window_places];
};

// reference/search_window.cpp with SIMD. It says how this works.
class Patterns {
 public:
  Patterns(const SearchWindow& window, InkRange range, WindowPattern& best)
      : window_(window), range_(range), best_(best) {}

  void run() {
    const Errors d;
    Errors32 lowest, highest;
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
      hn::Store(low, d, lowest.of + i);
      hn::Store(high, d, highest.of + i);
    }
    go_on(0, 0, 0, lowest.of, highest.of);
  }

 private:
  [[nodiscard]] bool is_inked(int pixel) const { return window_.inked.data()[pixel]; }
  [[nodiscard]] const std::int32_t* weights(int pixel) const {
    return window_weights.of.data()[window_.index.data()[pixel]].data();
  }

  // Tries both choices for `pixel`.
  void go_on(int pixel, unsigned changes, int ink, const std::int32_t* lowest, const std::int32_t* highest) {
    if (pixel == window_.pixels) {
      best_.changes = changes;
      return;
    }
    const unsigned change = 1U << pixel;
    if (is_inked(pixel)) {
      with_ink(pixel, changes, ink, lowest, highest);
      without_ink(pixel, changes | change, ink, lowest, highest);
    } else {
      without_ink(pixel, changes, ink, lowest, highest);
      with_ink(pixel, changes | change, ink, lowest, highest);
    }
  }

  void with_ink(int pixel, unsigned changes, int ink, const std::int32_t* lowest, const std::int32_t* highest) {
    if (ink + 1 > range_.most) return;
    const Errors d;
    Errors32 raised;
    auto least = hn::Zero(d);
    const std::int32_t* weight = weights(pixel);
    for (int i = 0; i < places; i += lanes) {
      const auto low = hn::Add(hn::Load(d, lowest + i), hn::Load(d, weight + i));
      hn::Store(low, d, raised.of + i);
      least = hn::Add(least, nearest(low, hn::Load(d, highest + i)));
    }
    if (is_less(pixel, least)) go_on(pixel + 1, changes, ink + 1, raised.of, highest);
  }

  void without_ink(int pixel, unsigned changes, int ink, const std::int32_t* lowest, const std::int32_t* highest) {
    if (ink + window_.pixels - pixel - 1 < range_.least) return;
    const Errors d;
    Errors32 fallen;
    auto least = hn::Zero(d);
    const std::int32_t* weight = weights(pixel);
    for (int i = 0; i < places; i += lanes) {
      const auto high = hn::Sub(hn::Load(d, highest + i), hn::Load(d, weight + i));
      hn::Store(high, d, fallen.of + i);
      least = hn::Add(least, nearest(hn::Load(d, lowest + i), high));
    }
    if (is_less(pixel, least)) go_on(pixel + 1, changes, ink, lowest, fallen.of);
  }

  // The least |E| between two errors.
  static HWY_INLINE hn::Vec<Errors> nearest(hn::Vec<Errors> lowest, hn::Vec<Errors> highest) {
    const auto zero = hn::Zero(Errors());
    return hn::Max(hn::Max(lowest, zero), hn::Sub(zero, highest));
  }

  // Whether the least error is less than the best so far. After the last pixel, it is the error of a pattern.
  bool is_less(int pixel, hn::Vec<Errors> least) {
    const std::int32_t error = hn::GetLane(hn::SumOfLanes(Errors(), least));
    if (error >= best_.error) return false;
    if (pixel + 1 == window_.pixels) best_.error = error;
    return true;
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
