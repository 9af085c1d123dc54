#include "halftone/cpu/search/search_drops.h"

#include <algorithm>

#include "base/simd.h"
#include "halftone/cpu/search/search_words.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/search/search_drops.cpp"
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
void run_drops_tile(const SearchEffort&, const SearchLadder&, const TileAround&) {}

#else

// Rows of numbers begin at column −1 of the tile and have 48 columns. Only the first 34 are used. Column 0 is at an
// aligned place.
constexpr int stride = 64;
constexpr std::size_t places = std::size_t{search_tile + 2} * stride;
static constexpr int place(int y, int x) {
  return (y + 1) * stride + 16 + x;
}

struct Offset {
  int dy;
  int dx;
};
constexpr std::array<Offset, 8> neighbours{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

class DropsTile {
 public:
  DropsTile(Eye eye, const SearchLadder& ladder, const TileAround& around)
      : eye_(table_of(eye)), words_(words_of(eye)), around_(around) {
    for (int y = -1; y <= search_tile; ++y) {
      for (int x = -1; x <= search_tile; ++x) load(ladder, y, x);
    }
    sum_tile(
        words_, around.errors, [&](int y, int column, hn::Vec<Sums> sums) __attribute__((always_inline)) {
          if (y <= search_tile) hn::StoreU(sums, Sums(), seen_ + place(y, column + first_column));
        });
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
  [[nodiscard]] std::uint8_t& byte(int y, int x) const { return around_.pixels.data()[y + tile_halo][x]; }

  void load(const SearchLadder& ladder, int y, int x) {
    const int at = place(y, x);
    toggled_[at] = 0;
    if (byte(y, x) == off_page) {  // nothing may be printed here, and no pixel may print this
      prints_[at] = -1;
      least_[at] = 1;
      most_[at] = 0;
      return;
    }
    const DropPixel pixel = drop_pixel(byte(y, x));
    prints_[at] = ladder.value(pixel.level);
    least_[at] = ladder.value(pixel.lowest);
    most_[at] = ladder.value(pixel.lowest + pixel.raised);
    if (pixel.toggled) toggled_[at] = least_[at] + most_[at];
  }

  // The lanes of a pixel's row, in which a change of δ with these costs lowers the sum: |δ|·(c(0, 0) − c) + s·E < 0.
  [[nodiscard]] static HWY_INLINE hn::Mask<Sums> is_lower(hn::Vec<Sums> more, std::int32_t weight, hn::Vec<Sums> seen) {
    const Sums d;
    const auto zero = hn::Zero(d);
    const auto signed_seen = hn::IfThenElse(hn::Lt(more, zero), hn::Neg(seen), seen);
    const auto cost = hn::Add(hn::Mul(hn::Abs(more), hn::Set(d, weight)), signed_seen);
    return hn::And(hn::Lt(cost, zero), hn::Ne(more, zero));
  }

  // The lanes whose values may not be printed.
  [[nodiscard]] static HWY_INLINE hn::Mask<Sums> is_out(hn::Vec<Sums> value, hn::Vec<Sums> least, hn::Vec<Sums> most) {
    return hn::Or(hn::Lt(value, least), hn::Gt(value, most));
  }

  // The lanes in which some change lowers the sum.
  [[nodiscard]] HWY_INLINE hn::Mask<Sums> has_change(int at) const {
    const Sums d;
    const auto prints = hn::Load(d, prints_ + at), least = hn::Load(d, least_ + at), most = hn::Load(d, most_ + at);
    const auto seen = hn::Load(d, seen_ + at), toggled = hn::Load(d, toggled_ + at);
    const auto zero = hn::Zero(d);
    const auto other = hn::Sub(toggled, hn::Add(prints, prints));
    auto any = hn::AndNot(hn::Eq(toggled, zero), is_lower(other, eye_(0, 0) / 2, seen));
    for (const Offset& each : neighbours) {
      const int to = at + each.dy * stride + each.dx;
      const auto theirs = hn::LoadU(d, prints_ + to);
      const auto lower = is_lower(hn::Sub(theirs, prints), eye_(0, 0) - eye_(each.dy, each.dx),
                                  hn::Sub(seen, hn::LoadU(d, seen_ + to)));
      const auto mine_is_out = is_out(prints, hn::LoadU(d, least_ + to), hn::LoadU(d, most_ + to));
      any = hn::Or(any, hn::AndNot(hn::Or(mine_is_out, is_out(theirs, least, most)), lower));
    }
    return any;
  }

  // Visits the pixels of one vector from the left. Almost always there is nothing to change in any of them.
  HWY_INLINE bool visit_lanes(int y, int x) {
    const Sums d;
    const auto lane = hn::Iota(d, 0);
    int next = 0;
    while (next < lanes) {
      const auto rest = hn::Gt(lane, hn::Set(d, next - 1));
      const auto found = hn::FindFirstTrue(d, hn::And(has_change(place(y, x)), rest));
      if (found < 0) break;
      make_change(y, x + static_cast<int>(found));
      next = static_cast<int>(found) + 1;
    }
    return next > 0;
  }

  // Makes the change of a pixel that lowers the sum most. Precondition: one does.
  void make_change(int y, int x) {
    const int at = place(y, x);
    std::int64_t lowest = 0;
    Offset best{0, 0};
    if (toggled_[at] != 0) {
      const std::int64_t more = toggled_[at] - 2 * prints_[at];
      lowest = std::min(lowest, more * more * (eye_(0, 0) / 2) + more * seen_[at]);
    }
    for (const Offset& each : neighbours) {
      const int to = at + each.dy * stride + each.dx;
      if (!may_print(at, prints_[to]) || !may_print(to, prints_[at])) continue;
      const std::int64_t more = prints_[to] - prints_[at];
      const std::int64_t cost = more * more * (eye_(0, 0) - eye_(each.dy, each.dx)) + more * (seen_[at] - seen_[to]);
      if (cost >= lowest) continue;
      lowest = cost;
      best = each;
    }
    if (best.dy == 0 && best.dx == 0) return toggle(y, x);
    exchange(y, x, y + best.dy, x + best.dx);
  }

  [[nodiscard]] bool may_print(int at, std::int32_t value) const { return value >= least_[at] && value <= most_[at]; }

  void toggle(int y, int x) {
    DropPixel pixel = drop_pixel(byte(y, x));
    pixel.level = 2 * pixel.lowest + 1 - pixel.level;
    print(y, x, pixel, toggled_[place(y, x)] - prints_[place(y, x)]);
  }

  void exchange(int y, int x, int to_y, int to_x) {
    DropPixel here = drop_pixel(byte(y, x)), there = drop_pixel(byte(to_y, to_x));
    std::swap(here.level, there.level);
    const std::int32_t own = prints_[place(y, x)];
    print(y, x, here, prints_[place(to_y, to_x)]);
    print(to_y, to_x, there, own);
  }

  // The pixel now prints this value, which is its level's.
  void print(int y, int x, const DropPixel& pixel, std::int32_t value) {
    std::int32_t& prints = prints_[place(y, x)];
    const std::int32_t more = value - prints;
    prints = value;
    byte(y, x) = byte_of(pixel);
    std::int16_t& error = around_.errors.data()[y + tile_halo][x];
    error = static_cast<std::int16_t>(error + more);
    const int begin = std::clamp(x - eye_reach, first_column, first_column + 48 - 32);
    const int end = std::min(y + eye_reach, search_tile);
    const Sums d;
    for (int row = std::max(y - eye_reach, -1); row <= end; ++row) {
      const auto& weights = words_.weights[static_cast<std::size_t>(row < y ? y - row : row - y)];
      const std::int32_t* from = weights.data() + (begin - x + weights_before);
      std::int32_t* seen = seen_ + place(row, begin);
      for (int i = 0; i < 32; i += lanes)
        hn::StoreU(add_dot(hn::LoadU(d, seen + i), hn::LoadU(d, from + i), hn::Set(d, more)), d, seen + i);
    }
  }

  const EyeTable& eye_;
  const SearchWords& words_;
  const TileAround& around_;
  alignas(64) std::int32_t seen_[places];     // E
  alignas(64) std::int32_t prints_[places];   // v of what the pixel prints
  alignas(64) std::int32_t least_[places];    // v of the lowest level that it may print
  alignas(64) std::int32_t most_[places];     // v of the highest
  alignas(64) std::int32_t toggled_[places];  // the sum of both if the pixel is toggled, or 0
};

bool can_change(const TileAround& around) {
  for (int y = 0; y < search_tile; ++y) {
    for (int x = 0; x < search_tile; ++x)
      if (drop_pixel(around.pixels.data()[y + tile_halo][x]).raised > 0) return true;
  }
  return false;
}

void run_drops_tile(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around) {
  if (!can_change(around)) return;
  DropsTile tile(effort.eye, ladder, around);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    if (!tile.sweep()) return;
  }
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run_drops_tile);

void search_drops_in_tile(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(run_drops_tile)(effort, ladder, around);
}

}  // namespace platerip::halftone::cpu
#endif
