#include <algorithm>
#include <cstring>
#include <vector>

#include "rip/pages/placing/paper.h"
#include "rip/pages/placing/placed_rows.h"

namespace platerip::rip {
namespace {

class SheetRows : public PageRows {
 public:
  SheetRows(std::unique_ptr<PageRows> page, const Sheet& sheet)
      : page_(std::move(page)), sheet_(sheet), info_(page_->info()) {
    info_.width = sheet.width;
    info_.height = sheet.height;
    info_.resolution = sheet.resolution;
    info_.orientation = 1;
    row_.resize(static_cast<std::size_t>(page_->info().row_bytes()));
    paper_ = paper_row(info_);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + paper_.size() + row_.size()) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      std::memcpy(out, paper_.data(), paper_.size());
      const std::int64_t row = next_row_ - sheet_.top;
      if (row < 0 || row >= page_->info().height) continue;
      if (const Status status = read_page_to(row); !status.ok()) return status;
      copy_row(out);
    }
    return {};
  }

 private:
  // Skips rows above the sheet.
  Status read_page_to(std::int64_t row) {
    for (; rows_read_ <= row; ++rows_read_) {
      if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
    }
    return {};
  }

  void copy_row(std::byte* out) const {
    const std::int64_t bytes = info_.samples() * (info_.bits / 8);
    const std::int64_t begin = std::max<std::int64_t>(sheet_.left, 0);
    const std::int64_t end = std::min(sheet_.left + page_->info().width, sheet_.width);
    if (begin >= end) return;
    std::memcpy(out + begin * bytes, row_.data() + (begin - sheet_.left) * bytes,
                static_cast<std::size_t>((end - begin) * bytes));
  }

  std::unique_ptr<PageRows> page_;
  Sheet sheet_;
  tiffio::PageInfo info_;
  std::vector<std::byte> paper_;  // a row of it
  std::vector<std::byte> row_;
  std::int64_t rows_read_ = 0;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> on_sheet(std::unique_ptr<PageRows> page, const Sheet& sheet) {
  return std::make_unique<SheetRows>(std::move(page), sheet);
}

}  // namespace platerip::rip
