// Inks searched together: dbs for all planes of a page that have a look, so that dots of different inks avoid each
// other. After J. P. Allebach and others' colour DBS: A. U. Agar and J. P. Allebach, "Model-based color halftoning
// using direct binary search", IEEE Trans. Image Processing 14, 2005.
//
// search.h defines errors, tiles, rounds and sweeps. Each ink has a look: how much a solid pixel of it adds to three
// opponent channels, lightness, red against green, and yellow against blue. For each pixel of ink i
//
//     E_i(y, x) = Σ c(dy, dx)·e_i(y + dy, x + dx)
//     S_k(y, x) = Σ_i look_i(k)·E_i(y, x)             what the eye sees of channel k
//     F_i(y, x) = Σ_k look_i(k)·S_k(y, x)             how much of it ink i can change
//
// and the eye sees the sum over all channels of the errors of all pairs of pixels. To visit a pixel is to visit it in
// each ink, in the order of the planes. The only changes are swaps within an ink: so each ink keeps its amount, and
// inks cannot stand in for each other. Let s and the neighbours be as in search.h. A swap adds
//
//     1020·Σ_k look_i(k)²·(c(0, 0) − c(dy, dx)) + s·(F_i − F_i')
//
// to the sum, in units of 2040. The lowest of these numbers wins if it is negative; of equal ones the first neighbour.
//
// Dots that avoid each other meet less often than the press profile expects. So colours print darker and more saturated
// than by independent inks.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "halftone/search.h"

namespace platerip::halftone {

inline constexpr std::size_t look_channels = 3;

/// What a solid pixel of an ink adds to lightness (away from paper), red against green, and yellow against blue.
using InkLook = std::array<int, look_channels>;

/// Of inks that are searched together, the sizes of all looks in a channel add up to at most this.
inline constexpr int largest_look_sum = 32;

struct NamedLook {
  std::string_view ink;  ///< as find_ink() in rip/ takes it
  InkLook look;
};

/// The inks that are searched together: the differences of solid inks from paper in CIELAB (FOGRA39), chrominance at
/// half its size, because an eye sees less of it in fine detail; in units of 7 in lightness.
inline constexpr std::array ink_looks{
    NamedLook{.ink = "K", .look = {12, 0, 0}},
    NamedLook{.ink = "Cyan", .look = {6, -3, -3}},
    NamedLook{.ink = "Magenta", .look = {7, 5, 0}},
    NamedLook{.ink = "Yellow", .look = {1, 0, 7}},
};

/// PlaneBoundary::version of planes that are searched together.
inline constexpr int together_boundary_version = 2;

// Proof that S fits 32 bits: |e| <= 1019.
static_assert(std::int64_t{search_step - 1} * largest_look_sum * nasanen_450.sum() < std::int64_t{1} << 31);

}  // namespace platerip::halftone
