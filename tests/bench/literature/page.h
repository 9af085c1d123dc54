// Pages to halftone, and what they must become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::literature {

/// One plane of 8-bit samples. Its rows are padded, as the pipeline's are: a stride that is a power of two would cost
/// whoever goes down the rows together a third.
struct Page {
  int width = 0;
  int height = 0;
  std::ptrdiff_t stride = 0;
  std::vector<std::uint8_t> samples;

  [[nodiscard]] const std::uint8_t* row(int y) const { return samples.data() + y * stride; }
  [[nodiscard]] std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

enum class Content { noise, gradient };

/// Bytes that its samples take.
std::size_t page_bytes(int width, int height);
/// The same page whenever it is asked for.
Page make_page(int width, int height, Content content);

/// Writes the level of each pixel, a byte each without padding: what is 1 to 8 bits a pixel in `packed` rows of
/// `stride` bytes.
void unpack(std::span<const std::byte> packed, std::size_t stride, int width, int height, int bits,
            std::span<std::uint8_t> levels);

/// What halftone/reference makes of the page, a byte a pixel.
std::vector<std::uint8_t> expected_levels(const Page& page, halftone::Method method, int levels);

}  // namespace platerip::literature
