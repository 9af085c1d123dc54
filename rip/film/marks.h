// Draws the marks of films.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rip/film/blocks.h"
#include "rip/job/film/film_settings.h"
#include "rip/pages/placing/steps.h"

namespace platerip::rip {

/// What a plate says about itself, in parts of ASCII: first of all its place and its ink, at last its page.
using FilmLabel = std::vector<std::string>;

/// A sheet whose margin gets marks.
struct MarkedSheet {
  std::int64_t width = 0;  ///< in pixels, with the margin
  std::int64_t height = 0;
  Stepping stepping;
  tiffio::Resolution resolution;  ///< known
  bool mirror = false;            ///< the marks are mirrored with the page
};

/// The marks of each plate, in the sheet's rows and columns; a plate for each label. Only the label differs from plate
/// to plate. All marks lie in the margin. Parts of a label for which there is no room are left out, but the first and
/// the last are cut. Precondition: the margin is wide enough (check() of FilmSettings).
///
/// Somebody who holds the sheet upright sees: the label at the top, the bar at the bottom left, crosses at the
/// middle of each side, and crop marks where the edges of the copies meet the margin, just outside of the copies.
std::vector<std::vector<Block>> draw_marks(const MarkedSheet& sheet, const Marks& marks,
                                           std::span<const FilmLabel> labels);

}  // namespace platerip::rip
