// A page that needs more memory than reading may take.
#pragma once

#include <utility>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// A page whose properties are known, but whose rows cannot be read. plan_strips() then refuses the page, and says
/// which memory setting is enough.
class TooLargePage : public PageRows {
 public:
  /// `error` is what read() returns.
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
