// Makes a file of drop sizes from measurements. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/drop_amounts.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// The drop sizes of an ink.
struct InkDrops {
  std::string ink;
  DropAmounts drops;
};

/// What make_drops() has made.
struct MeasuredDrops {
  std::vector<InkDrops> inks;
  std::string file;                   ///< its path
  std::vector<std::string> warnings;  ///< inks that are not measured, and patches far from what the amounts give
};

/// Reads the measurements and writes NAME.drops.txt for NAME.ti3, a file for DropFile::read() with the sizes of each
/// measured ink. Errors: those of the files, of drop_amounts() and of writing; a file that is read would be replaced;
/// an ink's name cannot stand in such a file; sizes are too near each other; no ink is measured.
Result<MeasuredDrops> make_drops(const DropsOrder& order);

}  // namespace platerip::rip
