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
  SteppedRows(std::unique_ptr<PageRows> page, std::string name, const Stepping& stepping, std::int64_t spool)
      : page_(std::move(page)), kept_(*page_, std::move(name), spool), stepping_(stepping), info_(page_->info()) {
    info_.width = stepping.x.sheet(info_.width);
    info_.height = stepping.y.sheet(info_.height);
    info_.orientation = stepping.orientation;
    paper_ = paper_row(info_);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + paper_.size() + row_bytes()) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      const auto place = stepping_.y.place(next_row_, page_->info().height);
      const std::int64_t count = place ? std::min(rows, page_->info().height - place->at) : rows_of_paper(rows);
      const Status status = place ? read_copies(*place, count, out, stride) : put_paper_rows(count, out, stride);
      if (!status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    std::vector<std::byte> row(row_bytes());
    for (; rows > 0; --rows, ++next_row_) {
      const auto place = stepping_.y.place(next_row_, page_->info().height);
      if (!place || place->copy > 0) continue;
      const Status status = waits() ? kept_.read_next(1, row.data(), std::ssize(row)) : page_->skip(1);
      if (!status.ok()) return status;
    }
    return {};
  }

 private:
  // Whether the page's rows have to be kept for copies further down.
  [[nodiscard]] bool waits() const { return stepping_.y.copies > 1 && kept_.waits(); }

  [[nodiscard]] std::size_t row_bytes() const { return static_cast<std::size_t>(page_->info().row_bytes()); }

  // How many of the next rows, at most so many, are paper.
  [[nodiscard]] std::int64_t rows_of_paper(std::int64_t most) const {
    std::int64_t rows = 0;
    while (rows < most && !stepping_.y.place(next_row_ + rows, page_->info().height)) ++rows;
    return rows;
  }

  // The first byte of a copy in a row of the sheet.
  [[nodiscard]] std::int64_t begin_of(std::int64_t copy) const {
    return stepping_.x.begin(copy, page_->info().width) * info_.samples() * (info_.bits / 8);
  }

  // Rows of the sheet: the first copy comes from the page, and the others from the first.
  Status read_copies(const Steps::Place& place, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    if (place.copy == 0) {
      std::byte* const first = out + begin_of(0);
      const Status status = waits() ? kept_.read_next(rows, first, stride) : page_->read(rows, first, stride);
      if (!status.ok()) return status;
    }
    return in_pieces(rows, info_.row_bytes(), [&](std::int64_t begin, std::int64_t count) -> Status {
      std::byte* const piece = out + begin * stride;
      if (place.copy > 0) {
        const Status status = kept_.read(place.at + begin, count, piece + begin_of(0), stride);
        if (!status.ok()) return status;
      }
      for (std::int64_t row = 0; row < count; ++row) repeat_row(piece + row * stride);
      return {};
    });
  }

  // Completes a row of the sheet whose first copy is there.
  void repeat_row(std::byte* out) const {
    std::int64_t end = 0;  // of what is complete
    for (std::int64_t copy = 0; copy < stepping_.x.copies; ++copy) {
      const std::int64_t begin = begin_of(copy);
      put_paper(out, end, begin);
      if (copy > 0) std::memcpy(out + begin, out + begin_of(0), row_bytes());
      end = begin + page_->info().row_bytes();
    }
    put_paper(out, end, std::ssize(paper_));
  }

  Status put_paper_rows(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    return in_pieces(rows, info_.row_bytes(), [&](std::int64_t begin, std::int64_t count) -> Status {
      for (std::int64_t row = begin; row < begin + count; ++row) put_paper(out + row * stride, 0, std::ssize(paper_));
      return {};
    });
  }

  void put_paper(std::byte* out, std::int64_t begin, std::int64_t end) const {
    std::memcpy(out + begin, paper_.data() + begin, static_cast<std::size_t>(end - begin));
  }

  std::unique_ptr<PageRows> page_;
  KeptPage kept_;
  Stepping stepping_;
  tiffio::PageInfo info_;
  std::vector<std::byte> paper_;  // a row of it
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> stepped(std::unique_ptr<PageRows> page, std::string name, const Stepping& stepping,
                                  std::int64_t spool) {
  return std::make_unique<SteppedRows>(std::move(page), std::move(name), stepping, spool);
}

}  // namespace platerip::rip
