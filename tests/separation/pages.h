// Pages and their ink planes in memory, for the tests of separation/.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

#include "separation/backends/backends.h"

namespace platerip::separation {

struct Page {
  PixelFormat format;
  std::int64_t width = 0;
  std::int64_t rows = 0;
  std::vector<std::byte> pixels;

  std::ptrdiff_t stride() const { return width * format.bytes(); }
  Strip strip(std::int64_t first, std::int64_t count) const {
    return {width, count, pixels.data() + first * stride(), stride()};
  }
};

inline Page random_page(const PixelFormat& format, std::int64_t width, std::int64_t rows, std::uint32_t seed) {
  Page page{format, width, rows, std::vector<std::byte>(static_cast<std::size_t>(width * rows * format.bytes()))};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < page.pixels.size(); i += sizeof(std::uint32_t)) {
    const auto bytes = static_cast<std::uint32_t>(random());
    std::memcpy(&page.pixels[i], &bytes, std::min(sizeof bytes, page.pixels.size() - i));
  }
  return page;
}

/// A page of one row with these samples.
template <typename Sample>
Page row_of(const PixelFormat& format, const std::vector<Sample>& samples) {
  Page page{format, static_cast<std::int64_t>(samples.size() * sizeof(Sample)) / format.bytes(), 1, {}};
  page.pixels.resize(samples.size() * sizeof(Sample));
  std::memcpy(page.pixels.data(), samples.data(), page.pixels.size());
  return page;
}

/// The ink planes of a complete page, one after the other. Each row is followed by some marked bytes.
struct Inks {
  static constexpr std::ptrdiff_t margin = 6;
  static constexpr std::byte mark{0xA5};

  Inks(const Page& page, std::size_t inks)
      : width(page.width),
        rows(page.rows),
        sample_bytes(page.format.bits / 8),
        stride(page.width * sample_bytes + margin),
        planes(inks, std::vector<std::byte>(static_cast<std::size_t>(page.rows * stride), mark)) {}

  std::vector<Plane> from_row(std::int64_t first) {
    std::vector<Plane> result;
    for (auto& plane : planes) result.push_back({plane.data() + first * stride, stride});
    return result;
  }

  std::uint32_t at(std::size_t ink, std::int64_t row, std::int64_t x) const {
    const std::byte* p = planes[ink].data() + row * stride + x * sample_bytes;
    if (sample_bytes == 1) return std::to_integer<std::uint32_t>(*p);
    std::uint16_t sample = 0;
    std::memcpy(&sample, p, sizeof sample);
    return sample;
  }

  /// Whether the bytes after every row are unchanged.
  bool margins_untouched() const {
    for (const auto& plane : planes)
      for (std::int64_t row = 0; row < rows; ++row)
        for (std::ptrdiff_t i = stride - margin; i < stride; ++i)
          if (plane[static_cast<std::size_t>(row * stride + i)] != mark) return false;
    return true;
  }

  bool operator==(const Inks&) const = default;

  std::int64_t width, rows;
  std::ptrdiff_t sample_bytes, stride;
  std::vector<std::vector<std::byte>> planes;
};

/// Separates one strip of the page into its rows of `inks`. The workspace is just large enough, and badly aligned.
inline void separate_rows(const Separator& separator, const Page& page, std::int64_t first, std::int64_t count,
                          Inks& inks) {
  std::vector<std::byte> memory(separator.workspace_bytes(page.width, count) + 1);
  EXPECT_TRUE(separator.run(page.strip(first, count), inks.from_row(first), std::span(memory).subspan(1)).ok());
}

inline std::unique_ptr<Separator> separator_of(const Settings& settings, std::string_view backend = "auto") {
  auto separator = make_separator(settings, backend);
  if (!separator.ok()) throw std::runtime_error(separator.error().message);
  return *std::move(separator);
}

inline Inks separate(const Settings& settings, const Page& page, std::string_view backend = "auto") {
  const auto separator = separator_of(settings, backend);
  Inks inks(page, separator->inks().size());
  separate_rows(*separator, page, 0, page.rows, inks);
  return inks;
}

}  // namespace platerip::separation
