// Adjacent samples that are read and written as one word.
#pragma once

namespace platerip {

/// Four samples.
template <typename Sample>
struct alignas(4 * sizeof(Sample)) Quad {
  Sample samples[4];
};

}  // namespace platerip
