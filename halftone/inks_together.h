// Inks searched together: dbs for all planes of a page that have a shade. It spreads the dots of each ink, and also the
// light that all of them leave, which depends on where they meet. The light to aim at is that of inks that meet by
// chance (M. E. Demichel, 1924). So inks still meet nearly as often as ICC profiles expect. After A. U. Agar and J. P.
// Allebach, "Model-based color halftoning using direct binary search", IEEE Trans. Image Processing 14, 2005. Only for
// plates of two levels. Nothing here throws.
//
// search.h defines errors, tiles, rounds and sweeps. An ink's shade is the part of the light that its dots take, in
// 256ths. Light passes the inks one after the other, in the order of the planes. All divisions round down:
//
//     light  = 256; for each ink with a dot: light −= (light·shade + 128) / 256
//     aim    = 2^20; for each ink: aim −= (aim·shade·amount + 130560) / 261120
//     d      = (aim + 1024) / 2048 − 2·light     what the pixel is too dark, in 512ths of paper; 0 outside the page
//     S(y, x) = Σ c(dy, dx)·d(y + dy, x + dx)
//
// `amount` is 0 for paper and 1020 for solid. The eye sees the sum of e·e'·c over all pairs of pixels of each ink, and
// the sum of d·d'·c. A pixel that is wrong by all of its light adds a quarter of what a pixel that is wrong by all of
// its ink adds: with more, black alone has more grain than the plate of `tone`.
//
// To visit a pixel in an ink is to make the change of this ink's dots that lowers these sums most. W is how much less
// light there is with this ink's dot than without it, W' the same for the neighbour; the other inks' dots stay. Let s
// be as in search.h, and
//
//     P(y, x) = E(y, x) + W·(S(y, x) / 512)
//
// The changes are those of search.h, and they add
//
//     a toggle     510·c(0, 0) + W²·c(0, 0) / 512 + s·P
//     a swap       1020·(c(0, 0) − c(dy, dx)) + ((W² + W'²)·c(0, 0) − 2·W·W'·c(dy, dx)) / 512 + s·(P − P')
//
// The lowest of these numbers wins as in search.h. A sweep visits all pixels of the tile in the ink with the highest
// shade, then in the next one, and so on; of equal shades, the earlier plane comes first. The order of tiles, rounds
// and strips is that of search.h.
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

// Proof of the bounds. Light and aim lie between nothing and paper, so |d| <= 512 and |S| <= 512·sum < 2^26. Then
// W·(S / 512) is at most 2^25, E is less than 2^27, and the numbers compared are less than 2^30.
static_assert(std::int64_t{512} * nasanen_450.sum() < 1 << 26);
static_assert(std::int64_t{2} * whole_shade * whole_shade * nasanen_450(0, 0) < 1 << 29);

}  // namespace platerip::halftone
