#include "tiffio/layout/convert.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "tiffio/layout/unpack.h"
#include "tiffio/layout/ycbcr.h"

namespace platerip::tiffio {
namespace {

/// Copies samples that are `from_step` and `to_step` bytes apart. It uses memcpy because a caller's rows need not be
/// aligned.
template <typename From, typename To, typename Convert>
void copy_samples(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                  std::int64_t count, Convert convert) {
  for (; count > 0; --count, from += from_step, to += to_step) {
    From sample;
    std::memcpy(&sample, from, sizeof sample);
    const To converted = convert(sample);
    std::memcpy(to, &converted, sizeof converted);
  }
}

/// Of what stretching adds to a sample, `kept` says the bits: all or none.
template <typename Sample>
Sample stretched(Sample v, Sample kept) {
  const auto sum = static_cast<Sample>(v + (((v >> 8) + (v >> 7 & 1)) & kept));
  return static_cast<Sample>(sum | (sum < v ? ~0 : 0));
}

/// The samples of one plane of a row, as bytes or 16-bit numbers.
struct Unpacked {
  const std::byte* begin;
  std::int64_t step;  // bytes from pixel to pixel
};

template <typename From, typename To>
void look_up(const Channel& channel, Unpacked in, std::byte* out, std::int64_t out_step, std::int64_t count) {
  copy_samples<From, To>(in.begin, in.step, out, out_step, count,
                         [map = channel.map->data()](From v) { return static_cast<To>(map[v]); });
}

template <typename Sample>
void flip(const Channel& channel, Unpacked in, std::byte* out, std::int64_t out_step, std::int64_t count) {
  copy_samples<Sample, Sample>(in.begin, in.step, out, out_step, count,
                               [bits = channel.flip](Sample v) { return static_cast<Sample>(v ^ bits); });
}

void convert_channel(const Channel& channel, int in_bytes, Unpacked in, int out_bytes, std::byte* out,
                     std::int64_t out_step, std::int64_t count) {
  if (channel.map) {
    if (in_bytes == 2) return look_up<std::uint16_t, std::uint16_t>(channel, in, out, out_step, count);
    if (out_bytes == 2) return look_up<std::uint8_t, std::uint16_t>(channel, in, out, out_step, count);
    return look_up<std::uint8_t, std::uint8_t>(channel, in, out, out_step, count);
  }
  if (channel.stretch) {
    return copy_samples<std::uint16_t, std::uint16_t>(
        in.begin, in.step, out, out_step, count, [bits = channel.flip](std::uint16_t v) {
          return stretched<std::uint16_t>(static_cast<std::uint16_t>(v ^ bits), 0xFFFF);
        });
  }
  if (in_bytes == 1) return flip<std::uint8_t>(channel, in, out, out_step, count);
  flip<std::uint16_t>(channel, in, out, out_step, count);
}

constexpr std::size_t most_in_order = 4;

/// Whether the channels are the samples of interleaved pixels, in their order, none of which is looked up.
bool keeps_order(const PageLayout& layout) {
  const auto& channels = layout.channels;
  if (!layout.whole_bytes() || layout.separate || channels.size() > most_in_order) return false;
  if (std::cmp_not_equal(channels.size(), layout.samples) || layout.returned_bits != layout.bits) return false;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (channels[i].map || std::cmp_not_equal(channels[i].sample, i)) return false;
  return true;
}

/// Converts all samples of such a row in one pass, in pieces that the compiler makes vectors of.
template <typename Sample>
void convert_in_order(const std::vector<Channel>& channels, const std::byte* in, std::int64_t count, std::byte* out) {
  constexpr std::int64_t piece = 192;  // whole pixels of any number of channels
  static_assert(most_in_order == 4 && piece % 3 == 0 && piece % 4 == 0);
  std::array<Sample, piece> flips{}, kept{};
  for (std::size_t i = 0; i < piece; ++i) {
    const Channel& channel = channels[i % channels.size()];
    flips[i] = static_cast<Sample>(channel.flip);
    kept[i] = static_cast<Sample>(channel.stretch ? ~0 : 0);
  }
  const auto convert = [&](std::int64_t samples) {
    for (std::int64_t i = 0; i < samples; ++i) {
      Sample sample;
      std::memcpy(&sample, in + i * sizeof sample, sizeof sample);
      sample = stretched<Sample>(static_cast<Sample>(sample ^ flips[i]), kept[i]);
      std::memcpy(out + i * sizeof sample, &sample, sizeof sample);
    }
    in += samples * sizeof(Sample);
    out += samples * sizeof(Sample);
  };
  for (; count >= piece; count -= piece) convert(piece);
  convert(count);
}

/// Bytes of a sample once it is unpacked.
int unpacked_bytes(const PageLayout& layout) {
  return layout.bits <= 8 ? 1 : 2;
}

}  // namespace

std::int64_t convert_scratch_bytes(const PageLayout& layout) {
  if (layout.whole_bytes()) return 0;
  return layout.width * layout.pixel_samples() * unpacked_bytes(layout);
}

void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, int row, std::byte* scratch,
                 std::byte* out) {
  if (layout.ycbcr) return layout.ycbcr->convert_row(layout, planes, row, out);
  const std::vector<Channel>& channels = layout.channels;
  const int in_bytes = unpacked_bytes(layout);
  const int out_bytes = layout.returned_bits / 8;
  const std::int64_t samples = layout.width * layout.pixel_samples();
  if (layout.floating && layout.keeps_samples()) return unpack_floats(planes[0], samples, out);
  if (keeps_order(layout))
    return in_bytes == 1 ? convert_in_order<std::uint8_t>(channels, planes[0], samples, out)
                         : convert_in_order<std::uint16_t>(channels, planes[0], samples, out);
  const std::byte* unpacked = nullptr;
  std::size_t plane = 0;
  for (std::size_t i = 0; i < channels.size(); ++i, out += out_bytes) {
    const bool same_plane = i > 0 && (!layout.separate || channels[i].sample == channels[i - 1].sample);
    if (!same_plane) {
      unpacked = planes[plane++];
      if (layout.floating)
        unpack_floats(unpacked, samples, scratch);
      else if (!layout.whole_bytes())
        unpack_integers(layout.bits, unpacked, samples, scratch);
      if (!layout.whole_bytes()) unpacked = scratch;
    }
    const int first = layout.separate ? 0 : channels[i].sample;
    const Unpacked in{unpacked + first * in_bytes, layout.pixel_samples() * in_bytes};
    const auto out_step = static_cast<std::int64_t>(channels.size()) * out_bytes;
    convert_channel(channels[i], in_bytes, in, out_bytes, out, out_step, layout.width);
  }
}

}  // namespace platerip::tiffio
