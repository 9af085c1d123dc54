// Converts the boundary errors C of a page, or the sums of its tone filters, between two forms: packed plane after
// plane, as on a GPU, and as a Boundary.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// The number of boundary errors of a plane. For an error filter: ErrorFilter::rows() · width. For a tone filter: the
/// width, once for the plane and once for each plane beside it. For a point process: 0.
std::int64_t boundary_errors(const PlaneSettings& plane, std::int64_t width);
/// Whether values of this plane's state, for `columns` columns, are in the range of its method. `levels`: of its plate.
bool are_in_range(const PlaneSettings& plane, int levels, std::int64_t columns, std::span<const std::int16_t> errors);
/// The number of boundary errors of all planes.
std::int64_t boundary_errors(const Settings& settings);

/// Makes the boundary of a page after `rows` rows from its boundary_errors(settings) errors, ordered [plane][row, upper
/// first][column], where a plane has 0 to 3 rows. Precondition: no method looks ahead.
Boundary boundary_of(const Settings& settings, std::int64_t rows, std::span<const std::int16_t> errors);

/// The inverse: the packed errors of a boundary. Precondition: it passes check_boundary().
std::vector<std::int16_t> errors_of(const Boundary& boundary);

/// PlaneBoundary::version of a plane. `levels`: of its plate.
int boundary_version_of(const PlaneSettings& plane, int levels);

/// Checks that the boundary has the page's number of planes, their methods, and the layout versions of this build.
Status check_methods(const Settings& settings, const Boundary& boundary);

/// Also checks the errors, for methods without look-ahead: their number and range, and that no rows are held back.
Status check_boundary(const Settings& settings, const Boundary& boundary);

}  // namespace platerip::halftone
