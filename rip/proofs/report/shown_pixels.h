// The pixels of a report's pictures that the survey does not draw itself. Within a step of the strip loop or a
// ThreadArena, other threads help.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>

#include "rip/proofs/report/crops.h"
#include "rip/proofs/report/ink_colors.h"
#include "rip/proofs/report/picture.h"
#include "rip/proofs/report/survey.h"
#include "rip/resources/large_memory.h"

namespace platerip::rip {

/// Total ink of the whole page: 3 bytes of sRGB for each pixel of Survey::picture_grid(), the colour of the box at its
/// place. `colors`: of each of Survey::totals(), from 0 to the greatest.
LargeMemory colors_of_totals(const Survey& survey, std::span<const Rgb> colors);

/// The dots of one plate in a crop: 255 for paper to 0 for solid.
Picture gray_of(const Crop& crop, std::size_t plate, const Survey& survey);

/// The colours of all plates together in a crop.
Picture colors_of(const Crop& crop, const Survey& survey);

}  // namespace platerip::rip
