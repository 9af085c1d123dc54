// The patches of a target that measures drop sizes.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace platerip::rip {

/// What the pixels of a patch print.
struct DropMixture {
  std::vector<double> shares;  ///< percent of the pixels that print each size, from the smallest; the others are paper
  std::string label;           ///< "2:50": size 2 in 50 percent of the pixels; "1+2:50": also size 1 in the others
};

/// The mixtures for plates of so many levels, 3 to 16: paper, each size alone in all pixels and in some, and in some
/// pixels with the next smaller size in the others. There are at most 254; with many sizes, each has fewer of them.
std::vector<DropMixture> drop_mixtures(int levels);

/// The ink of a mixture in percent, if drops are evenly spaced up to the last of these sizes.
double nominal_amount(std::span<const double> shares);

}  // namespace platerip::rip
