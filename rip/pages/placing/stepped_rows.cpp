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
    row_.resize(static_cast<std::size_t>(page_->info().row_bytes()));
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + paper_.size() + row_.size()) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      std::memcpy(out, paper_.data(), paper_.size());
      const auto place = stepping_.y.place(next_row_, page_->info().height);
      if (!place) continue;
      if (const Status status = find_row(*place); !status.ok()) return status;
      repeat_row(out);
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    for (; rows > 0; --rows, ++next_row_) {
      const auto place = stepping_.y.place(next_row_, page_->info().height);
      if (!place || place->copy > 0) continue;
      if (const Status status = waits() ? find_row(*place) : page_->skip(1); !status.ok()) return status;
    }
    return {};
  }

 private:
  // Whether the page's rows are needed again, for copies further down.
  [[nodiscard]] bool waits() const { return stepping_.y.copies > 1; }

  Status find_row(const Steps::Place& place) {
    if (place.copy > 0) return spool_->read(place.at * page_->info().row_bytes(), row_);
    if (const Status status = page_->read(1, row_.data(), page_->info().row_bytes()); !status.ok()) return status;
    if (!waits()) return {};
    if (!spool_) {
      if (const Status status = open_spool(); !status.ok()) return status;
    }
    return spool_->append(row_);
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

  void repeat_row(std::byte* out) const {
    const std::int64_t pixel_bytes = info_.samples() * (info_.bits / 8);
    for (std::int64_t copy = 0; copy < stepping_.x.copies; ++copy)
      std::memcpy(out + stepping_.x.begin(copy, page_->info().width) * pixel_bytes, row_.data(), row_.size());
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Stepping stepping_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::vector<std::byte> paper_;
  std::vector<std::byte> row_;  // of the page
  std::int64_t next_row_ = 0;
  std::optional<Spool> spool_;
};

}  // namespace

std::unique_ptr<PageRows> stepped(std::unique_ptr<PageRows> page, std::string name, const Stepping& stepping,
                                  std::int64_t spool) {
  return std::make_unique<SteppedRows>(std::move(page), std::move(name), stepping, spool);
}

}  // namespace platerip::rip
