#include "tiffio/pages/convert.h"

#include <cstring>

namespace platerip::tiffio {
namespace {

/// Copies samples that are `from_step` and `to_step` bytes apart. It uses memcpy because a caller's rows need not be
/// aligned.
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

void convert_row(const PageLayout& layout, const std::byte* in, std::span<const std::int64_t> offsets, std::byte* out) {
  const int sample_bytes = layout.bits / 8;
  const std::int64_t in_step = layout.pixel_bytes();
  const auto out_step = static_cast<std::int64_t>(layout.channels.size()) * sample_bytes;
  for (std::size_t i = 0; i < layout.channels.size(); ++i, out += sample_bytes) {
    const Channel& channel = layout.channels[i];
    const std::byte* from = in + offsets[i];
    if (channel.map) {
      const auto look_up = [&map = *channel.map](std::uint8_t index) { return map[index]; };
      copy_samples<std::uint8_t>(from, in_step, out, out_step, layout.width, look_up);
    } else if (sample_bytes == 1) {
      const auto flip = [mask = channel.flip ? 0xff : 0](std::uint8_t v) {
        return static_cast<std::uint8_t>(v ^ mask);
      };
      copy_samples<std::uint8_t>(from, in_step, out, out_step, layout.width, flip);
    } else {
      const auto flip = [mask = channel.flip ? 0xffff : 0](std::uint16_t v) {
        return static_cast<std::uint16_t>(v ^ mask);
      };
      copy_samples<std::uint16_t>(from, in_step, out, out_step, layout.width, flip);
    }
  }
}

}  // namespace platerip::tiffio
