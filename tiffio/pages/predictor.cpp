#include "tiffio/pages/predictor.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "tiffio/layout/codec.h"

namespace platerip::tiffio {
namespace {

// The compiler adds such a vector with one instruction, even that of 8 bytes.
template <typename Sample, std::size_t bytes>
struct Vector {
  typedef Sample type __attribute__((vector_size(bytes)));
};

/// Adds pixels of up to `vector_bytes` bytes, each to the one before. A vector of samples covers the pixel and what
/// follows it, which the next vector overwrites. So the row is copied in pieces, and read from there.
template <typename Sample, std::size_t vector_bytes>
void add_pixels(std::span<std::byte> row, std::size_t pixel_bytes) {
  using Pixel = typename Vector<Sample, vector_bytes>::type;
  constexpr std::size_t copied_bytes = 4096;
  std::array<std::byte, copied_bytes + vector_bytes> piece;
  const std::size_t whole_pixels = copied_bytes / pixel_bytes * pixel_bytes;
  Pixel sum{};
  for (std::size_t begin = 0; begin < row.size(); begin += whole_pixels) {
    const std::size_t bytes = std::min(whole_pixels, row.size() - begin);
    std::memcpy(piece.data(), row.data() + begin, bytes);
    std::byte* out = row.data() + begin;
    const std::byte* in = piece.data();
    const std::byte* const end = in + bytes;
    for (; end - in >= static_cast<std::ptrdiff_t>(vector_bytes); in += pixel_bytes, out += pixel_bytes) {
      Pixel pixel;
      std::memcpy(&pixel, in, sizeof pixel);
      sum += pixel;
      std::memcpy(out, &sum, sizeof sum);
    }
    for (; in < end; in += pixel_bytes, out += pixel_bytes) {
      Pixel pixel;
      std::memcpy(&pixel, in, sizeof pixel);
      sum += pixel;
      std::memcpy(out, &sum, pixel_bytes);
    }
  }
}

/// The same for pixels of any size, sample by sample.
template <typename Sample>
void add_samples(std::span<std::byte> row, std::size_t pixel_bytes) {
  for (std::size_t at = pixel_bytes; at < row.size(); at += sizeof(Sample)) {
    Sample sample = 0, before = 0;
    std::memcpy(&sample, row.data() + at, sizeof sample);
    std::memcpy(&before, row.data() + at - pixel_bytes, sizeof before);
    sample = static_cast<Sample>(sample + before);
    std::memcpy(row.data() + at, &sample, sizeof sample);
  }
}

template <typename Sample>
void add(std::span<std::byte> row, std::size_t pixel_bytes) {
  if (pixel_bytes <= 8) return add_pixels<Sample, 8>(row, pixel_bytes);
  if (pixel_bytes <= 16) return add_pixels<Sample, 16>(row, pixel_bytes);
  add_samples<Sample>(row, pixel_bytes);
}

/// The floating-point predictor (Adobe Photoshop TIFF Technical Note 3): differences of bytes, the most significant
/// bytes of all samples first.
void undo_floats(const PageLayout& layout, std::span<std::byte> row, std::vector<std::byte>& scratch) {
  constexpr std::size_t sample_bytes = sizeof(float);
  constexpr bool big_endian = std::endian::native == std::endian::big;
  add<std::uint8_t>(row, static_cast<std::size_t>(layout.pixel_samples()));
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
  const auto pixel_bytes = static_cast<std::size_t>(layout.pixel_bits() / 8);
  if (layout.bits == 8) return add<std::uint8_t>(row, pixel_bytes);
  if (layout.bits == 16) return add<std::uint16_t>(row, pixel_bytes);
  add<std::uint32_t>(row, pixel_bytes);
}

void undo_predictor(const PageLayout& layout, std::span<std::byte> row, std::vector<std::byte>& scratch) {
  if (layout.predictor == PREDICTOR_FLOATINGPOINT) return undo_floats(layout, row, scratch);
  if (layout.swap_bytes) swap_bytes(layout, row);
  if (layout.predictor == PREDICTOR_HORIZONTAL) undo_differences(layout, row);
}

}  // namespace platerip::tiffio
