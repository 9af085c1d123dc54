#include "tiffio/pages/predictor.h"

#include <tiffio.h>

#include <bit>
#include <cstdint>
#include <cstring>

#include "tiffio/layout/codec.h"
#include "tiffio/pages/sum_pixels.h"

namespace platerip::tiffio {
namespace {

/// The floating-point predictor (Adobe Photoshop TIFF Technical Note 3): differences of bytes, the most significant
/// bytes of all samples first.
void undo_floats(const PageLayout& layout, std::span<std::byte> row, std::vector<std::byte>& scratch) {
  constexpr std::size_t sample_bytes = sizeof(float);
  constexpr bool big_endian = std::endian::native == std::endian::big;
  sum_pixels(row, static_cast<std::size_t>(layout.pixel_samples()), 1);
  scratch.assign(row.begin(), row.end());
  const std::size_t samples = row.size() / sample_bytes;
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t byte = 0; byte < sample_bytes; ++byte)
      row[i * sample_bytes + byte] = scratch[(big_endian ? byte : sample_bytes - 1 - byte) * samples + i];
  }
}

void swap_bytes(const PageLayout& layout, std::span<std::byte> row) {
  const auto swap = [row]<typename Word>(Word word, auto swapped) {
    for (std::size_t at = 0; at + sizeof word <= row.size(); at += sizeof word) {
      std::memcpy(&word, row.data() + at, sizeof word);
      word = swapped(word);
      std::memcpy(row.data() + at, &word, sizeof word);
    }
  };
  if (layout.bits == 16) swap(std::uint16_t{}, [](std::uint16_t word) { return __builtin_bswap16(word); });
  if (layout.bits == 32) swap(std::uint32_t{}, [](std::uint32_t word) { return __builtin_bswap32(word); });
}

}  // namespace

bool leaves_differences(const PageLayout& layout) {
  return layout.compressed() && layout.predictor == PREDICTOR_HORIZONTAL && layout.unit_width * layout.unit_height == 1;
}

void undo_differences(const PageLayout& layout, std::span<std::byte> row) {
  sum_pixels(row, static_cast<std::size_t>(layout.pixel_bits() / 8), static_cast<std::size_t>(layout.bits / 8));
}

void undo_predictor(const PageLayout& layout, std::span<std::byte> row, std::vector<std::byte>& scratch) {
  if (layout.predictor == PREDICTOR_FLOATINGPOINT) return undo_floats(layout, row, scratch);
  if (layout.swap_bytes) swap_bytes(layout, row);
  if (layout.predictor == PREDICTOR_HORIZONTAL) undo_differences(layout, row);
}

}  // namespace platerip::tiffio
