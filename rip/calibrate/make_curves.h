// Makes calibration curves from measurements. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/orders.h"
#include "rip/calibrate/tone_values.h"

namespace platerip::rip {

/// A tint of a wedge and its correction.
struct CorrectedTint {
  Tint tint;
  double aim = 0;        ///< the tone that it is to have, in percent
  double corrected = 0;  ///< the ink amount that the curve gives it, in percent
};

/// The calibration of an ink.
struct InkCalibration {
  std::string ink;
  std::vector<CorrectedTint> tints;
  std::string file;  ///< the path of its curve
};

/// What make_curves() has made.
struct Calibration {
  std::vector<InkCalibration> inks;
  std::vector<std::string> warnings;  ///< those of ink_aims(), inks that are not measured, and tints far from the curve
};

/// Reads the measurements and writes a curve for each measured ink, all or none: NAME.INK.txt for NAME.ti3. Errors:
/// those of the files, of ink_aims(), of tone_values() and of writing; `printed_with` names an ink that is not there,
/// or one ink twice; the target has drop sizes; a file that is read would be replaced; no ink is measured.
Result<Calibration> make_curves(const CurvesOrder& order);

}  // namespace platerip::rip
