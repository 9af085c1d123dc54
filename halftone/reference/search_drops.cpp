#include "halftone/reference/search_drops.h"

#include "halftone/reference/neighbours.h"
#include "halftone/search/eye_sums.h"

namespace platerip::halftone::reference {
namespace {

// A tile, whose first pixel is at row 0 and column 0, and the pixels around it.
class DropsTile {
 public:
  DropsTile(const EyeTable& eye, const SearchLadder& ladder, const TileAround& around)
      : eye_(eye), ladder_(ladder), around_(around), seen_(eye, around.errors) {}

  // Returns whether the pixel was changed.
  bool visit(int y, int x) {
    const DropPixel own = pixel(y, x);
    if (own.raised == 0) return false;
    std::int64_t lowest = 0;
    Offset to;  // no offset: a toggle
    if (own.toggled) {
      const std::int64_t more = ladder_.value(toggled(own)) - ladder_.value(own.level);
      lowest = std::min(lowest, more * more * (eye_(0, 0) / 2) + more * seen_(y, x));
    }
    for (const Offset& each : neighbours) {
      const DropPixel other = pixel(y + each.dy, x + each.dx);
      if (!own.may_print(other.level) || !other.may_print(own.level)) continue;
      const std::int64_t more = ladder_.value(other.level) - ladder_.value(own.level);
      const std::int64_t change =
          more * more * (eye_(0, 0) - eye_(each.dy, each.dx)) + more * (seen_(y, x) - seen_(y + each.dy, x + each.dx));
      if (change >= lowest) continue;
      lowest = change;
      to = each;
    }
    if (lowest == 0) return false;
    const bool is_exchange = to.dy != 0 || to.dx != 0;
    print(y, x, is_exchange ? pixel(y + to.dy, x + to.dx).level : toggled(own));
    if (is_exchange) print(y + to.dy, x + to.dx, own.level);
    return true;
  }

 private:
  static int toggled(const DropPixel& pixel) { return 2 * pixel.lowest + 1 - pixel.level; }

  [[nodiscard]] std::uint8_t& byte(int y, int x) const { return around_.pixels.data()[y + tile_halo][x]; }
  [[nodiscard]] DropPixel pixel(int y, int x) const { return drop_pixel(byte(y, x)); }

  void print(int y, int x, int level) {
    DropPixel changed = pixel(y, x);
    const int more = ladder_.value(level) - ladder_.value(changed.level);
    changed.level = level;
    byte(y, x) = byte_of(changed);
    std::int16_t& error = around_.errors.data()[y + tile_halo][x];
    error = static_cast<std::int16_t>(error + more);
    seen_.add(y, x, more);
  }

  const EyeTable& eye_;
  const SearchLadder& ladder_;
  const TileAround& around_;
  EyeSums seen_;
};

}  // namespace

void search_drops_in_tile(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around) {
  DropsTile tile(table_of(effort.eye), ladder, around);
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    bool changed = false;
    for (int y = 0; y < search_tile; ++y) {
      for (int x = 0; x < search_tile; ++x) changed = tile.visit(y, x) || changed;
    }
    if (!changed) return;  // later sweeps would change nothing either
  }
}

}  // namespace platerip::halftone::reference
