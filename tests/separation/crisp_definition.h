// Crisp pages by the definition of separation/edges/crisp.h, written a second time: over whole pages, with plain loops,
// and slowly.
#pragma once

#include <cstdint>
#include <vector>

#include "separation/edges/crisp.h"

namespace platerip::test {

/// A page whose samples are interleaved, as `format` says.
struct SamplePage {
  separation::PixelFormat format;
  int width = 0, height = 0;
  std::vector<int> samples;

  [[nodiscard]] int samples_of_pixel() const { return format.bytes() / (format.bits / 8); }
};

SamplePage crisp_by_definition(separation::Crisp crisp, const SamplePage& page);

}  // namespace platerip::test
