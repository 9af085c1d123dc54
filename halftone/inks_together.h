// Inks searched together: dbs for all planes of a page that have a shade. It spreads the dots of each ink, and also the
// red, green and blue light that all of them leave, which depends on where they meet. The light to aim at is that of
// inks that meet by chance (M. E. Demichel, 1924). So inks still meet nearly as often as ICC profiles expect. After
// A. U. Agar and J. P. Allebach, "Model-based color halftoning using direct binary search", IEEE Trans. Image
// Processing 14, 2005. Nothing here throws.
//
// search.h defines errors, tiles, rounds and sweeps. An ink's shade is the part of the red, green and blue light that
// its dots take, in 256ths. Light passes the inks one after the other, in the order of the planes. For each of the
// three colours, with divisions that round down:
//
//     light  = 256; for each ink with a dot: light −= (light·shade + 128) / 256
//     aim    = 2^20; for each ink: aim −= (aim·shade·amount + 130560) / 261120
//     d      = (aim + 2048) / 4096 − light       what the pixel is too dark, in 256ths of paper; 0 outside the page
//     S(y, x) = Σ c(dy, dx)·d(y + dy, x + dx)
//
// `amount` is 0 for paper and 1020 for solid. The eye sees, added up, the sum of e·e'·c over all pairs of pixels for
// each ink, and twice the sum of d·d'·c for each colour. As e is in 1020ths and d in 256ths, a colour counts about an
// eighth of an ink. With more, black alone has more grain.
//
// To visit a pixel in an ink is to make the change of this ink's dots that lowers what the eye sees most. W is how much
// less light of a colour there is with this ink's dot than without it, W' the same for the neighbour; the other inks'
// dots stay. Let s be as in search.h, Σ the sum over the three colours, and
//
//     P(y, x) = E(y, x) + Σ W·(S(y, x) / 512)
//
// The changes are those of search.h, and they add
//
//     a toggle     510·c(0, 0) + Σ W²·c(0, 0) / 1024 + s·P
//     a swap       1020·(c(0, 0) − c(dy, dx)) + (Σ (W² + W'²)·c(0, 0) − 2·Σ W·W'·c(dy, dx)) / 1024 + s·(P − P')
//
// The lowest of these numbers wins as in search.h. A sweep visits all pixels of the tile in the ink that takes most
// light (the sum of its shade), then in the next one, and so on; of equal ones, the earlier plane comes first. The
// order of tiles, rounds and strips is that of search.h.
//
// Plates with more levels are as in search_drops.h, whether their levels are even or not, mixed or not. A pixel of an
// ink that prints v of v_last, and should print x, takes light by its amount, and light is in 4096ths:
//
//     light  = 4096; for each ink: light −= (light·shade·v + 128·v_last) / (256·v_last)
//     aim    = 2^24; for each ink: aim −= (aim·shade·x + 128·v_last) / (256·v_last)
//     d      = (aim + 2048) / 4096 − light
//
// Let A be what search_drops.h says that a change adds, and D what it adds to d of the pixel, in each colour; D' and S'
// are those of the neighbour. With k = (v_last² + 520200) div 1020², so that a colour counts as much as on two levels,
// the changes are those of search_drops.h, and they add
//
//     a toggle       256·A + k·Σ (D²·c(0, 0) + 2·D·S)
//     an exchange    256·A + k·Σ ((D² + D'²)·c(0, 0) + 2·D·D'·c(dy, dx) + 2·D·S + 2·D'·S')
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "halftone/search.h"

namespace platerip::halftone {

/// The most planes that are searched together.
inline constexpr std::size_t max_together = 8;

/// All light of a colour.
inline constexpr int whole_shade = 256;

/// Red, green and blue.
inline constexpr std::size_t light_colors = 3;

/// The parts of red, green and blue light that an ink takes, in 256ths: 0 to whole_shade.
using Shade = std::array<int, light_colors>;

/// The shade of an ink by its name, as find_ink() in rip/ takes it.
struct NamedShade {
  std::string_view ink;
  Shade shade;
};

/// The inks that are searched together: 1 minus linear sRGB relative to paper, 0 at least and 1 at most, of the solids
/// of ISO 12647-2:2004 on coated paper (FOGRA39). In CIELAB they are 16/0/0, 55/−37/−50, 48/74/−3 and 89/−5/93; paper
/// is 95/0/−2.
inline constexpr std::array ink_shades{
    NamedShade{.ink = "K", .shade = {250, 250, 250}},
    NamedShade{.ink = "Cyan", .shade = {256, 165, 58}},
    NamedShade{.ink = "Magenta", .shade = {52, 255, 201}},
    NamedShade{.ink = "Yellow", .shade = {0, 38, 256}},
};

/// PlaneBoundary::version of planes that are searched together. The layout is that of search.h.
inline constexpr int together_boundary_version = 2;

/// The same on plates with more than two levels. The layout is that of search_drops.h.
inline constexpr int drops_together_boundary_version = 4;

/// All light of a colour on plates with more than two levels.
inline constexpr int whole_fine_light = 4096;

// Proof of the bounds. Light and aim lie between nothing and paper, so |d| <= 256 and |S| <= 256·sum < 2^25. Then
// Σ W·(S / 512) is less than 2^26, E is less than 2^27, and the numbers compared are less than 2^30. Before it is
// divided by 1024, the middle part of a swap is less than 2^29.
// With more levels, |d| and |D| are at most 4096 and |S| < 2^28. k is at most 225, so the part of light is less than
// 2^8·3·(2^37 + 2^43) < 2^54, and 256·A is less than 2^49.
static_assert(std::int64_t{whole_fine_light} * most_eye_sum < 1 << 28);
static_assert(std::int64_t{whole_shade} * most_eye_sum < 1 << 25);
static_assert(std::int64_t{2} * light_colors * whole_shade * whole_shade * eye_middle < 1 << 29);

}  // namespace platerip::halftone
