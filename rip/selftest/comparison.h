// Compares all paths of a machine with the reference, round after round, and takes their times.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rip/selftest/kinds.h"
#include "rip/selftest/paths.h"
#include "rip/selftest/trial.h"

namespace platerip::rip {

struct ComparisonSettings {
  std::uint32_t seed = 0;
  double seconds = 30;
  int rounds = 1 << 30;             ///< at most
  double timed_seconds = 0.001;     ///< the reference takes so long, or somewhat longer, for a page that shows how fast
                                    ///< paths are; 0: there are none
  double shrink_seconds = 15;       ///< for making a page smaller whose plates differ
  std::function<bool()> stop = {};  ///< polled before each page; true ends the comparison; may be empty
};

/// What one path has made of the pages of one kind.
struct PathResult {
  int pages = 0;
  std::optional<double> pixels_per_second = {};  ///< of the halftone or the separation alone, on one thread
  std::string not_made = {};  ///< why it has not made some pages, or who has made them instead; "" if it has made all
};

/// The pages of one kind.
struct KindResult {
  Kind kind;
  std::vector<PathResult> paths;  ///< in the order of Paths::here
  int pages = 0;
  std::int64_t pixels = 0;
  int hand_overs = 0;
  std::string not_made = {};  ///< why the reference has not made a page
  std::optional<double> reference_pixels_per_second = {};
};

/// A page of which a path makes other plates than the reference.
struct Failure {
  std::string path;
  std::string kind;
  Trial trial;  ///< the smallest that was found
  std::string what;
};

struct Comparison {
  std::vector<KindResult> kinds;
  std::vector<Failure> failures;  ///< at most one of each path, which then takes no further part
  double seconds = 0;
  int rounds = 0;  ///< that were completed
};

/// Compares kind after kind, and begins a new round when all have had a page. All paths get the same pages.
Comparison compare_paths(const Paths& paths, std::vector<Kind> kinds, const ComparisonSettings& settings);

/// Compares one path on one trial. Returns how it fails; nothing if its plates are the same. Errors: the reference
/// cannot make the page; or, as ErrorCode::unsupported, this path makes no such pages.
Result<std::optional<std::string>> compare_path(Laboratory& laboratory, const Trial& trial, const Path& path);

}  // namespace platerip::rip
