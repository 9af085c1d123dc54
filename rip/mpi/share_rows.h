// Reads the rows of a rank's share.
#pragma once

#include <vector>

#include "rip/mpi/share.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The rows of a share as a page. Rows of other shares are skipped.
class ShareRows : public PageRows {
 public:
  /// Precondition: share.rows() > 0.
  ShareRows(std::unique_ptr<PageRows> page, const Share& share);

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return page_->memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override;

 private:
  std::unique_ptr<PageRows> page_;
  Share share_;
  tiffio::PageInfo info_;
  std::int64_t read_ = 0;      // rows of the share
  std::int64_t page_row_ = 0;  // the page's next row
};

}  // namespace platerip::rip
