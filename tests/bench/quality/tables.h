// The tables of figures that quality_bench prints, one row for each halftone.
//
// Functions may throw what the halftones throw, and print each row as soon as it is measured.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/originals/photographs.h"

namespace platerip::quality {

/// Flat tints of all tones, and ramps.
void tone_table(std::ostream& out, const std::vector<Halftone>& halftones);
/// Grays of photographs, as they are and their middles enlarged four times; and text.
void photograph_table(std::ostream& out, const std::vector<Halftone>& halftones,
                      const std::vector<Photograph>& photographs);
/// Beginnings of tints, and small tints.
void beginning_table(std::ostream& out, const std::vector<Halftone>& halftones);
/// Two inks, and CMYK pages made of photographs; and the same with independent planes, and with even inks.
void ink_table(std::ostream& out, const std::vector<Halftone>& halftones, const std::vector<Photograph>& photographs);
/// Grays of photographs, and tints of inner levels, with 2, 3, 4 and 16 levels.
void level_table(std::ostream& out, const std::vector<Halftone>& halftones, const std::vector<Photograph>& photographs);

/// A plate that someone made.
struct NamedPlate {
  std::string name;
  Image plate;
};
/// Plates of one original. Precondition: all have its size.
void plate_table(std::ostream& out, const Image& original, const std::vector<NamedPlate>& plates);

}  // namespace platerip::quality
