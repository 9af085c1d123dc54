// Reads the rows that the search of a band needs.
#pragma once

#include <memory>

#include "rip/mpi/bands.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The rows of a band, with those above and below that are given to the halftone, as a page.
class BandRows : public PageRows {
 public:
  BandRows(std::unique_ptr<PageRows> page, const Band& band);

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return page_->memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override;

 private:
  std::unique_ptr<PageRows> page_;
  tiffio::PageInfo info_;
  std::int64_t above_;  // rows to skip
};

}  // namespace platerip::rip
