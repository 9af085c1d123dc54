#include "tiffio/convert.h"

#include <algorithm>
#include <cstring>

namespace platerip::tiffio {
namespace {

/// Samples `step` bytes apart; rows of a caller need not be aligned, hence memcpy.
template <typename Sample, typename Convert>
void copy_samples(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                  std::int64_t count, Convert convert) {
  for (; count > 0; --count, from += from_step, to += to_step) {
    Sample sample;
    std::memcpy(&sample, from, sizeof sample);
    sample = convert(sample);
    std::memcpy(to, &sample, sizeof sample);
  }
}

}  // namespace

void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, std::byte* out) {
  const std::vector<int> plane_samples = layout.planes();
  const int sample_bytes = layout.bits / 8;
  const auto out_step = static_cast<std::int64_t>(layout.channels.size()) * sample_bytes;
  const std::int64_t in_step = layout.pixel_bytes();
  for (const Channel& channel : layout.channels) {
    const std::byte* in = planes.front() + channel.sample * sample_bytes;
    if (layout.separate) {
      const auto plane = std::find(plane_samples.begin(), plane_samples.end(), channel.sample) - plane_samples.begin();
      in = planes[static_cast<std::size_t>(plane)];
    }
    if (channel.map) {
      const auto look_up = [&map = *channel.map](std::uint8_t index) { return map[index]; };
      copy_samples<std::uint8_t>(in, in_step, out, out_step, layout.width, look_up);
    } else if (sample_bytes == 1) {
      const auto flip = [mask = channel.flip ? 0xff : 0](std::uint8_t sample) {
        return static_cast<std::uint8_t>(sample ^ mask);
      };
      copy_samples<std::uint8_t>(in, in_step, out, out_step, layout.width, flip);
    } else {
      const auto flip = [mask = channel.flip ? 0xffff : 0](std::uint16_t sample) {
        return static_cast<std::uint16_t>(sample ^ mask);
      };
      copy_samples<std::uint16_t>(in, in_step, out, out_step, layout.width, flip);
    }
    out += sample_bytes;
  }
}

}  // namespace platerip::tiffio
