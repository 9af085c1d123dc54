// A page without a file, which tests make row by row.
#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include "rip/selftest/page_in_memory.h"
#include "tests/seed.h"

namespace platerip::test {

/// Smooth RGB colours with grain.
inline rip::Pixels made_pixels(std::int64_t width, std::int64_t height, int bits) {
  rip::Pixels page;
  page.info.width = width;
  page.info.height = height;
  page.info.bits = bits;
  page.samples.resize(static_cast<std::size_t>(page.info.row_bytes() * height));
  std::mt19937 random(test_seed());
  for (std::size_t i = 0; i < page.samples.size(); ++i)
    page.samples[i] = static_cast<std::byte>(i * 200 / page.samples.size() + random() % 50);
  return page;
}

/// A page of these. From row `end` on, it cannot be read.
class MadePage : public rip::PageInMemory {
 public:
  MadePage(std::int64_t width, std::int64_t height, int bits,
           std::int64_t end = std::numeric_limits<std::int64_t>::max())
      : PageInMemory(made_pixels(width, height, bits), end) {}
};

}  // namespace platerip::test
