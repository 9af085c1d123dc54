// Pages from TIFF files.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rip/pages/file_pages.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Opens a page of a TIFF. `memory`: bytes that its reader may take. If the page needs more than the most, opening
/// succeeds, but its rows cannot be read; memory_bytes() says how much it needs. `threads`: how many threads may decode
/// at the same time; 0: one per core. They are those of the strip loop that reads the rows. Thread-safe. Errors: those
/// of tiffio::PageReader::open().
Result<std::unique_ptr<PageRows>> open_tiff_page(const PageSource& page, MemoryRange memory, int threads = 0);

/// The pages of a TIFF, each opened when next() reaches it.
class TiffPages : public FilePages {
 public:
  /// An error that hides later pages counts as one page. `memory`, `threads`: see open_tiff_page().
  explicit TiffPages(tiffio::PageList pages, MemoryRange memory, int threads = 0);

  [[nodiscard]] std::size_t count() const override;
  std::optional<Result<NextPage>> next() override;
  std::optional<Result<PageSource>> next_source() override;

 private:
  std::shared_ptr<const tiffio::PageList> pages_;
  std::size_t next_ = 0;
  MemoryRange memory_;
  int threads_;
};

}  // namespace platerip::rip
