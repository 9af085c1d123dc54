#include "rip/selftest/painting.h"

#include <algorithm>
#include <cstdint>

namespace platerip::rip {
namespace {

enum class Content { noise, ramp, tint, extremes, near_extremes, dots };
constexpr unsigned contents = 6;

// A sample of 16 bits. `random`: a random number.
std::uint32_t sample_of(Content content, std::uint32_t random, std::uint32_t tint, std::int64_t x,
                        std::int64_t columns) {
  const std::uint32_t near = random % 520;
  switch (content) {
    case Content::noise:
      return random & 0xFFFF;
    case Content::ramp:
      return static_cast<std::uint32_t>(x * 65535 / columns);
    case Content::tint:
      return tint;
    case Content::extremes:
      return random % 2 == 0 ? 0 : 0xFFFF;
    case Content::near_extremes:
      return random & 0x10000 ? near : 0xFFFF - near;
    case Content::dots:
      return random % 50 == 0 ? 0xFFFF : 0;
  }
  return 0;
}

template <typename Sample>
void paint_samples(Pixels& page, std::mt19937& random) {
  constexpr int shift = 16 - 8 * sizeof(Sample);
  const std::int64_t columns = page.info.width * page.info.samples();
  auto* sample = reinterpret_cast<Sample*>(page.samples.data());
  for (std::int64_t y = 0; y < page.info.height;) {
    const auto content = static_cast<Content>(random() % contents);
    const auto tint = static_cast<std::uint32_t>(random() & 0xFFFF);
    const std::int64_t end = std::min<std::int64_t>(page.info.height, y + 1 + random() % 60);
    for (; y < end; ++y) {
      for (std::int64_t x = 0; x < columns; ++x)
        *sample++ =
            static_cast<Sample>(sample_of(content, static_cast<std::uint32_t>(random()), tint, x, columns) >> shift);
    }
  }
}

}  // namespace

void paint(Pixels& page, std::mt19937& random) {
  page.samples.resize(static_cast<std::size_t>(page.info.row_bytes() * page.info.height));
  page.info.bits == 8 ? paint_samples<std::uint8_t>(page, random) : paint_samples<std::uint16_t>(page, random);
}

}  // namespace platerip::rip
