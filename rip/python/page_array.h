// A NumPy array as a page, whose memory is read where it is.
//
// Functions raise TypeError or ValueError if the array does not fit; to be called with the GIL held.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rip/pages/page_rows.h"

namespace platerip::python {

/// What the samples of a pixel are.
struct PixelMeaning {
  std::optional<std::string>
      model;  ///< "gray", "rgb", "cmyk", "lab" or "inks"; if not set, 1 sample is gray, 3 are RGB
  std::optional<std::string> alpha;  ///< "unassociated" or "associated"; if not set, there is none
  std::vector<std::string> spots;    ///< the names of spot inks, whose samples come last
  std::string icc;                   ///< the page's profile; may be empty
};

/// The rows of an array of rows, pixels and samples, or of rows and pixels. The array outlives it. Its rows may be any
/// number of bytes apart.
class PageArray final : public rip::PageRows {
 public:
  PageArray(const pybind11::array& array, const PixelMeaning& meaning);

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return 0; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override;
  Status skip(std::int64_t rows) override;
  [[nodiscard]] rip::ReadOrder order() const override { return rip::ReadOrder::any_pixels; }
  Status read_part(const rip::PagePart& part, std::byte* out, std::ptrdiff_t stride) override;

 private:
  tiffio::PageInfo info_;
  const std::byte* first_;
  const std::byte* next_;
  std::ptrdiff_t stride_;
};

}  // namespace platerip::python
