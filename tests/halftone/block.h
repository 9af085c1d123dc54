// Halftones a strip in parallelogram blocks, from left to right. The strip below can be halftoned at the same time,
// some blocks behind: on another thread, in another process or on another machine. After A. Kasagi, K. Nakano and Y.
// Ito, "Implementations of Parallel Error Diffusion Optimized for GPUs".
//
// Each row of a block begins and ends ErrorFilter::skew() columns further left than the row above, but within the page.
// Errors pass between blocks: R along a block's right edge, and C of its last rows.
//
//             columns →
//     row 0  |     0      /     1     /    2    |
//     row 1  |   0      /     1     /      2    |    R of block 1: the last errors of each row, left of its right edge
//     row 2  | 0      /     1     /        2    |
//            |  C 0   |    C 1    |     C 2     |    C of each block: the columns of its last row
//     row 0  |     0      /     1     /    2    |    the strip below: block 0 needs C 0 and C 1
//
// The caller passes on:
// - R of a block, to the next block of the strip. The first block gets r_left_of_page().
// - C of a block, to the strip below. There, a block may start as soon as the C of the strip above, which arrive from
//   left to right, reach its columns_above().end. cut_c() makes the C that it needs. With strips of h rows and blocks
//   of w columns, block b waits for block b + ⌈(skew·h − 1) / w⌉ above. The first strip gets c_above_page().
// - The plate. Two blocks of a strip may share a byte of a plate's row. A block keeps the bits to the left of its own
//   in that byte, and sets the bits to the right to 0. So a plate is complete when its blocks have been written from
//   left to right. Blocks may also write to separate plates that were zeroed; the plate is then the OR of them.
//
// A page can continue in blocks after any strip of any backend, from c_of() for each plane of Halftoner::save(). It can
// continue with any backend after a strip in blocks, by Halftoner::restore() of plane_boundary() for each plane.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>

#include "halftone/blocks/boundary_errors.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// The position of a block in its strip.
struct Block {
  std::int64_t rows = 0;   ///< rows of the strip: 1 to max_width
  std::int64_t begin = 0;  ///< first column in the strip's first row; 0 for the first block
  std::int64_t end = 0;    ///< end in the strip's first row; strip_end() for the last block
};

/// The boundary errors that enter or leave a block.
struct BlockErrors {
  BoundaryErrors c;
  BoundaryErrors r;
};

/// The end of the last block of a strip. It lies so far beyond the page that the block's last row still reaches the
/// page's right edge.
///
/// This function and all that follow take settings with one plane, because each plane has blocks of its own, with the
/// slant of its filter. Precondition of functions that return neither Status nor Result: the settings pass check(), and
/// the method is an error filter.
std::int64_t strip_end(const Settings& settings, std::int64_t rows);

/// Checks a block. Errors: the settings fail check(), have several planes or a method that is no error filter; or the
/// block is empty or not part of a strip.
Status check_block(const Settings& settings, const Block& block);

/// The columns whose C the block needs from above, and the columns whose C it gives to the strip below: those of its
/// last row. In the first blocks of a strip there may be none. All blocks together give the page's columns.
Columns columns_above(const Settings& settings, const Block& block);
Columns columns_below(const Settings& settings, const Block& block);

/// C and R at the edges of the page: zeros.
BoundaryErrors c_above_page(const Settings& settings, const Block& block);
BoundaryErrors r_left_of_page(const Settings& settings, const Block& block);

/// C of all columns, from the plane's state as saved by a halftoner of any backend. Errors: check_block() refuses the
/// settings, or Halftoner::restore() would refuse the boundary.
Result<BoundaryErrors> c_of(const Settings& settings, const PlaneBoundary& plane);
/// The inverse. Errors: check_block() refuses the settings, or C does not cover all columns or holds an error out of
/// range.
Result<PlaneBoundary> plane_boundary(const Settings& settings, const BoundaryErrors& c);

/// Halftones a block of a strip, with the same bits as every backend. `plane` and `plate` are the strip's: they begin
/// at its first row and the page's first column. Only the block's pixels are read, and only bytes with pixels of the
/// block are written. `before` holds C of columns_above(), and R of the block to the left. Returns C of
/// columns_below(), and R for the block to the right: for each row the last ErrorFilter::reach_behind() errors left of
/// the block's right edge, from left to right, 0 outside the page. Blocks that do not wait for each other's C or R may
/// be halftoned at the same time. Errors: those of check_block(); C or R that belong to another block or hold an error
/// out of range.
Result<BlockErrors> halftone_block(const Settings& settings, const Block& block, const Plane& plane, const Plate& plate,
                                   const BlockErrors& before);

}  // namespace platerip::halftone
