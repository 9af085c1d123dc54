// Crisp text and line art: makes pixels of anti-aliased black and white edges and of thin strokes solid or paper, so
// that the halftone does not break them up into dots. Everything else keeps its bits. Nothing here throws.
//
//     before       0   0  90 255 255        0   0 110  70   0
//     crisp        0   0   0 255 255        0   0 255   0   0
//                       an edge                 a stroke
//
// This header is the definition. All of it is computed in integers, from the pixels of the page as they were, never
// from results. So neither the strips nor the order of the pixels matter.
//
// AMOUNTS. A pixel has one or two amounts of darkness from 0 (paper) to full, which is 255 or 65535. All amounts are of
// what is seen of the pixel over white paper, after alpha (Settings in separation.h).
// - gray: full − gray.
// - rgb: full − max(r, g, b) and full − min(r, g, b).
// - cmyk: black.
// The rule below decides for each amount, with the same amounts of the pixels around: solid, paper, or it stays. A
// pixel becomes black or white only if all its amounts say so. So coloured edges and tints stay as they are.
//
// PIXELS. A pixel whose amounts already are all full or all 0, as decided, stays as it is. Others become, if solid:
// - gray and rgb: black. With alpha, coverage becomes full.
// - cmyk: black becomes full. With alpha, the other inks become what is seen of them, and coverage full.
// And if paper:
// - gray and rgb: white. With alpha, coverage becomes full if it is more than half of full, else 0; associated white is
//   then as much as the coverage.
// - cmyk: black becomes 0. With alpha, if the other inks are 0 too, coverage changes as for rgb.
// Spot inks stay. So do pages of L*a*b*, and pages without colours.
//
// THE RULE. u is full / 255. v is the amount of the pixel at (x, y), with x to the right and y down. Beyond the borders
// of the page the nearest pixel repeats. Constants: exact = 2u, half = 128u, and the least mass of a
// stroke, which is 96u, and 56u for `hairlines`.
//
// 1. Flat: if the greatest amount of the 3 × 3 pixels less the least is below 32u, the pixel stays.
// 2. Edge: if the least of the 3 × 3 is at most exact, and the greatest at least full − exact, the pixel is divided:
//    a. If |v − half| <= 12u, let l, r, a and b be the amounts to the left, to the right, above and below.
//       It is a ridge if max(l, r) < v − 32u or max(a, b) < v − 32u, a valley if min(l, r) > v + 32u or min(a, b) > v +
//       32u. A ridge that is no valley is solid, a valley that is no ridge is paper. Else g = 2(r − l) + b − a: solid
//       if g > 0, paper if g < 0. So a half covered pixel belongs to what is to the right or below, and a stroke
//       between two of them keeps its width.
//    b. Else, or if g = 0: solid if v >= half, else paper.
// 3. Stroke: if exact < v < full − exact, search for a stroke of ink, with a = v, and if there is none, for one of
//    paper, with a = full − v and the result reversed:
//    a. There is none unless at least 10 of the 5 × 5 pixels have a <= exact.
//    b. Two profiles cross the pixel, a row and a column: q0 to q4, where q2 is the pixel. Say that qk has ink if qk >
//       exact. The run is what the pixel is part of:
//         q1 and q3 have ink        no stroke if q0 or q4 has ink, else q1 q2 q3
//         neither                   q2
//         only q3                   q2 q3, and q4 if it has ink
//         only q1                   q1 q2, and q0 before them if it has ink
//       A run of three, r0 r1 r2, is no stroke if r1 < max(r0, r2), or 4·min(r0, r2) >= 3·r1, or if the pixel is at one
//       end of it and the amount r at the other end has 2r > r1.
//    c. mass is the sum of the run; less than the least mass is no stroke. The stroke is 3 pixels wide if mass >= 638u,
//       2 if mass >= 383u, else 1. The pixel is part of it, if the run is
//         one pixel                 always
//         two                       if the stroke is wider than 1, or the pixel is the greater; of equals the first
//         three                     in the middle; at an end if the stroke is 3 wide, or if it is 2 wide and the pixel
//         is
//                                   the greater end; of equals the first
//    d. The stroke must go on. crest = max(q1, q2, q3). The two sides are the three pixels next to q1, q2 and q3 on
//       either side of the profile, and s is the greatest a of a side. No stroke if no side has 2s >= crest, or if only
//       one has, and 2s > 3·crest there.
//    e. If both profiles cross a stroke, the one of less mass counts; of equals the row. If the pixel is part of the
//       stroke, a becomes full, else 0: solid or paper if a = v, the reverse if a = full − v.
// 4. `soft` only: if the least of the 5 × 5 pixels is at most 64u, the greatest at least full − 64u, and one of the
// nine
//    windows of 3 × 3 whose centres are the 3 × 3 has a greatest less a least of 80u or more, the pixel is divided as
//    in 2a and 2b.
// 5. Else it stays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "separation/pixel_format.h"

namespace platerip::separation {

/// What becomes crisp.
enum class Crisp {
  off,        ///< nothing
  text,       ///< edges of a pixel, and strokes from about 0.4 pixels on
  hairlines,  ///< the same, and strokes from 0.2 pixels on
  soft,       ///< as text, and edges of up to 3 pixels, as in enlarged pages and scans; this changes photographs
};

/// How many rows above and below a row the rule looks at.
constexpr std::int64_t crisp_window = 2;

/// Rows of a page. Buffers are aligned for a sample, as are strides; they may not overlap.
struct CrispStrip {
  std::int64_t width = 0;         ///< pixels
  std::int64_t rows = 0;          ///< to be made
  std::int64_t above = 0;         ///< rows of `in` above the first: crisp_window, or fewer if the page begins there
  std::int64_t below = 0;         ///< rows of `in` below the last: crisp_window, or fewer if the page ends there
  const std::byte* in = nullptr;  ///< the first row to be made
  std::ptrdiff_t stride = 0;      ///< bytes from row to row in `in`
  std::byte* out = nullptr;
  std::ptrdiff_t out_stride = 0;  ///< bytes from row to row in `out`; those between rows are not touched
};

/// Whether any page of this format changes.
bool can_be_crisp(const PixelFormat& format);

/// Makes rows of `out` from those of `in`, with the processor's vectors. Rows that cannot change are copied.
/// Thread-safe.
void make_crisp(Crisp crisp, const PixelFormat& format, const CrispStrip& strip);

/// The same, pixel by pixel.
void make_crisp_by_reference(Crisp crisp, const PixelFormat& format, const CrispStrip& strip);

}  // namespace platerip::separation
