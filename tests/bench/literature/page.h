// Pages to halftone, and the expected results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::literature {

/// A page with one plane of 8-bit samples. Its rows are padded, like those of the pipeline: with a stride that is a
/// power of two, code that advances through many rows at once would take a third longer.
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

enum class Content { noise, gradient, waves };

/// Bytes of the samples of such a page.
std::size_t page_bytes(int width, int height);
/// Makes the same page at every call.
Page make_page(int width, int height, Content content);

/// Unpacks pixels of 1 to 8 bits, in rows of `stride` bytes, to one byte for each pixel, without padding.
void unpack(std::span<const std::byte> packed, std::size_t stride, int width, int height, int bits,
            std::span<std::uint8_t> levels);

/// The halftone of the page by halftone/reference, one byte per pixel.
std::vector<std::uint8_t> expected_levels(const Page& page, halftone::Method method, int levels);

}  // namespace platerip::literature
