// A strip in parallelogram blocks, from left to right. The strip below follows some blocks behind: on another thread,
// in another process or on another machine. After A. Kasagi, K. Nakano and Y. Ito, "Implementations of Parallel Error
// Diffusion Optimized for GPUs".
//
// Each row of a block begins and ends ErrorFilter::skew() columns further left than the row above, but not outside the
// page. What passes between blocks are errors: R along a block's right edge, C of its last rows.
//
//             columns →
//     row 0  |     0      /     1     /    2    |
//     row 1  |   0      /     1     /      2    |    R of block 1: in each row, the last errors left of its right edge
//     row 2  | 0      /     1     /        2    |
//            |  C 0   |    C 1    |     C 2     |    C of each block: of the columns that its last row has
//     row 0  |     0      /     1     /    2    |    the strip below: block 0 needs C 0 and C 1
//
// What a caller hands on:
// - R of a block goes to the next block of the strip. The first one gets r_left_of_page().
// - C of a block goes to the strip below. A block there may start as soon as the C of the strip above, which come from
//   left to right, reach its columns_above().end; cut_c() makes the one it needs out of them. With strips of h rows and
//   blocks of w columns, block b waits for block b + ⌈(skew·h − 1) / w⌉ above. The first strip gets c_above_page().
// - Two blocks of a strip may share a byte of a plate's row. A block keeps the bits left of its own there and sets
//   those right of them to 0, so blocks that write to one plate, in order, make it whole. Blocks that write to plates
//   of their own, zeros at first, make parts: the plate is the OR of these.
//
// A page can go on in blocks after any strip of any backend, from c_of() of each plane that Halftoner::save() gives;
// and with any backend after a strip in blocks, by Halftoner::restore() from plane_boundary() of each plane.
#pragma once

#include <cstdint>

#include "halftone/blocks/boundary_errors.h"
#include "halftone/halftone.h"

namespace platerip::halftone {

/// A block's place in its strip.
struct Block {
  std::int64_t rows = 0;   ///< of the strip: 1 to max_width
  std::int64_t begin = 0;  ///< its columns in the strip's first row; the first block begins at 0,
  std::int64_t end = 0;    ///< the last one ends at strip_end()
};

/// C and R before a block or after it.
struct BlockErrors {
  BoundaryErrors c;
  BoundaryErrors r;
};

/// Where the last block of a strip ends: so far beyond the page that its last row reaches the page's right edge.
///
/// This function and all that follow take settings with one plane: each plane of a page is cut into blocks by itself,
/// with the slope that its filter asks for. Precondition of those that return neither Status nor Result: check() finds
/// no error, and the method is an error filter.
std::int64_t strip_end(const Settings& settings, std::int64_t rows);

/// Errors: settings that fail check(), have several planes or a method without boundary errors; a block that is empty
/// or not part of a strip.
Status check_block(const Settings& settings, const Block& block);

/// Columns whose C the block needs, and columns whose C it gives: those of its last row. These may be none in a strip's
/// first blocks; those of all its blocks are the page's.
Columns columns_above(const Settings& settings, const Block& block);
Columns columns_below(const Settings& settings, const Block& block);

/// C and R of what lies outside the page: zeros.
BoundaryErrors c_above_page(const Settings& settings, const Block& block);
BoundaryErrors r_left_of_page(const Settings& settings, const Block& block);

/// C of all columns, out of what a halftoner of any backend saved of the plane. Errors: settings that check_block()
/// refuses; a boundary that Halftoner::restore() refuses for them.
Result<BoundaryErrors> c_of(const Settings& settings, const PlaneBoundary& plane);
/// The inverse. Errors: settings that check_block() refuses; C that is not of all columns, or holds an error out of
/// range.
Result<PlaneBoundary> plane_boundary(const Settings& settings, const BoundaryErrors& c);

/// Halftones a block of a strip, with the bits that every backend gives. `plane` and `plate` are the strip's: they
/// begin at its first row and at the page's first column. Only the block's pixels are read, and only bytes that have
/// some of its pixels are written. `before` is C of columns_above() and R of the block to the left. Returned are C of
/// columns_below() and R for the block to the right: of each row the ErrorFilter::reach_behind() last errors left of
/// the block's right edge, from left to right, 0 outside the page. Thread-safe: blocks that do not wait for each
/// other's C or R can be halftoned at once. Errors: those of check_block(); C or R that belong to another block, or
/// hold an error out of range.
Result<BlockErrors> halftone_block(const Settings& settings, const Block& block, const Plane& plane, const Plate& plate,
                                   const BlockErrors& before);

}  // namespace platerip::halftone
