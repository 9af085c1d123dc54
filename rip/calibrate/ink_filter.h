// The light by which an ink is measured.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/measurements.h"

namespace platerip::rip {

/// The mean of readings of patches that are to print the same.
struct MeanReading {
  std::vector<double> light;  ///< as in Reading
  double tone = 0;            ///< as in Reading
  double count = 0;           ///< how many there are
  std::string where;          ///< of the first

  void add(const Reading& reading);
};

/// The filter by which an ink is measured, as an index in Measurements::filters, of which there must be one. Cyan is
/// measured through red or as X, magenta through green or as Y, and yellow through blue or as Z. Black is measured by
/// all light, else through green or as Y. Other inks take the filter with the greatest contrast between paper and
/// solid. Errors: paper and solid look alike through it.
Result<std::size_t> choose_filter(const Measurements& measured, std::size_t ink, const MeanReading& paper,
                                  const MeanReading& solid);

}  // namespace platerip::rip
