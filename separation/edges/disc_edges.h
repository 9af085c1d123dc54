// Spread and choke: an ink grows or shrinks by a disc. For white under colours, for traps and for films.
//
// All functions work on samples v of one ink, from 0 for paper to full for solid. In what follows, the most and the
// least of something "in D" are taken for each pixel over the disc D around it. Pixels beyond the page do not count,
// so ink that reaches the page's border stays there. r is the radius, in 1/256 pixels across and down (disc.h).
//
// Spread: the result is the most of v in D(r).
//
// Choke: what is broad shrinks by r. What is thin stays, so that small letters, hairlines and dots survive. With
// m = max(r div 2, 256), across and down:
// 1. E is the least of v in D(r): the ink, choked.
// 2. B is the least of E in D(m), and F the most of B in D(2·r + m): the broad ink, and as far as r beyond its edge.
// 3. T = max(0, v − 2·F): thin ink.
// 4. K is the most of T in D(3·r div 2). The result is min(v, E + K).
//
// So strokes and dots that are thinner than 2·(r + m), which is three times the radius, stay whole: choked, they would
// be less than 2·m wide. Broad ink is choked at its corners, too, down to about 80 degrees; sharper tips stay. Edges
// may be soft. They may also be noisy, as deep as a sixth of the radius; between a sixth and a third, a speck may be
// left at a corner. Where a thin stroke leaves broad ink, a gap of about r/2 opens between the two, and the broad ink's
// edge stays for about r on either side of the stroke. A stroke on a tint of half its amount or more is choked with the
// tint. There is never more ink than before. A radius below one pixel changes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "separation/edges/disc.h"
#include "separation/separation.h"

namespace platerip::separation {

enum class EdgeMove { spread, choke };

/// The greatest radius of a spread or choke, across and down: 100 pixels.
inline constexpr std::int64_t largest_edge_radius = 100 * 256;

/// Rows of a plane to be made. In the plane that they are made from there are `above` rows above the first, and `below`
/// rows below the last: rows_around() of them, or all up to the page's top or bottom.
struct EdgeRows {
  std::int64_t width = 0;  ///< of the page, in pixels
  std::int64_t rows = 0;
  std::int64_t above = 0;
  std::int64_t below = 0;
};

/// Spreads or chokes planes by a disc. Thread-safe.
class DiscEdges {
 public:
  /// The radius is at most largest_edge_radius. Throws std::bad_alloc.
  DiscEdges(EdgeMove move, const DiscRadius& radius);

  /// How many rows above and below a row it looks at: at most 100 to spread, 550 to choke.
  [[nodiscard]] std::int64_t rows_around() const;

  /// The bytes that run() needs as its workspace. They do not grow with the width beyond a few thousand pixels.
  [[nodiscard]] std::size_t workspace_bytes(int bits, const EdgeRows& rows) const;

  /// Makes rows of `out` from `in`, with samples of 8 or 16 `bits`. Both point to the first row to be made, and do not
  /// overlap. The workspace is aligned for a sample. Does not throw.
  void run(int bits, const EdgeRows& rows, const Plane& in, const Plane& out, std::span<std::byte> workspace) const;

  [[nodiscard]] EdgeMove move() const { return move_; }
  /// The discs, in the order of the definition: one to spread, D(r), D(m), D(2·r + m) and D(3·r div 2) to choke.
  [[nodiscard]] const std::vector<Disc>& discs() const { return discs_; }

 private:
  EdgeMove move_;
  std::vector<Disc> discs_;
};

}  // namespace platerip::separation
