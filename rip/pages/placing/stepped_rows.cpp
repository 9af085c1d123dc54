#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rip/pages/placing/kept_page.h"
#include "rip/pages/placing/paper.h"
#include "rip/pages/placing/pieces.h"
#include "rip/pages/placing/placed_rows.h"

namespace platerip::rip {
namespace {

class SteppedRows : public PageRows {
 public:
  SteppedRows(std::unique_ptr<PageRows> page, std::string name, const Steps& down, tiffio::Orientation orientation,
              std::int64_t spool)
      : page_(std::move(page)), kept_(*page_, std::move(name), spool), down_(down), info_(page_->info()) {
    info_.height = down.sheet(info_.height);
    info_.orientation = orientation;
    paper_ = paper_row(info_);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + 2 * paper_.size()) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      const auto place = place_of(next_row_);
      const std::int64_t count = place ? std::min(rows, page_->info().height - place->at) : rows_of_paper(rows);
      const Status status = place ? read_copy(*place, count, out, stride) : put_paper(count, out, stride);
      if (!status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    std::vector<std::byte> row(paper_.size());
    for (; rows > 0; --rows, ++next_row_) {
      const auto place = place_of(next_row_);
      if (!place || place->copy > 0) continue;
      const Status status = waits() ? kept_.read_next(1, row.data(), std::ssize(row)) : page_->skip(1);
      if (!status.ok()) return status;
    }
    return {};
  }

 private:
  // Whether the page's rows have to be kept for copies further down.
  [[nodiscard]] bool waits() const { return down_.copies > 1 && kept_.waits(); }

  [[nodiscard]] std::optional<Steps::Place> place_of(std::int64_t row) const {
    return down_.place(row, page_->info().height);
  }

  // How many of the next rows, at most so many, are paper.
  [[nodiscard]] std::int64_t rows_of_paper(std::int64_t most) const {
    std::int64_t rows = 0;
    while (rows < most && !place_of(next_row_ + rows)) ++rows;
    return rows;
  }

  Status read_copy(const Steps::Place& place, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    if (place.copy == 0) return waits() ? kept_.read_next(rows, out, stride) : page_->read(rows, out, stride);
    return in_pieces(rows, info_.row_bytes(), [&](std::int64_t begin, std::int64_t count) -> Status {
      return kept_.read(place.at + begin, count, out + begin * stride, stride);
    });
  }

  Status put_paper(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    return in_pieces(rows, info_.row_bytes(), [&](std::int64_t begin, std::int64_t count) -> Status {
      for (std::int64_t row = begin; row < begin + count; ++row)
        std::memcpy(out + row * stride, paper_.data(), paper_.size());
      return {};
    });
  }

  std::unique_ptr<PageRows> page_;
  KeptPage kept_;
  Steps down_;
  tiffio::PageInfo info_;
  std::vector<std::byte> paper_;  // a row of it
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> stepped(std::unique_ptr<PageRows> page, std::string name, const Steps& down,
                                  tiffio::Orientation orientation, std::int64_t spool) {
  return std::make_unique<SteppedRows>(std::move(page), std::move(name), down, orientation, spool);
}

}  // namespace platerip::rip
