// The boundary errors C of a page, or the sums of its tone filters, either packed plane after plane, as on a GPU, or as
// a Boundary.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// The number of boundary errors of a plane: ErrorFilter::rows() · width; for a tone filter the width, once for itself
/// and once for each plane beside it; or 0 for a point process.
std::int64_t boundary_errors(const PlaneSettings& plane, std::int64_t width);
/// The number of boundary errors of all planes.
std::int64_t boundary_errors(const Settings& settings);

/// Makes the boundary of a page after `rows` rows from its boundary_errors(settings) errors, ordered [plane][row, upper
/// first][column], where a plane has 0 to 3 rows. Precondition: no method looks ahead.
Boundary boundary_of(const Settings& settings, std::int64_t rows, std::span<const std::int16_t> errors);

/// The inverse: the packed errors of a boundary. Precondition: it passes check_boundary().
std::vector<std::int16_t> errors_of(const Boundary& boundary);

/// Checks that the boundary has the page's number of planes, and their methods in this version.
Status check_methods(const Settings& settings, const Boundary& boundary);

/// Also checks the errors, for methods without look-ahead: their number and range, and that no rows are held back.
Status check_boundary(const Settings& settings, const Boundary& boundary);

}  // namespace platerip::halftone
