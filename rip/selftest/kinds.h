// The kinds of trials: every halftone, and every way to separate. What else a page has is chosen by chance.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/selftest/trial.h"

namespace platerip::rip {

struct Kind {
  std::string name;                                          ///< for users: "jarvis, drops"
  std::vector<std::pair<std::string, std::string>> options;  ///< those of each of its trials
  tiffio::ColorModel model = tiffio::ColorModel::cmyk;       ///< of its pages
  int bits = 0;                                              ///< of its pages; 0: 8 or 16
  bool has_drops = false;                                    ///< its plates have more than two levels
  bool separates = false;                                    ///< it is about the separation, not about the halftone
  std::int64_t pixels = 20'000;                              ///< the most of a page
  std::int64_t least_pixels = 1;
};

/// All kinds, the slowest last. `profiles`: files of press profiles or device links, to which pages are separated, too.
/// Errors: one of these cannot be used.
Result<std::vector<Kind>> kinds_of_trials(std::span<const std::string> profiles);

/// A trial of a page. Successive numbers go through levels and bits, and every third page is handed over; all else is
/// random.
Trial random_trial(const Kind& kind, int number, std::mt19937& random);

/// A trial of about `pixels` pixels that shows how fast a path is: one thread, few options.
Trial timed_trial(const Kind& kind, std::int64_t pixels);

}  // namespace platerip::rip
