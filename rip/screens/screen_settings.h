// Settings of screens, the same for all pages. Only copies may throw (std::bad_alloc).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "halftone/screens/spot.h"

namespace platerip::rip {

/// The angle of an ink's dots.
struct InkAngle {
  std::string ink;   ///< a name for find_ink()
  double angle = 0;  ///< in degrees counterclockwise
};

/// A screen of the user for one ink.
struct InkScreenFile {
  std::string ink;   ///< a name for find_ink()
  std::string file;  ///< a file for read_screen()
};

/// How screens are made.
struct ScreenSettings {
  std::optional<double> ruling;  ///< lines per inch of AM screens; if not set, 150, or an eighth of the resolution if
                                 ///< that is less
  std::vector<InkAngle> angles;  ///< of AM screens; for other inks, default_angle()
  double turn = 0;               ///< degrees by which all default angles are turned
  const halftone::Spot* dot = &halftone::spot_of(halftone::DotShape::euclidean);  ///< shape of AM dots
  int dot_size = 2;                  ///< side of green noise's smallest dots in pixels
  double min_dot_percent = 0;        ///< all tones but paper and solid have at least this much ink, and this much paper
  std::vector<InkScreenFile> files;  ///< screens for inks; they replace the method that the job names
};

}  // namespace platerip::rip
