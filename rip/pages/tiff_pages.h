// Pages out of TIFF files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The rows of a page of a TIFF. `memory`: bytes that its reader may take; where the page takes more its rows say so
/// (memory_bytes()) and cannot be read. Other errors: tiffio::PageReader::open().
Result<std::unique_ptr<PageRows>> open_tiff_page(const PageSource& page, std::size_t memory);

/// The pages of a TIFF, each opened when its turn comes.
class TiffPages : public Pages {
 public:
  /// What cannot be found counts as one. `memory` as above.
  TiffPages(tiffio::PageList pages, std::size_t memory);

  [[nodiscard]] std::size_t count() const override;
  std::optional<Result<NextPage>> next() override;

 private:
  std::shared_ptr<const tiffio::PageList> pages_;
  std::size_t next_ = 0;
  std::size_t memory_;
};

}  // namespace platerip::rip
