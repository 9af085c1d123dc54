#include "halftone/cpu/search/search_inks.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/simd.h"
#include "halftone/cpu/search/search_words.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/search/search_inks.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/search/eye_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// no vectors: wavefront_supported() says so
void run_inks_tile(const SearchMethod&, int, std::span<const Shade>, std::span<const TileAround>) {}

#else

using HalfErrors = hn::Rebind<std::int16_t, Sums>;
using Real = HWY_CAPPED(double, 8);
using Ints = hn::Rebind<std::int32_t, Real>;

// Rows of sums begin at column −1 of the tile and have 48 columns. Only the first 34 are used.
constexpr int stride = 48;
constexpr std::size_t places = std::size_t{search_tile + 2} * stride;
constexpr int place(int y, int x) {
  return (y + 1) * stride + x + 1;
}

// The cost of an impossible change, greater than the cost of any change. The sum of two of these and a cost fits 32
// bits.
constexpr std::int32_t never = 1 << 29;

struct Offset {
  int dy = 0;
  int dx = 0;
};
constexpr std::array<Offset, 8> neighbours{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

// W, in two words of two numbers; and Σ W².
struct Taken {
  std::int32_t red_green;
  std::int32_t blue;
  std::int32_t squares;

  [[nodiscard]] int red() const { return red_green & 0xFFFF; }
  [[nodiscard]] int green() const { return red_green >> 16; }
};

class InksTile {
 public:
  InksTile(const SearchMethod& method, std::span<const Shade> shades, std::span<const TileAround> around)
      : eye_(*method.eye), words_(words_of(method)), shades_(shades), around_(around) {
    for (std::size_t ink = 0; ink < shades.size(); ++ink) {
      if (has_work(ink)) order_[inks_++] = ink;
    }
    const auto takes = [&](std::size_t ink) { return shades_[ink][0] + shades_[ink][1] + shades_[ink][2]; };
    std::stable_sort(order_.begin(), order_.begin() + inks_,
                     [&](std::size_t a, std::size_t b) { return takes(a) > takes(b); });
    if (inks_ == 0) return;
    for (unsigned dots = 0; dots < 1U << shades.size(); ++dots) light_[dots] = light_of(dots);
    TileErrors dark[light_colors];
    for (std::size_t color = 0; color < light_colors; ++color)
      for (std::size_t row = 0; row < dark[color].size(); ++row) dark[color][row] = dark_[color][row] + dark_margin;
    for (int y = -tile_halo; y < search_tile + tile_halo; ++y) see_row(y, dark);
    for (std::size_t color = 0; color < light_colors; ++color) sum(dark[color], seen_light_[color]);
    for (std::size_t i = 0; i < inks_; ++i) sum(around_[order_[i]].errors, seen_[order_[i]]);
  }

  // Visits all pixels in all inks. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (std::size_t i = 0; i < inks_; ++i) changed = sweep_ink(order_[i]) || changed;
    return changed;
  }

 private:
  [[nodiscard]] std::int16_t* errors(std::size_t ink, int y) const { return around_[ink].errors.data()[y + tile_halo]; }
  std::uint8_t* dots(int y) { return dots_[y + tile_halo] + dark_margin; }

  // Whether a pixel of the tile can change.
  [[nodiscard]] bool has_work(std::size_t ink) const {
    const Errors d;
    auto any = hn::Zero(d);
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; x += 2 * lanes) any = hn::Or(any, hn::LoadU(d, errors(ink, y) + x));
    }
    return !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
  }

  [[nodiscard]] std::array<int, light_colors> light_of(unsigned dots) const {
    std::array<int, light_colors> light{whole_shade, whole_shade, whole_shade};
    for (std::size_t ink = 0; ink < shades_.size(); ++ink) {
      if ((dots >> ink & 1) == 0) continue;
      for (std::size_t color = 0; color < light_colors; ++color)
        light[color] -= (light[color] * shades_[ink][color] + 128) >> 8;
    }
    return light;
  }

  // Finds the dots and d of a row.
  void see_row(int y, const TileErrors (&dark)[light_colors]) {
    const Real real;
    const Ints ints;
    const hn::Rebind<std::int16_t, Real> shorts;
    const hn::Rebind<std::uint8_t, Real> bytes;
    const std::size_t row = static_cast<std::size_t>(y + tile_halo);
    const auto magic = hn::Set(real, 6755399441055744.0);  // 1.5·2^52: rounds what is added to it
    const auto part = hn::Set(real, 1.0 / (whole_shade * search_step));
    for (int x = -tile_halo; x < search_tile + tile_halo; x += static_cast<int>(hn::MaxLanes(real))) {
      auto set = hn::Zero(ints);
      hn::Vec<Real> aim[light_colors];
      hn::Vec<Ints> light[light_colors];
      for (std::size_t color = 0; color < light_colors; ++color) {
        aim[color] = hn::Set(real, 1 << 20);
        light[color] = hn::Set(ints, whole_shade);
      }
      const auto off =
          hn::Eq(hn::PromoteTo(ints, hn::LoadU(bytes, around_[0].below[row] + x)), hn::Set(ints, off_page));
      for (std::size_t ink = 0; ink < shades_.size(); ++ink) {
        const auto error = hn::PromoteTo(ints, hn::LoadU(shorts, around_[ink].errors[row] + x));
        const auto below = hn::PromoteTo(ints, hn::LoadU(bytes, around_[ink].below[row] + x));
        const auto dot = hn::Gt(hn::Max(error, below), hn::Zero(ints));
        const auto amount = hn::PromoteTo(real, hn::Sub(hn::IfThenElseZero(dot, hn::Set(ints, search_step)), error));
        set = hn::Or(set, hn::IfThenElseZero(dot, hn::Set(ints, 1 << ink)));
        for (std::size_t color = 0; color < light_colors; ++color) {
          const int shade = shades_[ink][color];
          const auto product = hn::MulAdd(hn::Mul(aim[color], hn::Set(real, shade)), amount, hn::Set(real, 0.5));
          aim[color] = hn::Sub(aim[color], hn::Sub(hn::MulAdd(product, part, magic), magic));
          const auto less = hn::ShiftRight<8>(add_dot(hn::Set(ints, 128), light[color], hn::Set(ints, shade)));
          light[color] = hn::Sub(light[color], hn::IfThenElseZero(dot, less));
        }
      }
      hn::StoreU(hn::DemoteTo(bytes, hn::IfThenZeroElse(off, set)), bytes, dots(y) + x);
      for (std::size_t color = 0; color < light_colors; ++color) {
        const auto target = hn::ShiftRight<12>(hn::Add(hn::DemoteTo(ints, aim[color]), hn::Set(ints, 2048)));
        const auto d = hn::IfThenZeroElse(off, hn::Sub(target, light[color]));
        hn::StoreU(hn::DemoteTo(shorts, d), shorts, dark[color][row] + x);
      }
    }
  }

  void sum(const TileErrors& errors, std::int32_t* to) const {
    sum_tile(
        words_, errors, [&](int y, int column, hn::Vec<Sums> sums) __attribute__((always_inline)) {
          if (y <= search_tile) hn::Store(sums, Sums(), to + place(y, column + first_column));
        });
  }

  bool sweep_ink(std::size_t ink) {
    for (unsigned dots = 0; dots < 1U << shades_.size(); ++dots) {
      const unsigned dot = 1U << ink;
      const auto &without = light_[dots & ~dot], &with = light_[dots | dot];
      const int red = without[0] - with[0], green = without[1] - with[1], blue = without[2] - with[2];
      taken_[dots] = {red | green << 16, blue, red * red + green * green + blue * blue};
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
    const std::uint8_t* set = dots(y);
    for (int x = -1; x <= search_tile; ++x) {
      const Taken& taken = taken_[set[x]];
      red_green_[place(y, x)] = taken.red_green;
      blue_[place(y, x)] = taken.blue;
    }
    for (int column = 0; column < search_tile + 2; column += lanes) find_costs(ink, y, column);
  }

  // Finds the costs of a vector of pixels: s·P + least_light, for either s.
  HWY_INLINE void find_costs(std::size_t ink, int y, int column) {
    const Sums d;
    const int at = place(y, column + first_column);
    const auto red_green = hn::Load(d, red_green_ + at), blue = hn::Load(d, blue_ + at);
    const auto red = hn::ShiftRight<9>(hn::Load(d, seen_light_[0] + at));
    const auto green = hn::ShiftLeft<7>(hn::Load(d, seen_light_[1] + at));
    const auto both = hn::BitCast(d, hn::OddEven(hn::BitCast(Errors(), green), hn::BitCast(Errors(), red)));
    auto pull = add_dot(hn::Load(d, seen_[ink] + at), both, red_green);
    pull = add_dot(pull, hn::ShiftRight<9>(hn::Load(d, seen_light_[2] + at)), blue);
    const auto squares = add_dot(add_dot(hn::Zero(d), red_green, red_green), blue, blue);
    const auto least = hn::ShiftRight<10>(hn::Mul(squares, hn::Set(d, apart_least())));
    const auto error = hn::PromoteTo(d, hn::LoadU(HalfErrors(), errors(ink, y) + column + first_column));
    const auto zero = hn::Zero(d), large = hn::Set(d, never);
    hn::Store(hn::IfThenElse(hn::Lt(error, zero), hn::Add(least, pull), large), d, ink_ + at);
    hn::Store(hn::IfThenElse(hn::Gt(error, zero), hn::Sub(least, pull), large), d, paper_ + at);
  }

  [[nodiscard]] int apart_least() const { return eye_(0, 0) - eye_(0, 1); }
  // The least light that a pixel adds to the cost of a swap.
  [[nodiscard]] int least_light(const Taken& taken) const { return (taken.squares * apart_least()) >> 10; }

  // The cost of a swap with a neighbour, without the costs of the two pixels.
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

  // Visits the pixels of one vector from the left. Almost always there is nothing to change in any of them.
  HWY_INLINE bool visit_lanes(std::size_t ink, int y, int x) {
    const Sums d;
    const auto lane = hn::Iota(d, 0);
    auto lower = candidates(y, x);
    bool changed = false;
    for (int next = 0;;) {
      const auto found = hn::FindFirstTrue(d, hn::And(lower, hn::Gt(lane, hn::Set(d, next - 1))));
      if (found < 0) return changed;
      next = static_cast<int>(found) + 1;
      if (!visit(ink, y, x + static_cast<int>(found))) continue;
      changed = true;
      lower = candidates(y, x);
    }
  }

  // Visits a pixel with e ≠ 0. Returns whether it was changed.
  bool visit(std::size_t ink, int y, int x) {
    const int error = errors(ink, y)[x];
    const int here = place(y, x), middle = eye_(0, 0);
    const std::int32_t* own_costs = error < 0 ? ink_ : paper_;
    const std::int32_t* costs = error < 0 ? paper_ : ink_;
    const Taken& w = taken_[dots(y)[x]];
    const std::int32_t own = own_costs[here];
    int lowest = 0;
    Offset to;  // no offset: a toggle
    if (std::abs(error) >= least_toggled && std::abs(error) <= search_step - least_toggled)
      lowest = std::min(lowest, search_step / 2 * middle + (w.squares * middle >> 10) + own - least_light(w));
    for (const Offset& each : neighbours) {
      const std::int32_t least = own + costs[here + each.dy * stride + each.dx] + swap(each.dy, each.dx);
      if (least >= lowest) continue;
      const Taken& w2 = taken_[dots(y + each.dy)[x + each.dx]];
      const int product = w.red() * w2.red() + w.green() * w2.green() + w.blue * w2.blue;
      const int light = ((w.squares + w2.squares) * middle - 2 * product * eye_(each.dy, each.dx)) >> 10;
      const int cost = least - least_light(w) - least_light(w2) + light;
      if (cost >= lowest) continue;
      lowest = cost;
      to = each;
    }
    if (lowest == 0) return false;
    change(ink, y, x, to);
    return true;
  }

  // Toggles a pixel, or swaps it with a neighbour.
  void change(std::size_t ink, int y, int x, Offset to) {
    const bool swaps = to.dy != 0 || to.dx != 0;
    const int y2 = y + to.dy, x2 = x + to.dx, s = errors(ink, y)[x] < 0 ? 1 : -1;
    const Taken &w = taken_[dots(y)[x]], &w2 = taken_[dots(y2)[x2]];
    const auto by = [&](int one, int other) {
      return hn::Set(Sums(), static_cast<std::int32_t>(static_cast<std::uint32_t>(s * one & 0xFFFF) |
                                                       static_cast<std::uint32_t>(swaps ? -s * other : 0) << 16));
    };
    const hn::Vec<Sums> factors[1 + light_colors] = {by(search_step, search_step), by(w.red(), w2.red()),
                                                     by(w.green(), w2.green()), by(w.blue, w2.blue)};
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
    dots(y)[x] ^= static_cast<std::uint8_t>(1U << ink);
  }

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

  static constexpr int dark_margin = 32;

  const EyeTable& eye_;
  const SearchWords& words_;
  std::span<const Shade> shades_;
  std::span<const TileAround> around_;
  std::array<std::size_t, max_together> order_;  // the inks with work, in the order in which a sweep visits them
  std::size_t inks_ = 0;
  std::array<std::array<int, light_colors>, 1U << max_together> light_;  // of each set of dots
  std::array<Taken, 1U << max_together> taken_;  // of each set of dots, by the ink that is visited
  std::uint8_t dots_[search_tile + 2 * tile_halo][search_tile + 2 * dark_margin];
  std::int16_t dark_[light_colors][search_tile + 2 * tile_halo][search_tile + 2 * dark_margin] = {};
  alignas(64) std::int32_t ink_[places];
  alignas(64) std::int32_t paper_[places];
  alignas(64) std::int32_t red_green_[places];
  alignas(64) std::int32_t blue_[places];
  alignas(64) std::int32_t seen_light_[light_colors][places];
  alignas(64) std::int32_t seen_[max_together][places];
};

void run_inks_tile(const SearchMethod& method, int sweeps, std::span<const Shade> shades,
                   std::span<const TileAround> around) {
  InksTile tile(method, shades, around);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (!tile.sweep()) return;
  }
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run_inks_tile);

void search_inks_in_tile(const SearchMethod& method, int sweeps, std::span<const Shade> shades,
                         std::span<const TileAround> around) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(run_inks_tile)(method, sweeps, shades, around);
}

}  // namespace platerip::halftone::cpu
#endif
