// Inks that are made from a page itself: white under garments and foil, varnish, a film of everything that prints.
//
// max is 255 or 65535. Integers are divided towards zero. These are the definitions; added_inks.cpp computes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platerip::separation {

/// What a made ink shows of a pixel that the separator gets, as an amount from 0 to max. The pixel's coverage a is its
/// alpha, and max if the page has none. Its colour is (r, g, b), read as sRGB: r = g = b for gray; max − min(max, c +
/// k) for the red of cmyk, and so on. With associated alpha, each sample s counts as min(max, (s·max + a div 2) div a),
/// and as 0 if a is 0.
///
/// The lightness L of a pixel is its CIE 1976 L*, scaled to max. With D(v) = the nearest integer to 65535 times the
/// linear light of v (IEC 61966-2-1): Y = (13933·D(r) + 46871·D(g) + 4732·D(b) + 32768) div 65536. L is the nearest
/// integer to max·L*(Y / 65535) / 100 (CIE 15).
enum class MadeFrom {
  coverage,     ///< a
  light,        ///< (a·L + max div 2) div max
  dark,         ///< (a·(max − L) + max div 2) div max
  all,          ///< max
  inks,         ///< max where one of the inks has more than 0, else 0
  spot,         ///< the amount of a spot ink of the page
  nothing,      ///< 0; for inks that later steps fill
  knocked_out,  ///< max where the colour of the knock-out is, else 0; tells later steps what must stay empty
};

/// A made ink. Its curve and its limit are applied as those of other inks (Settings::curves). Then `amount` scales it:
/// (v·p + 5000) div 10000, where p is the nearest integer to 100·amount.
struct MadeInk {
  std::string name;
  MadeFrom from = MadeFrom::coverage;
  std::vector<std::size_t> inks = {};  ///< for `inks` and `spot`: planes before the made inks; empty: all of these
  double amount = 100;                 ///< percent, 0 to 100
};

/// A colour where nothing is printed, because what is printed on has it: each pixel that differs from it by at most
/// `tolerance` (CIE 1976 ΔE*ab) has no ink, whatever is made of it. The pixel's colour is the one above. Both colours
/// are compared as integers: X and Z follow from D like Y, with the weights 28439, 24655, 12442 and 1164, 7174, 57198.
/// F(t) is the nearest integer to 2^20·f(t / 65535), with f of CIE 15 (8.2.1.1). The squares of 116·ΔF(Y), 500·(ΔF(X) −
/// ΔF(Y)) and 200·(ΔF(Y) − ΔF(Z)) sum to at most the square of the integer nearest to 2^20·tolerance.
struct KnockOut {
  std::array<std::uint8_t, 3> color{};  ///< sRGB
  double tolerance = 0;                 ///< 0 to 100
};

}  // namespace platerip::separation
