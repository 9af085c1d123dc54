// The inks of a group at a node of the grid, as one word of memory. Private to separation/cuda/.
#pragma once

#include <cstdint>

#include "base/quad.h"
#include "separation/interpolation.h"

namespace platerip::separation::cuda {

static_assert(sizeof(Quad<char>) == group_inks);

using Node = Quad<std::uint16_t>;

}  // namespace platerip::separation::cuda
