// How far the edges of a page's inks move: chokes, spreads.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "separation/edges/disc_edges.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// The edges of one ink.
struct InkEdges {
  std::size_t ink = 0;
  separation::EdgeMove move = separation::EdgeMove::spread;
  separation::DiscRadius radius;
};

/// That `option`, choke or spread, moves the edges of an ink once more.
Error moved_twice(const std::string& ink, std::string_view option);

/// The inks whose edges the job moves, in their order. Radii are rounded to 1/256 pixels. Errors: an ink is moved
/// twice, or by more than 100 pixels; a length is in millimetres, and the page has no resolution.
Result<std::vector<InkEdges>> ink_edges(const Job& job, std::span<const std::string> inks,
                                        const tiffio::Resolution& resolution);

}  // namespace platerip::rip
