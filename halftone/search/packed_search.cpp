#include "halftone/search/packed_search.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "halftone/page_boundary.h"
#include "halftone/search/saved_effort.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone {

bool is_searched(const Settings& settings) {
  const PlaneSettings& first = settings.planes[0];
  return first.method.info().search != nullptr &&
         std::ranges::all_of(settings.planes, [&](const PlaneSettings& each) { return run_together(each, first); });
}

PackedSearch::PackedSearch(const Settings& settings)
    : begun_bytes(static_cast<std::int64_t>(sizeof(std::int16_t)) * boundary_errors(start_of(settings))),
      row_bytes(plate_row_bytes(settings.width, settings.levels)),
      plane_bytes(row_bytes * effort_of(settings.planes[0]).most_searched_rows()),
      bytes(begun_bytes + plane_bytes * std::ssize(settings.planes)) {}

Boundary boundary_of_search(const Settings& settings, std::int64_t rows, std::span<const std::byte> packed) {
  const PackedSearch shape(settings);
  const auto begun_bytes = static_cast<std::size_t>(shape.begun_bytes);
  std::vector<std::int16_t> errors(begun_bytes / sizeof(std::int16_t));
  std::memcpy(errors.data(), packed.data(), begun_bytes);
  Boundary boundary = boundary_of(start_of(settings), rows, errors);
  const SearchEffort effort = effort_of(settings.planes[0]);
  auto below = packed.subspan(begun_bytes);
  for (std::size_t i = 0; i < boundary.planes.size(); ++i) {
    PlaneBoundary& plane = boundary.planes[i];
    plane.method = settings.planes[i].method.name();
    plane.version = boundary_version_of(settings.planes[i], settings.levels);
    save_effort(effort, plane.state);
    const auto own = below.first(static_cast<std::size_t>(shape.row_bytes * effort.searched_rows(rows)));
    plane.state.insert(plane.state.end(), own.begin(), own.end());
    below = below.subspan(static_cast<std::size_t>(shape.plane_bytes));
  }
  return boundary;
}

}  // namespace platerip::halftone
