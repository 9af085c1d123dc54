// Pages from TIFF files.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Opens a page of a TIFF. `memory`: bytes that its reader may take. `threads` (0: one per core): how many of the
/// threads that read its rows may decode at the same time. If the page needs more, opening succeeds, but
/// memory_bytes() says how much it needs, and its rows cannot be read. Thread-safe. Other errors: those of
/// tiffio::PageReader::open().
Result<std::unique_ptr<PageRows>> open_tiff_page(const PageSource& page, std::size_t memory, int threads = 0);

/// The pages of a TIFF, each opened when next() reaches it.
class TiffPages : public Pages {
 public:
  /// An error that hides later pages counts as one page. `memory`, `threads`: see open_tiff_page().
  explicit TiffPages(tiffio::PageList pages, std::size_t memory, int threads = 0);

  [[nodiscard]] std::size_t count() const override;
  std::optional<Result<NextPage>> next() override;
  void skip() override;

 private:
  std::shared_ptr<const tiffio::PageList> pages_;
  std::size_t next_ = 0;
  std::size_t memory_;
  int threads_;
};

}  // namespace platerip::rip
