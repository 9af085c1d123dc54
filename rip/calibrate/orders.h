// The command line of `platerip calibrate`.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/aim.h"
#include "rip/calibrate/page/target_layout.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// `platerip calibrate target NAME`: make a target page.
struct TargetOrder {
  TargetSettings settings;
  bool names_inks = false;             ///< the inks of `settings` are not the default
  std::optional<std::string> profile;  ///< whose inks the page gets
  std::string name;                    ///< of the files, without extension
};

/// `platerip calibrate curves MEASUREMENTS`: make curves.
struct CurvesOrder {
  std::string measured;               ///< a file for read_measurements()
  std::optional<std::string> target;  ///< a file for read_target()
  std::string aim_name = "linear";    ///< for people
  Aim aim;
  double yule_nielsen = 1;
  std::vector<InkCurve> printed_with;  ///< the curves with which the target was printed
  std::optional<std::string> folder;   ///< of the curves; if not set, that of the measurements
};

/// One option, as help and the manual describe it.
template <typename Order>
struct OrderOption {
  std::string_view name;
  std::string_view value;
  std::string_view fallback;  ///< the default; may be empty
  std::string_view description;
  Status (*set)(Order& order, const std::string& word);
};
std::span<const OrderOption<TargetOrder>> target_options();
std::span<const OrderOption<CurvesOrder>> curves_options();

/// Reads the words after `target` and `curves`; nothing if they ask for help. Every error is wrong usage, or that of a
/// file named for an aim.
Result<std::optional<TargetOrder>> parse_target_order(std::span<const char* const> words);
Result<std::optional<CurvesOrder>> parse_curves_order(std::span<const char* const> words);

/// The help of `platerip calibrate`.
std::string calibrate_help();

}  // namespace platerip::rip
