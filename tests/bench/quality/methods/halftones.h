// Everything that halftones planes here: the product's methods, and published ones for comparison.
//
// Functions may throw std::bad_alloc, and std::runtime_error if a halftoner fails. They are thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halftone/drops.h"
#include "halftone/search.h"
#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// A way to make plates of the planes of a page. All planes have one size and whole amounts from 0 to 255.
struct Halftone {
  std::string name;
  std::vector<int> levels;  ///< numbers of levels that it can make
  std::function<std::vector<Image>(const std::vector<Image>& planes, int levels)> plates;
  bool is_slow = false;  ///< takes a thousand times as long as others: measured on less

  /// The plate of a page with one plane.
  [[nodiscard]] Image plate(const Image& plane, int levels_of_pixel = 2) const {
    return plates({plane}, levels_of_pixel).front();
  }
};

/// The methods of the product's table, by their names there.
std::vector<Halftone> product_halftones();

/// A search of the product with another effort, for two levels. Precondition: there is such a search.
Halftone with_effort(const std::string& name, const halftone::SearchEffort& effort);

/// A method of the product with drop sizes. Its plates have the levels of `drops.amounts`, whatever number is asked
/// for, and the ink that these print. Its planes may have fractions of amounts. Precondition: there is such a method,
/// and the drops pass halftone::check().
Halftone with_drops(const std::string& name, const halftone::Drops& drops);

/// A tone filter of the product with even inks, for two levels: of two planes, the second is spread over the first; of
/// C, M, Y and K, C over K and M over K and C. Nothing for other halftones.
std::optional<Halftone> with_even_inks(const Halftone& halftone);

/// dbs with inks searched together, for two levels: two planes as C and M, four as C, M, Y and K. Nothing for other
/// halftones.
std::optional<Halftone> with_inks_together(const Halftone& halftone);

}  // namespace platerip::quality
