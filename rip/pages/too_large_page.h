// A page that takes more memory to read than it may.
#pragma once

#include <utility>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Known, but not to be read: whoever plans the page's memory sees what it needs, and says what would do.
class TooLargePage : public PageRows {
 public:
  /// `error` is what whoever reads all the same is told.
  TooLargePage(tiffio::PageInfo info, std::size_t needed, Error error)
      : info_(std::move(info)), needed_(needed), error_(std::move(error)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return needed_; }
  Status read(std::int64_t, std::byte*, std::ptrdiff_t) override { return error_; }

 private:
  tiffio::PageInfo info_;
  std::size_t needed_;
  Error error_;
};

}  // namespace platerip::rip
