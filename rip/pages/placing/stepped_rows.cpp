#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rip/pages/placing/paper.h"
#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

class SteppedRows : public PageRows {
 public:
  SteppedRows(std::unique_ptr<PageRows> page, std::string name, const Stepping& stepping, std::int64_t spool)
      : page_(std::move(page)), name_(std::move(name)), stepping_(stepping), info_(page_->info()), spool_bytes_(spool) {
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
      const std::int64_t count = place ? std::min(rows, page_->info().height - place->at) : 1;
      if (place) {
        if (const Status status = find_rows(*place, count, out + begin_of(0), stride); !status.ok()) return status;
      }
      for (std::int64_t row = 0; row < count; ++row, out += stride) {
        if (place) repeat_row(out);
        if (!place) std::memcpy(out, paper_.data(), paper_.size());
      }
      next_row_ += count;
      rows -= count;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    std::vector<std::byte> row(row_bytes());
    for (; rows > 0; --rows, ++next_row_) {
      const auto place = stepping_.y.place(next_row_, page_->info().height);
      if (!place || place->copy > 0) continue;
      const Status status = waits() ? find_rows(*place, 1, row.data(), std::ssize(row)) : page_->skip(1);
      if (!status.ok()) return status;
    }
    return {};
  }

 private:
  // Whether the page's rows are needed again, for copies further down.
  [[nodiscard]] bool waits() const { return stepping_.y.copies > 1; }

  [[nodiscard]] std::size_t row_bytes() const { return static_cast<std::size_t>(page_->info().row_bytes()); }

  // The first byte of a copy in a row of the sheet.
  [[nodiscard]] std::int64_t begin_of(std::int64_t copy) const {
    return stepping_.x.begin(copy, page_->info().width) * info_.samples() * (info_.bits / 8);
  }

  // Reads rows of the page: the first time from the page itself, and then from the spool.
  Status find_rows(const Steps::Place& place, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    if (place.copy > 0) {
      for (std::int64_t row = 0; row < rows; ++row) {
        const auto offset = (place.at + row) * page_->info().row_bytes();
        if (const Status status = spool_->read(offset, {out + row * stride, row_bytes()}); !status.ok()) return status;
      }
      return {};
    }
    if (waits() && !spool_) {
      if (const Status status = open_spool(); !status.ok()) return status;
    }
    if (const Status status = page_->read(rows, out, stride); !status.ok()) return status;
    for (std::int64_t row = 0; waits() && row < rows; ++row) {
      if (const Status status = spool_->append({out + row * stride, row_bytes()}); !status.ok()) return status;
    }
    return {};
  }

  Status open_spool() {
    const tiffio::PageInfo& page = page_->info();
    if (const Status status = check_spool(name_, page.height, page.row_bytes(), spool_bytes_); !status.ok())
      return status;
    auto spool = Spool::create(name_);
    if (!spool.ok()) return spool.error();
    spool_ = *std::move(spool);
    return {};
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

  void put_paper(std::byte* out, std::int64_t begin, std::int64_t end) const {
    std::memcpy(out + begin, paper_.data() + begin, static_cast<std::size_t>(end - begin));
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Stepping stepping_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::vector<std::byte> paper_;  // a row of it
  std::int64_t next_row_ = 0;
  std::optional<Spool> spool_;
};

}  // namespace

std::unique_ptr<PageRows> stepped(std::unique_ptr<PageRows> page, std::string name, const Stepping& stepping,
                                  std::int64_t spool) {
  return std::make_unique<SteppedRows>(std::move(page), std::move(name), stepping, spool);
}

}  // namespace platerip::rip
