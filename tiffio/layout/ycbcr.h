// YCbCr pages that libjpeg does not convert: uncompressed pages, and pages in old-style JPEG.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/status.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/tiff_handle.h"

namespace platerip::tiffio {

/// Converts YCbCr to RGB as libtiff does (TIFFYCbCrtoRGB, TIFF 6.0, section 21): with the page's coefficients and
/// reference values. Pixels that share Cb and Cr all get the same values, without interpolation.
class Ycbcr {
 public:
  /// Reads the page's tags. Errors: no colours can be computed from the tags' values.
  static Result<std::shared_ptr<const Ycbcr>> make(const TiffHandle& handle);

  /// Converts one row of the page (see tiffio::convert_row()).
  void convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, int row, std::byte* out) const;

 private:
  Ycbcr() = default;
  std::unique_ptr<std::byte[]> memory_;  // of a TIFFYCbCrToRGB and its tables
};

/// Sets how the YCbCr page is converted, and changes the layout's sizes to units of pixels that share Cb and Cr.
/// Errors: a kind of YCbCr that is not supported, or tiles that end within such a unit.
Status read_ycbcr(const TiffHandle& handle, PageLayout& layout);

}  // namespace platerip::tiffio
