// Boundary errors (C) of a page: packed one plane after the other, as a GPU has them, and as a Boundary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Boundary errors of a plane: ErrorFilter::rows() · width; 0 of a point process.
std::int64_t boundary_errors(Method method, std::int64_t width);
/// Those of all planes.
std::int64_t boundary_errors(const Settings& settings);

/// The boundary of a page of which so many rows are done, from its boundary_errors(settings) errors:
/// [plane][row, upper first][column], where planes may have 0, 1 or 2 rows. Precondition: no method looks ahead.
Boundary boundary_of(const Settings& settings, std::int64_t rows, std::span<const std::int16_t> errors);

/// The errors of such a boundary, packed again. Precondition: it passes check_boundary().
std::vector<std::int16_t> errors_of(const Boundary& boundary);

/// Errors: a boundary of another number of planes than the page has, of other methods, or of another version.
Status check_methods(const Settings& settings, const Boundary& boundary);

/// The same; and, for methods without look-ahead: errors that are too many, too few or out of range, rows held back.
Status check_boundary(const Settings& settings, const Boundary& boundary);

}  // namespace platerip::halftone
