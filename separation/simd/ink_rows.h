// Rows of ink samples. Private to separation/.
#pragma once

#include <span>

namespace platerip::separation {

/// Where each ink's samples go. A loop writes `count` samples, no more.
template <typename Sample>
using InkRows = std::span<Sample* const>;

}  // namespace platerip::separation
