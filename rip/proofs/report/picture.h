// Small pictures, and their form as PNG inside a document.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// A picture of 8-bit samples, row by row: gray (1 channel) or sRGB (3 channels).
struct Picture {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int channels = 1;
  std::vector<std::uint8_t> samples = {};
};

/// A picture whose samples somebody else owns.
struct PictureView {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int channels = 1;
  std::span<const std::uint8_t> samples = {};

  PictureView() = default;
  PictureView(std::int64_t columns, std::int64_t rows, int of_pixel, std::span<const std::uint8_t> all)
      : width(columns), height(rows), channels(of_pixel), samples(all) {}
  PictureView(const Picture& picture) : PictureView(picture.width, picture.height, picture.channels, picture.samples) {}
};

/// The picture of a page of that orientation, turned upright.
Picture upright(Picture picture, tiffio::Orientation orientation);

/// The same of samples that stay.
Picture upright_copy(const PictureView& picture, tiffio::Orientation orientation);

/// The picture made smaller: each pixel is the mean of `factor` × `factor` pixels, or fewer at the right and bottom
/// edges. Within a step of the strip loop or a ThreadArena, gets help from other threads, as data_uri() does.
/// Precondition: 2 <= factor <= 16.
Picture shrunk(const PictureView& picture, std::int64_t factor);

/// The picture as PNG (png_file.h), with a palette if it has at most 256 colours, in a data URI (RFC 2397).
std::string data_uri(const PictureView& picture);

/// The same of a gray picture, with a palette of its grays, which makes few grays smaller.
std::string data_uri_of_grays(const PictureView& picture);

/// The number of bytes of data_uri().
std::size_t data_uri_bytes(const PictureView& picture);

/// The text `before`, and `size` bytes in base64 (RFC 4648).
std::string base64(const void* bytes, std::size_t size, std::string before = {});

}  // namespace platerip::rip
