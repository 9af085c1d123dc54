// The tables of figures that quality_bench prints of drop sizes.
//
// Functions may throw what the halftones throw, and print each row as soon as it is measured.
#pragma once

#include <ostream>
#include <vector>

#include "tests/bench/quality/originals/photographs.h"

namespace platerip::quality {

/// Several sets of drop sizes, mixed and not, and evenly spaced levels with a curve: tints and photographs.
void drop_table(std::ostream& out, const std::vector<Photograph>& photographs);
/// The same: tints near each inner level.
void near_level_table(std::ostream& out);
/// How many pixels print each of the sizes 0, 28, 55 and 100 in tints of 20 to 65 percent, without mixing and with it.
void drop_use_table(std::ostream& out);
/// Light inks, halftoned together with the dark ink or by themselves: tints and photographs.
void light_table(std::ostream& out, const std::vector<Photograph>& photographs);

}  // namespace platerip::quality
