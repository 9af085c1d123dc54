// An inkjet printer with drops of several sizes, and an instrument that measures its prints.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "tests/rip/plate.h"

namespace platerip::test {

/// How a printer's drops become light.
enum class Drops {
  /// Ink stays in its pixel. Light spreads in the paper, as Yule and Nielsen assume: it passes the ink at one place and
  /// comes back through that of another, 2.5 pixels away on average.
  on_spreading_paper,
  /// Drops are round and opaque. Solid ones are 1.4 times as large as pixels, so they overlap.
  round,
};

/// Of one ink.
struct Inkjet {
  Drops drops = Drops::on_spreading_paper;
  std::vector<double> amounts;  ///< of the levels, from 0 for paper to 1
  std::array<double, 3>
      solid{};  ///< the light of solid ink, as parts of the paper's: red, green and blue, or X, Y and Z

  /// The light of an area of a plate, as parts of the paper's.
  [[nodiscard]] std::array<double, 3> print(const Plate& plate, const Area& area) const;
};

}  // namespace platerip::test
