// dbs with drop sizes: the search of search.h on plates whose levels are unevenly spaced, or mixed (drops.h), and of
// all inks with more than two levels that are searched together (inks_together.h). It moves drops of any size, and
// keeps how often each is used, so that tones near a level stay mixed. Nothing here throws, except SearchLadder's
// constructor.
//
// The plate to begin with is that of tone_ladder.h, whose ladder has V_k and, for a pixel, X. A pixel may print the
// levels that this plate may have there with any mask: from the level of mask 0, to that of mask 255 or, if that one's
// class is not 0, to the level above. These are the two levels around the amount, or the amount's level alone; near an
// inner level that is mixed, up to three. Samples of 16 bits may have more: while there are, the lowest or the highest
// is left out, the one further from X, and of equal ones the highest.
//
// Amounts are in 1020ths of the greatest step D of the ladder, with divisions that round down:
//
//     v_k = (1020·V_k + D div 2) div D        the levels
//     x   = (1020·X + D div 2) div D          what the pixel should have
//     e   = v_level − x                       its error; 0 outside the page
//
// So the eye compares with the amount itself, and not with the displaced one. c and E are those of search.h. To visit a
// pixel that may print several levels is to make the change that lowers the sum of e·e'·c most. Let δ be what the pixel
// prints more than before, negative for less. The changes are
//
//     a toggle, if the pixel is toggled: it prints its other level       δ²·c(0, 0) / 2 + δ·E
//     an exchange with a neighbour: they print each other's level,
//     if each may                                                        δ²·(c(0, 0) − c(dy, dx)) + δ·(E − E')
//
// The number on the right is half of what the change adds to the sum. The lowest wins as in search.h. A pixel is
// toggled if its amount is not displaced (g = 0), it may print two levels k and k + 1, and 1020·(x − v_k) is 64 to 956
// times v_{k+1} − v_k. So toggles do not change how drops are mixed. Tiles, sweeps, rounds and strips are those of
// search.h. On evenly spaced levels that are not mixed, the changes are those of search.h, but for pixels with
// different levels around their amounts.
//
// Bounds. A step W_k is at most D, so one of v_k is at most 1020. x lies between the v of a pixel's lowest and highest
// level, because rounding keeps the order; these are at most two steps apart. Hence |e| <= 2040, |E| <= 2040·sum < 2^27
// and |δ| <= 2040, so the numbers on the right are less than 2^33 + 2^39. The factor |δ| can be left out where only
// their sign counts: |δ|·(c(0, 0) − c) + s·(E − E') is less than 2^29, where s is the sign of δ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/halftone.h"
#include "halftone/search.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone {

/// The most levels above its lowest that a pixel may print, and the greatest error, of either sign.
inline constexpr int most_raised = 2;
inline constexpr int largest_drop_error = most_raised * search_step;
static_assert(std::int64_t{largest_drop_error} * most_eye_sum < 1 << 27);

/// Whether the search of a plane has the pixels of this file. Otherwise its levels are evenly spaced and not mixed, and
/// it is not searched together with others. `levels`: of the plate.
bool searches_drops(const PlaneSettings& plane, int levels);

/// Which levels a pixel may print, and the one that it prints.
struct DropPixel {
  int lowest = 0;
  int raised = 0;  ///< levels above the lowest that it may print, 0 to most_raised
  int level = 0;
  bool toggled = false;  ///< only with raised = 1

  [[nodiscard]] constexpr bool may_print(int other) const { return other >= lowest && other <= lowest + raised; }
};

// A pixel as a byte: its lowest level, plus 16 times 0 if it is toggled, 3 if raised is 0, raised otherwise; plus 64
// times the levels above the lowest that it prints. Outside the page the byte is 255: a pixel that may print one level,
// and prints none that any pixel may.
constexpr std::uint8_t byte_of(const DropPixel& pixel) {
  const int kind = pixel.toggled ? 0 : pixel.raised == 0 ? 3 : pixel.raised;
  return static_cast<std::uint8_t>(pixel.lowest + 16 * kind + 64 * (pixel.level - pixel.lowest));
}
constexpr DropPixel drop_pixel(std::uint8_t byte) {
  const int kind = byte / 16 % 4, lowest = byte % 16;
  return {.lowest = lowest, .raised = kind == 0 ? 1 : kind % 3, .level = lowest + byte / 64, .toggled = kind == 0};
}
static_assert(drop_pixel(255).raised == 0 && drop_pixel(255).level > max_levels);

/// The levels of an ink, and how its samples become amounts. Thread-safe.
class SearchLadder {
 public:
  /// Precondition: the drops pass check() for plates of `levels` levels, more than 2. Throws std::bad_alloc.
  SearchLadder(const Drops& drops, int levels);

  /// The levels of the ink, and v of each.
  [[nodiscard]] int levels() const { return ladder_.levels; }
  [[nodiscard]] int value(int level) const { return values_.data()[level]; }

  struct Amount {
    std::int16_t value;  ///< x
    DropPixel pixel;     ///< its level is its lowest
  };
  /// The amount of a sample of `bits` bits.
  [[nodiscard]] Amount operator()(int sample, int bits) const {
    return bits == 8 ? of_bytes_.data()[sample] : amount(sample, 65535);
  }

  /// Whether a pixel and its error are possible.
  [[nodiscard]] bool has(const DropPixel& pixel, int error) const;

 private:
  [[nodiscard]] int in_search_steps(int amount) const;
  [[nodiscard]] Amount amount(int sample, int max) const;

  ToneLadder ladder_;
  std::array<int, max_levels> values_{};
  std::array<Amount, 256> of_bytes_;
};

// The state between strips of a plane is that of search.h; in the place of levels below amounts are the bytes of
// pixels. This is version 3 of the layout.
inline constexpr int drops_boundary_version = 3;

}  // namespace platerip::halftone
