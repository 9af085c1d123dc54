// The inks of a group, as one word of memory. Private to separation/cuda/.
#pragma once

#include <cstdint>

#include "base/quad.h"
#include "separation/interpolation.h"

namespace platerip::separation::cuda {

static_assert(sizeof(Quad<char>) == group_inks);

/// The inks of a group at a node of the grid.
using Node = Quad<std::uint16_t>;

}  // namespace platerip::separation::cuda
