// Judges the plates of a page: may they go to press?
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tiffio/raster.h"

namespace platerip::rip {

/// How good plates are.
enum class Grade {
  good,  ///< nothing was found
  look,  ///< a person should look at it
  bad,   ///< it should not go to press like this
};

/// One thing that a person should know.
struct Finding {
  Grade grade = Grade::look;
  std::string text;  ///< a sentence
};

/// A plate as it is in its file.
struct PlateFact {
  std::string ink;
  std::int64_t width = 0;
  std::int64_t height = 0;
  double coverage_percent = 0;
};

/// What the verdict depends on.
struct VerdictFacts {
  std::vector<PlateFact> plates;
  double most_ink_percent = 0;           ///< the greatest total ink of an area
  std::optional<double> most_ink_pixel;  ///< the greatest total ink of a pixel, in percent, if it is known
  std::optional<double> ink_limit;       ///< of total ink, in percent
  tiffio::Resolution resolution;         ///< of the plates
  std::optional<double> setter_dpi;      ///< the resolution of the plate setter, if the user has given it
  std::vector<std::string> warnings;     ///< about the page
};

/// What is wrong with the plates, and what should be looked at, the worst first. Empty if nothing was found.
std::vector<Finding> judge(const VerdictFacts& facts);

/// The worst grade; good if there are no findings.
Grade worst(const std::vector<Finding>& findings);

/// A number with this many decimals.
std::string fixed(double value, int decimals);

}  // namespace platerip::rip
