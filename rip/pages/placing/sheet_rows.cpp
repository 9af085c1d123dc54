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
    while (rows > 0) {
      const std::int64_t row = next_row_ - sheet_.top;
      const bool has_page = row >= 0 && row < page_->info().height;
      const std::int64_t count = has_page && fits_across() ? std::min(rows, page_->info().height - row) : 1;
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(out + i * stride, paper_.data(), paper_.size());
      if (const Status status = has_page ? read_page(row, count, out, stride) : Status(); !status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    return {};
  }

 private:
  [[nodiscard]] bool fits_across() const {
    return sheet_.left >= 0 && sheet_.left + page_->info().width <= sheet_.width;
  }

  // Reads the page's rows from `row` on. Those above the sheet are skipped.
  Status read_page(std::int64_t row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    if (const Status status = page_->skip(row - rows_read_); !status.ok()) return status;
    rows_read_ = row + rows;
    const std::int64_t bytes = info_.samples() * (info_.bits / 8);
    if (fits_across()) return page_->read(rows, out + sheet_.left * bytes, stride);
    if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
    const std::int64_t begin = std::max<std::int64_t>(sheet_.left, 0);
    const std::int64_t end = std::min(sheet_.left + page_->info().width, sheet_.width);
    if (begin < end)
      std::memcpy(out + begin * bytes, row_.data() + (begin - sheet_.left) * bytes,
                  static_cast<std::size_t>((end - begin) * bytes));
    return {};
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
