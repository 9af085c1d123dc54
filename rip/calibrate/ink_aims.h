// The aims of a target's inks.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/aim.h"
#include "rip/calibrate/measurements.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// The aim of one ink.
struct InkAim {
  std::string name;  ///< for people: "linear", or the description of a press profile
  Aim aim;
};

/// The aims of all inks of the measurements, in their order.
struct InkAims {
  std::vector<InkAim> inks;
  std::vector<std::string> warnings;  ///< inks that are measured and that the press profile does not have
};

/// Finds the aim of each ink: the one that the order names for it, else the one that it names for all, else what the
/// press profile expects. Those are the tone_values() of the inks' wedges as the profile says that they print. Inks
/// that the press profile does not have get the linear aim, and a warning if they are measured, unless the order wants
/// the profile's aim for just them. Errors: an ink that is not there or has two aims, an ink that should have the aim
/// of a profile that does not have it, a press profile that cannot be read or does not tell how a measured ink prints.
Result<InkAims> ink_aims(const CurvesOrder& order, const Measurements& measured);

}  // namespace platerip::rip
