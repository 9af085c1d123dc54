#include "rip/plates/parted_plates.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t wanted_bytes = 256 << 10;  // of a printed plate, so that a cache has them until they are written

std::int64_t rows_for(std::int64_t row_bytes) {
  return std::max<std::int64_t>(1, wanted_bytes / row_bytes);
}

std::array<std::uint8_t, 256> printed_pixels(const PlatePart& part, int bits, int printed_bits) {
  std::array<std::uint8_t, 256> of_byte{};
  for (unsigned byte = 0; byte < of_byte.size(); ++byte) {
    unsigned pixels = 0;
    for (int shift = 8 - bits; shift >= 0; shift -= bits)
      pixels = pixels << printed_bits | part.level_of[byte >> shift & ((1U << bits) - 1)];
    of_byte[byte] = static_cast<std::uint8_t>(pixels);
  }
  return of_byte;
}

// Each printed byte has the pixels of one, two or four halftoned bytes. The last may lack some of these.
template <std::size_t bytes>
void part_bytes(const std::array<std::uint8_t, 256>& of_byte, std::span<const std::byte> from, std::byte* to) {
  const auto printed = [&of_byte](std::span<const std::byte, bytes> pixels) {
    unsigned byte = 0;
    for (const std::byte pixel : pixels) byte = byte << 8 / bytes | of_byte[std::to_integer<std::size_t>(pixel)];
    return static_cast<std::byte>(byte);
  };
  for (; from.size() >= bytes; from = from.subspan(bytes)) *to++ = printed(from.template first<bytes>());
  if (from.empty()) return;
  std::array<std::byte, bytes> last{};
  std::ranges::copy(from, last.begin());
  *to = printed(last);
}

}  // namespace

PartedPlates::PartedPlates(std::span<const PlatePart> parts, std::int64_t width, int levels, int printed_levels)
    : bytes_per_byte_(halftone::plate_bits(levels) / halftone::plate_bits(printed_levels)),
      row_bytes_(static_cast<std::size_t>(halftone::plate_row_bytes(width, levels))),
      printed_row_bytes_(halftone::plate_row_bytes(width, printed_levels)),
      most_rows_(rows_for(printed_row_bytes_)),
      rows_(static_cast<std::size_t>(memory_bytes(parts.size(), width, printed_levels))) {
  for (const PlatePart& part : parts) {
    parts_.push_back(
        {part.plate, printed_pixels(part, halftone::plate_bits(levels), halftone::plate_bits(printed_levels))});
    const auto index = static_cast<std::int64_t>(printed_.size());
    printed_.push_back({rows_.data() + index * most_rows_ * printed_row_bytes_, printed_row_bytes_});
  }
}

std::int64_t PartedPlates::memory_bytes(std::size_t parts, std::int64_t width, int printed_levels) {
  const std::int64_t row_bytes = halftone::plate_row_bytes(width, printed_levels);
  return static_cast<std::int64_t>(parts) * rows_for(row_bytes) * row_bytes;
}

std::span<const halftone::Plate> PartedPlates::part(std::span<const halftone::Plate> plates, std::int64_t rows) {
  parallel_for(static_cast<int>(parts_.size()), [&](int index) {
    const Part& part = parts_[static_cast<std::size_t>(index)];
    const halftone::Plate& from = plates[part.plate];
    const halftone::Plate& to = printed_[static_cast<std::size_t>(index)];
    for (std::int64_t row = 0; row < rows; ++row)
      part_row(part, from.pixels + row * from.stride, to.pixels + row * to.stride);
  });
  return printed_;
}

void PartedPlates::part_row(const Part& part, const std::byte* from, std::byte* to) const {
  switch (bytes_per_byte_) {
    case 1:
      return part_bytes<1>(part.of_byte, {from, row_bytes_}, to);
    case 2:
      return part_bytes<2>(part.of_byte, {from, row_bytes_}, to);
    default:
      return part_bytes<4>(part.of_byte, {from, row_bytes_}, to);
  }
}

}  // namespace platerip::rip
