// The inks of a group, as one word of memory. Private to separation/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "separation/interpolation.h"

namespace platerip::separation::cuda {

/// Four samples that are read and written as one word.
template <typename Sample>
struct alignas(group_inks * sizeof(Sample)) Quad {
  Sample samples[group_inks];
};

/// The inks of a group at a node of the grid.
using Node = Quad<std::uint16_t>;

}  // namespace platerip::separation::cuda
