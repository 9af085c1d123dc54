// Old-style JPEG pages (TIFF 6.0, section 22).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/tiffio/raw_tiff.h"

namespace platerip::test {

struct OldJpeg {
  std::uint32_t width = 61;
  std::uint32_t height = 53;
  int across = 2;  // pixels that share their Cb and Cr
  int down = 2;
  bool gray = false;
};

/// A JPEG file with smooth colours.
std::vector<std::byte> jpeg_of(const OldJpeg& page);

/// The page, with that file in it.
RawTiff tiff_of(const OldJpeg& page, const std::vector<std::byte>& jpeg);

}  // namespace platerip::test
