#include "halftone/cpu/search/search_inks.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/simd.h"
#include "halftone/cpu/search/search_words.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/search/search_inks.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/search/eye_sums-inl.h"
#include "halftone/cpu/search/inks_light-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// no vectors: wavefront_supported() says so
void run_inks_tile(const SearchEffort&, std::span<const Shade>, std::span<const TileAround>) {}

#else

// Rows of sums begin at column −1 of the tile and have 48 columns. Only the first 34 are used.
constexpr int stride = 48;
constexpr std::size_t places = std::size_t{search_tile + 2} * stride;
static constexpr int place(int y, int x) {
  return (y + 1) * stride + x + 1;
}

// The cost of a pixel is s·P plus the least that its W adds to the cost of a swap: W²·(c(0, 0) − c(0, 1)) / 1024. For
// two pixels with W and W', a swap costs this for both and swap() at least, because 2·W·W' is at most W² + W'². Most
// pixels cannot gain even with that. The cost of an impossible change is greater than that of any change, and the sum
// of two of these and a cost fits 32 bits.
constexpr std::int32_t never = 1 << 29;

struct Offset {
  int dy;
  int dx;
};
// A pixel, and those that it is swapped with, in the order in which they are tried.
constexpr std::array<Offset, 9> neighbours{
    {{0, 0}, {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

// S / 512 fits 16 bits.
static_assert(whole_shade * most_eye_sum / 512 < 1 << 15);

// W of a pixel: three numbers of 10 bits in a word, red in the lowest bits.
constexpr int taken_bits = 10;
constexpr int taken_mask = (1 << taken_bits) - 1;
static_assert(whole_shade <= taken_mask && light_colors * taken_bits <= 31);

// The inks that can change in a tile, in the order in which a sweep visits them.
class InkOrder {
 public:
  InkOrder(std::span<const Shade> shades, std::span<const TileAround> around) {
    for (std::size_t ink = 0; ink < shades.size(); ++ink)
      if (has_errors(around[ink].errors)) inks_[count_++] = ink;
    const auto takes = [&](std::size_t ink) { return shades[ink][0] + shades[ink][1] + shades[ink][2]; };
    std::stable_sort(inks_.begin(), inks_.begin() + count_,
                     [&](std::size_t a, std::size_t b) { return takes(a) > takes(b); });
  }
  [[nodiscard]] std::span<const std::size_t> inks() const { return {inks_.data(), count_}; }

 private:
  std::array<std::size_t, max_together> inks_;
  std::size_t count_ = 0;
};

class InksTile {
 public:
  InksTile(Eye eye, std::span<const Shade> shades, std::span<const TileAround> around,
           std::span<const std::size_t> order)
      : eye_(table_of(eye)), words_(words_of(eye)), around_(around), order_(order), pixels_(shades, around) {
    for (std::size_t color = 0; color < light_colors; ++color) sum(pixels_.dark(color), seen_light_[color]);
    for (const std::size_t ink : order_) sum(around_[ink].errors, seen_[ink]);
    find_light(shades);
  }

  // Visits all pixels in all inks. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (const std::size_t ink : order_) changed = sweep_ink(ink) || changed;
    return changed;
  }

 private:
  [[nodiscard]] std::int16_t* errors(std::size_t ink, int y) const { return around_[ink].errors.data()[y + tile_halo]; }
  std::uint8_t& dots(int y, int x) { return pixels_.dots(y)[x]; }

  void sum(const TileErrors& errors, std::int32_t* to) const {
    sum_tile(
        words_, errors, [&](int y, int column, hn::Vec<Sums> sums) __attribute__((always_inline)) {
          if (y <= search_tile) hn::Store(sums, Sums(), to + place(y, column + first_column));
        });
  }

  // Finds the light of each set of dots.
  void find_light(std::span<const Shade> shades) {
    light_[0] = {whole_shade, whole_shade, whole_shade};
    for (const Shade& shade : shades) {
      for (std::size_t dots = 0; dots < sets_; ++dots) {
        for (std::size_t color = 0; color < light_colors; ++color) {
          const int before = light_[dots][color];
          light_[sets_ + dots][color] = before - ((before * shade[color] + 128) >> 8);
        }
      }
      sets_ *= 2;
    }
  }

  // Rows are prepared when the row above is visited. So a change need not find the costs of the rows further below.
  bool sweep_ink(std::size_t ink) {
    for (std::size_t dots = 0; dots < sets_; ++dots) {
      const std::size_t dot = std::size_t{1} << ink;
      const auto &without = light_[dots & ~dot], &with = light_[dots | dot];
      taken_[dots] = 0;
      for (std::size_t color = light_colors; color-- > 0;)
        taken_[dots] = taken_[dots] << taken_bits | (without[color] - with[color]);
    }
    prepare(ink, -1);
    prepare(ink, 0);
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      prepare(ink, y + 1);
      for (int x = 0; x < search_tile; x += lanes) changed = visit_lanes(ink, y, x) || changed;
    }
    return changed;
  }

  // Finds W and the costs of a row before it is visited.
  void prepare(std::size_t ink, int y) {
    const Sums d;
    const hn::Rebind<std::uint8_t, Sums> bytes;
    for (int column = 0; column < search_tile + 2; column += lanes) {
      const int at = place(y, column + first_column);
      const auto set = hn::PromoteTo(d, hn::LoadU(bytes, &dots(y, column + first_column)));
      const auto taken = hn::GatherIndex(d, taken_.data(), set);
      const auto red_green = hn::Or(hn::And(taken, hn::Set(d, taken_mask)),
                                    hn::And(hn::ShiftLeft<16 - taken_bits>(taken), hn::Set(d, taken_mask << 16)));
      const auto blue = hn::ShiftRight<2 * taken_bits>(taken);
      hn::Store(red_green, d, red_green_ + at);
      hn::Store(blue, d, blue_ + at);
      const auto squares = add_dot(add_dot(hn::Zero(d), red_green, red_green), blue, blue);
      hn::Store(hn::Mul(squares, hn::Set(d, eye_(0, 0))), d, light_alone_ + at);
      hn::Store(hn::ShiftRight<10>(hn::Mul(squares, hn::Set(d, eye_(0, 0) - eye_(0, 1)))), d, least_light_ + at);
      find_costs(ink, y, column);
    }
  }

  // Finds the costs of a vector of pixels, for either s.
  HWY_INLINE void find_costs(std::size_t ink, int y, int column) {
    const Sums d;
    const int at = place(y, column + first_column);
    const auto red_green = hn::Load(d, red_green_ + at), blue = hn::Load(d, blue_ + at);
    const auto red = hn::ShiftRight<9>(hn::Load(d, seen_light_[0] + at));
    const auto green = hn::ShiftLeft<7>(hn::Load(d, seen_light_[1] + at));
    const auto both = hn::BitCast(d, hn::OddEven(hn::BitCast(Errors(), green), hn::BitCast(Errors(), red)));
    auto pull = add_dot(hn::Load(d, seen_[ink] + at), both, red_green);
    pull = add_dot(pull, hn::ShiftRight<9>(hn::Load(d, seen_light_[2] + at)), blue);
    const auto least = hn::Load(d, least_light_ + at);
    const auto error = hn::PromoteTo(d, hn::LoadU(HalfErrors(), errors(ink, y) + column + first_column));
    const auto zero = hn::Zero(d), large = hn::Set(d, never);
    hn::Store(hn::IfThenElse(hn::Lt(error, zero), hn::Add(least, pull), large), d, ink_ + at);
    hn::Store(hn::IfThenElse(hn::Gt(error, zero), hn::Sub(least, pull), large), d, paper_ + at);
  }

  // The least cost of a swap with a neighbour, without the costs of the two pixels.
  [[nodiscard]] std::int32_t swap(int dy, int dx) const { return search_step * (eye_(0, 0) - eye_(dy, dx)); }

  // The lowest cost of a swap with a neighbour: the cost of the neighbour and of the swap.
  [[nodiscard]] HWY_INLINE hn::Vec<Sums> lowest_around(const std::int32_t* costs) const {
    const Sums d;
    const auto at = [&](int dy, int dx) HWY_ATTR { return hn::LoadU(d, costs + dy * stride + dx); };
    const auto sides = hn::Min(hn::Min(at(-1, 0), at(1, 0)), hn::Min(at(0, -1), at(0, 1)));
    const auto corners = hn::Min(hn::Min(at(-1, -1), at(-1, 1)), hn::Min(at(1, -1), at(1, 1)));
    return hn::Min(hn::Add(sides, hn::Set(d, swap(0, 1))), hn::Add(corners, hn::Set(d, swap(1, 1))));
  }

  // The pixels of a vector in which a change may lower what the eye sees. The others have none.
  [[nodiscard]] HWY_INLINE hn::Mask<Sums> candidates(int y, int x) const {
    const Sums d;
    const std::int32_t *ink = ink_ + place(y, x), *paper = paper_ + place(y, x);
    const auto own_ink = hn::LoadU(d, ink), own_paper = hn::LoadU(d, paper);
    const auto swaps = hn::Min(hn::Add(own_ink, lowest_around(paper)), hn::Add(own_paper, lowest_around(ink)));
    const auto toggles = hn::Add(hn::Min(own_ink, own_paper), hn::Set(d, search_step / 2 * eye_(0, 0)));
    return hn::Lt(hn::Min(swaps, toggles), hn::Zero(d));
  }

  // Visits the pixels of one vector from the left. Mostly there is nothing to change in any of them.
  HWY_INLINE bool visit_lanes(std::size_t ink, int y, int x) {
    const Sums d;
    const auto lane = hn::Iota(d, 0);
    int next = 0;
    while (next < lanes && !hn::AllFalse(d, hn::And(candidates(y, x), hn::Gt(lane, hn::Set(d, next - 1))))) {
      const Best best = best_changes(ink, y, x);
      const auto lower = hn::Lt(best.cost, hn::Zero(d));
      const auto found = hn::FindFirstTrue(d, hn::And(lower, hn::Gt(lane, hn::Set(d, next - 1))));
      if (found < 0) break;
      change(ink, y, x + static_cast<int>(found), neighbour(best.change, found));
      next = static_cast<int>(found) + 1;
    }
    return next > 0;
  }

  // The best change of each pixel of a vector.
  struct Best {
    hn::Vec<Sums> cost;    // what it adds; 0: there is none
    hn::Vec<Sums> change;  // index of the neighbour with which the pixel is swapped
  };

  static Offset neighbour(hn::Vec<Sums> change, intptr_t lane) {
    alignas(64) std::int32_t changes[lanes];
    hn::Store(change, Sums(), changes);
    return neighbours[static_cast<std::size_t>(changes[lane])];
  }

  [[nodiscard]] HWY_INLINE Best best_changes(std::size_t ink, int y, int x) const {
    const Sums d;
    const int here = place(y, x);
    const auto own_ink = hn::LoadU(d, ink_ + here), own_paper = hn::LoadU(d, paper_ + here);
    const auto gets_ink = hn::Lt(own_ink, own_paper);
    const auto red_green = hn::LoadU(d, red_green_ + here), blue = hn::LoadU(d, blue_ + here);
    const auto alone = hn::LoadU(d, light_alone_ + here);
    const auto own = hn::Sub(hn::Min(own_ink, own_paper), hn::LoadU(d, least_light_ + here));
    const auto size = hn::Abs(hn::PromoteTo(d, hn::LoadU(HalfErrors(), errors(ink, y) + x)));
    const auto fixed =
        hn::Gt(hn::Abs(hn::Sub(size, hn::Set(d, search_step / 2))), hn::Set(d, search_step / 2 - least_toggled));
    const auto toggle = hn::Add(hn::Add(own, hn::Set(d, search_step / 2 * eye_(0, 0))), hn::ShiftRight<10>(alone));
    Best best{hn::IfThenZeroElse(fixed, hn::Min(toggle, hn::Zero(d))), hn::Zero(d)};
    for_each_step<static_cast<int>(neighbours.size())>([&](auto i) __attribute__((always_inline)) {
      if constexpr (i == 0) return;
      constexpr Offset to = neighbours[i];
      const int there = place(y + to.dy, x + to.dx);
      const auto other = hn::IfThenElse(gets_ink, hn::LoadU(d, paper_ + there), hn::LoadU(d, ink_ + there));
      const auto product =
          add_dot(add_dot(hn::Zero(d), red_green, hn::LoadU(d, red_green_ + there)), blue, hn::LoadU(d, blue_ + there));
      const auto apart = hn::Mul(product, hn::Set(d, 2 * eye_(to.dy, to.dx)));
      const auto light = hn::ShiftRight<10>(hn::Sub(hn::Add(alone, hn::LoadU(d, light_alone_ + there)), apart));
      const auto rest = hn::Sub(hn::Set(d, swap(to.dy, to.dx)), hn::LoadU(d, least_light_ + there));
      const auto cost = hn::Add(hn::Add(hn::Add(own, other), rest), light);
      best.change = hn::IfThenElse(hn::Lt(cost, best.cost), hn::Set(d, i), best.change);
      best.cost = hn::Min(cost, best.cost);
    });
    return best;
  }

  // Toggles a pixel, or swaps it with a neighbour.
  void change(std::size_t ink, int y, int x, Offset to) {
    const bool swaps = to.dy != 0 || to.dx != 0;
    const int y2 = y + to.dy, x2 = x + to.dx, s = errors(ink, y)[x] < 0 ? 1 : -1;
    const int taken = taken_[dots(y, x)], taken2 = taken_[dots(y2, x2)];
    const auto by = [&](int one, int other) {
      const auto upper = static_cast<std::uint32_t>(swaps ? -s * other : 0) << 16;
      return hn::Set(Sums(), static_cast<std::int32_t>((static_cast<std::uint32_t>(s * one) & 0xFFFF) | upper));
    };
    const auto by_light = [&](int color) {
      return by(taken >> color * taken_bits & taken_mask, taken2 >> color * taken_bits & taken_mask);
    };
    const hn::Vec<Sums> factors[1 + light_colors] = {by(search_step, search_step), by_light(0), by_light(1),
                                                     by_light(2)};
    set(ink, y, x, s);
    if (swaps) set(ink, y2, x2, -s);
    const int first = std::max(std::min(x, x2) - eye_reach, -1) - first_column;
    const int last = std::min(std::max(x, x2) + eye_reach, search_tile) - first_column;
    for (int column = first / lanes * lanes; column <= last; column += lanes) {
      for (int row = std::max(std::min(y, y2) - eye_reach, -1);
           row <= std::min(std::max(y, y2) + eye_reach, search_tile); ++row) {
        add_weights(ink, row, column, y, x, y2, x2, factors);
        if (std::abs(row - y) <= 1) find_costs(ink, row, column);
      }
    }
  }

  void set(std::size_t ink, int y, int x, int s) {
    errors(ink, y)[x] = static_cast<std::int16_t>(errors(ink, y)[x] + s * search_step);
    dots(y, x) ^= static_cast<std::uint8_t>(1U << ink);
  }

  // Adds what a change makes of a vector of sums.
  HWY_INLINE void add_weights(std::size_t ink, int row, int column, int y, int x, int y2, int x2,
                              const hn::Vec<Sums> (&factors)[1 + light_colors]) {
    const Sums d;
    const int at = place(row, column + first_column);
    const int from = column + first_column + weights_before;
    const auto weights = hn::Or(hn::LoadU(d, words_.weights[std::abs(row - y)].data() + from - x),
                                hn::LoadU(d, words_.upper_weights[std::abs(row - y2)].data() + from - x2));
    hn::Store(add_dot(hn::Load(d, seen_[ink] + at), weights, factors[0]), d, seen_[ink] + at);
    for_each_step<light_colors>([&](auto color) __attribute__((always_inline)) {
      hn::Store(add_dot(hn::Load(d, seen_light_[color] + at), weights, factors[1 + color]), d, seen_light_[color] + at);
    });
  }

  const EyeTable& eye_;
  const SearchWords& words_;
  std::span<const TileAround> around_;
  std::span<const std::size_t> order_;
  TileLight pixels_;
  std::size_t sets_ = 1;                                                 // of dots in a pixel
  std::array<std::array<int, light_colors>, 1U << max_together> light_;  // of each set of dots
  std::array<std::int32_t, 1U << max_together> taken_;  // of each set of dots, by the ink that is visited
  // Of the ink that is visited, in each place: the costs, W in two words, Σ W²·c(0, 0), and the least that W adds to
  // the cost of a swap.
  alignas(64) std::int32_t ink_[places];
  alignas(64) std::int32_t paper_[places];
  alignas(64) std::int32_t red_green_[places];
  alignas(64) std::int32_t blue_[places];
  alignas(64) std::int32_t light_alone_[places];
  alignas(64) std::int32_t least_light_[places];
  alignas(64) std::int32_t seen_light_[light_colors][places];  // S
  alignas(64) std::int32_t seen_[max_together][places];        // E
};

void run_inks_tile(const SearchEffort& effort, std::span<const Shade> shades, std::span<const TileAround> around) {
  const InkOrder order(shades, around);
  if (order.inks().empty()) return;
  InksTile tile(effort.eye, shades, around, order.inks());
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    if (!tile.sweep()) return;
  }
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run_inks_tile);

void search_inks_in_tile(const SearchEffort& effort, std::span<const Shade> shades,
                         std::span<const TileAround> around) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(run_inks_tile)(effort, shades, around);
}

}  // namespace platerip::halftone::cpu
#endif
