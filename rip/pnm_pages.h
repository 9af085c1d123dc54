// Pages in the Netpbm formats, one behind the other, as pdftoppm and Ghostscript write them.
#pragma once

#include "rip/input_stream.h"
#include "rip/page_rows.h"

namespace platerip::rip {

/// PGM and PPM in binary form ("P5", "P6") and PAM ("P7") with GRAYSCALE, BLACKANDWHITE, RGB and CMYK, each but CMYK of
/// one meaning also without its name (TUPLTYPE), and each also with _ALPHA, which is not premultiplied. CMYK: 0 is
/// paper. Up to a maxval of 255 pages have 8 bits, else 16, stretched to the full range.
class PnmPages : public Pages {
 public:
  /// `stream` stands on the first page's first byte, and outlives this and its pages.
  explicit PnmPages(InputStream& stream) : stream_(stream) {}

  [[nodiscard]] std::size_t count() const override { return 0; }
  std::optional<Result<NextPage>> next() override;

 private:
  InputStream& stream_;
  int done_ = 0;
  bool broken_ = false;
};

}  // namespace platerip::rip
