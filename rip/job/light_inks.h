// Lighter inks that print the light tones of an ink: light cyan, gray.
//
// An ink and its lighter inks are halftoned together, as one ladder of drops. Each level of the ladder is one drop of
// one of these inks.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// The amounts of an ink's levels, from 0 for paper to solid, as halftone::Drops::amounts.
using DropSizes = std::vector<int>;

/// A lighter ink, which gets a plate of its own.
struct LightInk {
  std::string name;
  int strength = 0;               ///< of its solid, in thousandths of the solid dark ink: 1 to 999
  std::optional<int> sizes = {};  ///< it prints only so many of the smallest drop sizes, at least 1; if not set, all

  friend bool operator==(const LightInk&, const LightInk&) = default;
};

/// What a pixel prints: one drop, or nothing.
struct InkDrop {
  std::size_t ink = 0;  ///< 0: the dark ink; 1 and more: the lighter inks, in their order
  int size = 0;         ///< index of the drop size; 0: nothing

  friend bool operator==(const InkDrop&, const InkDrop&) = default;
};

/// An ink and its lighter inks, from paper to solid.
struct InkLadder {
  DropSizes amounts;            ///< of each level, in amounts of dark ink on a scale of its own
  std::vector<InkDrop> levels;  ///< what it prints
};

/// The ladder of an ink with these drop sizes, which halftone::check() accepts, and of its lighter inks. The levels are
/// the sizes of all these inks, in the order of their amounts. Where two are too close to each other for any halftone
/// (has_fine_step(), with mixing), the one of the darker ink is left out, or the smaller one of the same ink. Paper and
/// solid stay. Errors: a value of a lighter ink is out of range; more than halftone::max_levels levels remain, or none
/// of one of the lighter inks; a lighter ink prints more sizes than the ink has.
Result<InkLadder> ink_ladder(const DropSizes& sizes, std::span<const LightInk> lights);

}  // namespace platerip::rip
