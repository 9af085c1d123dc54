// Pages in the Netpbm formats from a stream, as pdftoppm and Ghostscript write them.
#pragma once

#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The images of a stream, in the formats that PnmImage lists.
class PnmPages : public Pages {
 public:
  /// `stream` stands at the first byte, and outlives this object and its pages.
  explicit PnmPages(InputStream& stream) : stream_(stream) {}

  [[nodiscard]] std::size_t count() const override { return 0; }
  std::optional<Result<NextPage>> next() override;

 private:
  InputStream& stream_;
  int done_ = 0;
  bool broken_ = false;
};

}  // namespace platerip::rip
