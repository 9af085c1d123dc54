// Settings of screens, the same for all pages. Only copies may throw (std::bad_alloc).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "halftone/screens/spot.h"
#include "profiles/per_ink.h"

namespace platerip::rip {

/// How screens are made.
struct ScreenSettings {
  std::optional<double> ruling;  ///< lines per inch of AM screens; if not set, 150, or an eighth of the resolution if
                                 ///< that is less
  std::vector<profiles::PerInk<double>> angles;  ///< of AM screens, in degrees counterclockwise
  std::optional<double> angle;  ///< of black's AM screen, with which those of inks that `angles` leaves out turn; if
                                ///< not set, they have their usual angles (ink_screens.h)
  const halftone::Spot* dot = &halftone::spot_of(halftone::DotShape::euclidean);  ///< shape of AM dots
  int dot_size = 2;            ///< side of green noise's smallest dots in pixels
  double min_dot_percent = 0;  ///< all tones but paper and solid have at least this much ink, and this much paper
  /// Files for ScreenFile::read(). Their screens replace the method that the job names.
  std::vector<profiles::PerInk<std::string>> files;
};

}  // namespace platerip::rip
