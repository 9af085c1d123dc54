#include <algorithm>
#include <cstring>
#include <vector>

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
    fill_paper();
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
  void fill_paper() {
    const bool is_light = info_.model != tiffio::ColorModel::cmyk;
    // With alpha, a transparent pixel is paper.
    const bool is_white = is_light && info_.alpha == tiffio::Alpha::none;
    paper_.assign(static_cast<std::size_t>(info_.row_bytes()), is_white ? std::byte{0xff} : std::byte{0});
    fill_spots();
    if (info_.model != tiffio::ColorModel::lab) return;
    // a* and b* of paper are 0, which is encoded as 0x80 or 0x8080.
    const auto sample = static_cast<std::size_t>(info_.bits / 8);
    const std::size_t pixel_bytes = static_cast<std::size_t>(info_.samples()) * sample;
    for (std::size_t pixel = 0; pixel < paper_.size(); pixel += pixel_bytes)
      std::fill_n(paper_.begin() + static_cast<std::ptrdiff_t>(pixel + sample), 2 * sample, std::byte{0x80});
  }

  // Paper has no spot ink.
  void fill_spots() {
    const auto sample = static_cast<std::size_t>(info_.bits / 8);
    const std::size_t spots = info_.spots.size() * sample;
    const std::size_t pixel_bytes = static_cast<std::size_t>(info_.samples()) * sample;
    for (std::size_t end = pixel_bytes; spots > 0 && end <= paper_.size(); end += pixel_bytes)
      std::fill_n(paper_.begin() + static_cast<std::ptrdiff_t>(end - spots), spots, std::byte{0});
  }

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
