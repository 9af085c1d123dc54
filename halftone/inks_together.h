// Inks searched together: dbs for all planes of a page that have a shade. It spreads the dots of each ink, and the
// light that all of them leave, which depends on where they meet. On average inks overlap about as often as M. E.
// Demichel's equations (1924) predict, so ICC profiles stay valid. After A. U. Agar and J. P. Allebach, "Model-based
// color halftoning using direct binary search", IEEE Trans. Image Processing 14, 2005. Only for plates of two levels.
// Nothing here throws.
//
// search.h defines errors, tiles, rounds and sweeps. An ink's shade is the part of the light that its dots take, in
// 256ths. Light passes the inks one after the other, in the order of the planes:
//
//     light  = 256; for each ink with a dot: light −= (light·shade + 128) >> 8
//     aim    = 2^20; for each ink: aim −= (aim·shade·amount + 130560) div 261120
//     d      = ((aim + 512) >> 10) − 4·light     what the pixel is too dark, in 1024ths of paper; 0 outside the page
//     S(y, x) = Σ c(dy, dx)·d(y + dy, x + dx)
//
// `amount` is 0 for paper and 1020 for solid. The eye sees the sum of e·e'·c over all pairs of pixels of each ink, and
// the sum of d·d'·c. To visit a pixel in an ink is to make the change of this ink's dots that lowers these sums most. W
// is how much less light there is with this ink's dot than without it, W' the same for the neighbour; the other inks'
// dots stay. Let s be as in search.h, and
//
//     P(y, x) = E(y, x) + W·(S(y, x) >> 8)
//
// The changes are those of search.h, and they add
//
//     a toggle     510·c(0, 0) + (W²·c(0, 0) >> 7) + s·P
//     a swap       1020·(c(0, 0) − c(dy, dx)) + (((W² + W'²)·c(0, 0) − 2·W·W'·c(dy, dx)) >> 7) + s·(P − P')
//
// The lowest of these numbers wins as in search.h. A sweep visits all pixels of the tile in the first ink, then in the
// second, and so on. The order of tiles, rounds and strips is that of search.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "halftone/search.h"

namespace platerip::halftone {

/// The most planes that are searched together.
inline constexpr std::size_t max_together = 8;

/// All light.
inline constexpr int whole_shade = 256;

/// The shade of an ink by its name, as find_ink() in rip/ takes it.
struct NamedShade {
  std::string_view ink;
  int shade;
};

/// The inks that are searched together: 1 − Y/Y of paper, for the lightness of the solids of ISO 12647-2:2004 on coated
/// paper (FOGRA39), which is 16, 55, 48 and 89, and 95 for paper.
inline constexpr std::array ink_shades{
    NamedShade{.ink = "K", .shade = 250},
    NamedShade{.ink = "Cyan", .shade = 189},
    NamedShade{.ink = "Magenta", .shade = 207},
    NamedShade{.ink = "Yellow", .shade = 39},
};

/// PlaneBoundary::version of planes that are searched together. The layout is that of search.h.
inline constexpr int together_boundary_version = 2;

// Proof of the bounds. Light and aim lie between nothing and paper, so |d| <= 1024 and |S| <= 1024·sum < 2^27. Then
// W·(S >> 8) is at most 2^27, like E, and the numbers compared are less than 2^30.
static_assert(std::int64_t{1024} * nasanen_450.sum() < 1 << 27);
static_assert(std::int64_t{2} * whole_shade * whole_shade * nasanen_450(0, 0) < 1 << 29);

}  // namespace platerip::halftone
