// The command line of `platerip calibrate`.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
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

/// The tints of bars, in percent.
inline const std::vector<double> default_bars = {0, 10, 25, 50, 75, 90, 100};

/// `platerip calibrate target NAME`: make a target page.
struct TargetOrder {
  TargetSettings settings;
  bool names_inks = false;             ///< the user has named the inks of `settings`
  bool names_steps = false;            ///< … and its tints
  std::optional<std::string> profile;  ///< a press profile, whose inks the page gets
  std::string name;                    ///< the path of the files, with or without an extension
};

/// An aim that the user names.
struct WantedAim {
  std::string ink;         ///< a name for find_ink(); empty: all inks
  std::string name;        ///< may be the path of a file
  std::optional<Aim> aim;  ///< if not set, what the press profile expects
};

/// `platerip calibrate curves MEASUREMENTS`: make curves.
struct CurvesOrder {
  std::string measured;                ///< a file for read_measurements()
  std::optional<std::string> target;   ///< a file for read_target()
  std::vector<WantedAim> aims;         ///< inks that are not among them get the aim of the press profile
  std::optional<std::string> profile;  ///< the press profile; if not set, the one built into the program
  double yule_nielsen = 1;
  std::vector<profiles::PerInk<std::string>>
      printed_with;                   ///< the files of the curves with which the target was printed
  std::optional<std::string> folder;  ///< of the curves; if not set, that of the measurements
};

/// `platerip calibrate drops MEASUREMENTS`: measure drop sizes.
struct DropsOrder {
  std::string measured;               ///< a file for read_measurements()
  std::optional<std::string> target;  ///< a file for read_target()
  std::optional<std::string> folder;  ///< of the result; if not set, that of the measurements
};

/// `platerip calibrate across SCAN`, or a table instead of a scan: make curves that change across the plate.
struct AcrossOrder {
  std::string measured;                      ///< a scan for read_bars() or a table for read_bar_table()
  bool describes_scan = false;               ///< a user gives `tints`, `group` or `resolution`
  std::vector<double> tints = default_bars;  ///< of the bars, as TargetSettings::tints
  double left = 0;                           ///< mm from the left of the plate to that of the scan
  double group = 5;                          ///< mm: the width of columns that get a curve together
  std::optional<double> resolution;          ///< dots per inch of a scan that has none
  std::optional<std::string> folder;         ///< of the result; if not set, that of the scan
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

/// The options of each command, in the order of help.
std::span<const OrderOption<TargetOrder>> target_options();
std::span<const OrderOption<DropsOrder>> drops_options();
std::span<const OrderOption<CurvesOrder>> curves_options();
std::span<const OrderOption<AcrossOrder>> across_options();

/// Read the words after `target`, `drops`, `curves` or `across`. Nothing if they ask for help. Errors: wrong usage, or
/// the file of an aim cannot be used.
Result<std::optional<TargetOrder>> parse_target_order(std::span<const char* const> words);
Result<std::optional<DropsOrder>> parse_drops_order(std::span<const char* const> words);
Result<std::optional<CurvesOrder>> parse_curves_order(std::span<const char* const> words);
Result<std::optional<AcrossOrder>> parse_across_order(std::span<const char* const> words);

/// The help of `platerip calibrate`.
std::string calibrate_help();

}  // namespace platerip::rip
