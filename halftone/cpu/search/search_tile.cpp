#include "halftone/cpu/search/search_tile.h"

#include <algorithm>

#include "base/simd.h"
#include "halftone/cpu/search/search_window.h"
#include "halftone/cpu/search/search_words.h"
#include "halftone/search/window_tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/search/search_tile.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/search/eye_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void run_tile(const SearchEffort&, const TileErrors&) {}  // no vectors: wavefront_supported() says so

#else

// Rows of sums begin at column −1 of the tile and have 48 columns. Only the first 34 are used. Column 0 is at an
// aligned place.
constexpr int sums_stride = 64;
constexpr int sums_columns = 48;
static constexpr int place(int y, int x) {
  return (y + 1) * sums_stride + 16 + x;
}

// The cost of an impossible change, greater than the cost of any change. The sum of two of these and a cost fits 32
// bits.
constexpr std::int32_t never = 1 << 29;

struct Neighbour {
  int dy;
  int dx;
};
constexpr std::array<Neighbour, 8> neighbours{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

class Tile {
 public:
  Tile(Eye eye, const TileErrors& errors) : eye_(table_of(eye)), words_(words_of(eye)), errors_(errors) {
    sum_tile(
        words_, errors, [&](int y, int column, hn::Vec<Sums> sums) __attribute__((always_inline)) {
          if (y <= search_tile) set_costs(y, column, sums);
        });
    for (int y = 0; y < search_tile; ++y) set_toggles(y);
  }

  // Visits all pixels. Returns whether one was changed.
  bool sweep() {
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; x += lanes) changed = visit_lanes(y, x) || changed;
    }
    return changed;
  }

 private:
  [[nodiscard]] std::int16_t* errors(int y) const { return errors_[static_cast<std::size_t>(y + tile_halo)]; }

  void set_costs(int y, int column, hn::Vec<Sums> sums) {
    const Sums d;
    const int x = column + first_column;
    const auto error = hn::PromoteTo(d, hn::LoadU(HalfErrors(), errors(y) + x));
    const auto zero = hn::Zero(d), large = hn::Set(d, never);
    hn::StoreU(hn::Add(sums, hn::IfThenZeroElse(hn::Lt(error, zero), large)), d, ink_ + place(y, x));
    hn::StoreU(hn::Sub(hn::IfThenZeroElse(hn::Gt(error, zero), large), sums), d, paper_ + place(y, x));
  }

  void set_toggles(int y) {
    const Sums d;
    const auto middle = hn::Set(d, search_step / 2), reach = hn::Set(d, search_step / 2 - least_toggled);
    for (int x = 0; x < search_tile; x += lanes) {
      const auto size = hn::Abs(hn::PromoteTo(d, hn::LoadU(HalfErrors(), errors(y) + x)));
      const auto fixed = hn::Gt(hn::Abs(hn::Sub(size, middle)), reach);
      hn::StoreU(hn::IfThenElse(fixed, hn::Set(d, never), hn::Set(d, search_step / 2 * eye_(0, 0))), d,
                 toggle_ + y * search_tile + x);
    }
  }

  // The cost of a swap with a neighbour, without the costs of the two pixels.
  [[nodiscard]] std::int32_t swap(int dy, int dx) const { return search_step * (eye_(0, 0) - eye_(dy, dx)); }

  // The lowest cost of a swap with a neighbour: the cost of the neighbour and of the swap.
  [[nodiscard]] HWY_INLINE hn::Vec<Sums> lowest_around(const std::int32_t* costs) const {
    const Sums d;
    const auto at = [&](int dy, int dx) HWY_ATTR { return hn::LoadU(d, costs + dy * sums_stride + dx); };
    const auto sides = hn::Min(hn::Min(at(-1, 0), at(1, 0)), hn::Min(at(0, -1), at(0, 1)));
    const auto corners = hn::Min(hn::Min(at(-1, -1), at(-1, 1)), hn::Min(at(1, -1), at(1, 1)));
    return hn::Min(hn::Add(sides, hn::Set(d, swap(0, 1))), hn::Add(corners, hn::Set(d, swap(1, 1))));
  }

  // Visits the pixels of one vector from the left. Almost always there is nothing to change in any of them.
  HWY_INLINE bool visit_lanes(int y, int x) {
    const Sums d;
    const auto lane = hn::Iota(d, 0);
    int next = 0;
    while (next < lanes) {
      const std::int32_t* ink = ink_ + place(y, x);
      const std::int32_t* paper = paper_ + place(y, x);
      const auto own_ink = hn::Load(d, ink), own_paper = hn::Load(d, paper);
      const auto swaps = hn::Min(hn::Add(own_ink, lowest_around(paper)), hn::Add(own_paper, lowest_around(ink)));
      const auto toggles = hn::Add(hn::Min(own_ink, own_paper), hn::Load(d, toggle_ + y * search_tile + x));
      const auto lower = hn::Lt(hn::Min(swaps, toggles), hn::Zero(d));
      const auto found = hn::FindFirstTrue(d, hn::And(lower, hn::Gt(lane, hn::Set(d, next - 1))));
      if (found < 0) break;
      make_change(y, x + static_cast<int>(found));
      next = static_cast<int>(found) + 1;
    }
    return next > 0;
  }

  // Makes the change of a pixel that lowers the error most. Precondition: one does.
  void make_change(int y, int x) {
    const bool gets_ink = errors(y)[x] < 0;
    const int here = place(y, x);
    const std::int32_t own = (gets_ink ? ink_ : paper_)[here];
    const std::int32_t* others = (gets_ink ? paper_ : ink_) + here;
    std::int32_t lowest = own + toggle_[y * search_tile + x];
    Neighbour to{0, 0};
    if (lowest >= 0) lowest = 0;
    for (const Neighbour& each : neighbours) {
      const std::int32_t cost = own + others[each.dy * sums_stride + each.dx] + swap(each.dy, each.dx);
      if (cost >= lowest) continue;
      lowest = cost;
      to = each;
    }
    change(y, x, gets_ink);
    if (to.dy != 0 || to.dx != 0) change(y + to.dy, x + to.dx, !gets_ink);
  }

  void change(int y, int x, bool gets_ink) {
    std::int16_t& error = errors(y)[x];
    error = static_cast<std::int16_t>(error + (gets_ink ? search_step : -search_step));
    const int begin = std::clamp(x - eye_reach, first_column, first_column + sums_columns - 32);
    const int end = std::min(y + eye_reach, search_tile);
    for (int row = std::max(y - eye_reach, -1); row <= end; ++row) {
      const auto& weights = words_.weights[static_cast<std::size_t>(row < y ? y - row : row - y)];
      const std::int32_t* from = weights.data() + (begin - x + weights_before);
      std::int32_t* more = (gets_ink ? ink_ : paper_) + place(row, begin);
      std::int32_t* less = (gets_ink ? paper_ : ink_) + place(row, begin);
      const Sums d;
      for (int i = 0; i < 32; i += lanes) {
        const auto by = add_dot(hn::Zero(d), hn::LoadU(d, from + i), hn::Set(d, search_step));
        hn::StoreU(hn::Add(hn::LoadU(d, more + i), by), d, more + i);
        hn::StoreU(hn::Sub(hn::LoadU(d, less + i), by), d, less + i);
      }
    }
    ink_[place(y, x)] += gets_ink ? never : -never;
    paper_[place(y, x)] += gets_ink ? -never : never;
  }

  const EyeTable& eye_;
  const SearchWords& words_;
  const TileErrors& errors_;
  // The cost of giving ink to a pixel, s·E, and the cost of making it paper. `never` is added where this is not
  // possible.
  alignas(64) std::int32_t ink_[(search_tile + 2) * sums_stride];
  alignas(64) std::int32_t paper_[(search_tile + 2) * sums_stride];
  alignas(64) std::int32_t toggle_[search_tile * search_tile];  // 510·c(0, 0), or `never`
};

void run_tile(const SearchEffort& effort, const TileErrors& errors) {
  if (!has_errors(errors)) return;
  Tile tile(effort.eye, errors);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    if (!tile.sweep()) return;
  }
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run_tile);

void search_in_tile(const SearchMethod& method, const SearchEffort& effort, const TileAround& around) {
  choose_simd();
  if (method.moves != Moves::toggles_and_swaps) return search_windows(method, effort.sweeps, find_pattern, around);
  HWY_DYNAMIC_DISPATCH(run_tile)(effort, around.errors);
}

}  // namespace platerip::halftone::cpu
#endif
