// Output rows of ink samples. Private to separation/.
#pragma once

#include <span>

namespace platerip::separation {

/// The output row of each ink. A loop writes `count` samples to each, and never more.
template <typename Sample>
using InkRows = std::span<Sample* const>;

}  // namespace platerip::separation
