#include "rip/pages/placing/mirrored_rows.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "rip/pages/placing/kept_page.h"
#include "rip/pages/placing/mirror_row.h"
#include "rip/pages/placing/pieces.h"

namespace platerip::rip {
namespace {

class MirroredRows : public PageRows {
 public:
  MirroredRows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::int64_t memory,
               std::int64_t spool, std::function<bool()> stop)
      : page_(std::move(page)),
        name_(std::move(name)),
        turn_(turn),
        info_(turned_info(page_->info(), turn)),
        stop_(std::move(stop)) {
    if (!turn.flip_y) return;
    kept_.emplace(*page_, name_, spool);
    if (kept_->waits()) rows_at_once_ = std::clamp<std::int64_t>(memory / info_.row_bytes(), 1, 64);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    const auto waiting = static_cast<std::size_t>(rows_at_once_ * info_.row_bytes());
    return bytes ? std::optional(*bytes + waiting) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (stop_ && stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
    if (const Status status = kept_ ? keep_all() : page_->read(rows, out, stride); !status.ok()) return status;
    const std::int64_t next = next_;
    next_ += rows;
    return in_pieces(rows, info_.row_bytes(), [&](std::int64_t first, std::int64_t count) -> Status {
      if (kept_) return read_rows(next + first, count, out + first * stride, stride);
      mirror_rows(count, out + first * stride, stride);
      return {};
    });
  }

  Status skip(std::int64_t rows) override {
    next_ += rows;
    return kept_ ? Status() : page_->skip(rows);
  }

  [[nodiscard]] ReadOrder order() const override { return std::min(page_->order(), ReadOrder::any_rows); }

  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    return read_rows(part.row, part.rows, out, stride);
  }

 private:
  // Reads rows from row `first` on. Those of the page are kept, or can be read at any time.
  Status read_rows(std::int64_t first, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    const std::int64_t last = info_.height - first - rows;
    const Status status = kept_ ? kept_->read(last, rows, out + (rows - 1) * stride, -stride)
                                : page_->read_part({first, rows, 0, info_.width}, out, stride);
    if (status.ok()) mirror_rows(rows, out, stride);
    return status;
  }

  void mirror_rows(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    const std::int64_t pixel_bytes = info_.samples() * (info_.bits / 8);
    for (; turn_.flip_x && rows > 0; --rows, out += stride) mirror_row(out, out, info_.width, pixel_bytes);
  }

  // The page's last row comes first.
  Status keep_all() {
    if (is_kept_ || !kept_->waits()) return {};
    std::vector<std::byte> rows(static_cast<std::size_t>(rows_at_once_ * info_.row_bytes()));
    for (std::int64_t y = 0; y < info_.height; y += rows_at_once_) {
      const std::int64_t count = std::min(rows_at_once_, info_.height - y);
      if (const Status status = kept_->read_next(count, rows.data(), info_.row_bytes()); !status.ok()) return status;
    }
    is_kept_ = true;
    return {};
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Turn turn_;
  tiffio::PageInfo info_;
  std::function<bool()> stop_;
  std::optional<KeptPage> kept_;   // if the last row comes first
  std::int64_t rows_at_once_ = 0;  // on their way to TMPDIR
  bool is_kept_ = false;           // whether they are all there
  std::int64_t next_ = 0;
};

}  // namespace

tiffio::PageInfo turned_info(tiffio::PageInfo page, const Turn& turn) {
  if (turn.exchange) {
    std::swap(page.width, page.height);
    std::swap(page.resolution.x, page.resolution.y);
  }
  page.orientation = 1;
  return page;
}

std::unique_ptr<PageRows> mirrored_rows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn,
                                        std::int64_t memory, std::int64_t spool, std::function<bool()> stop) {
  return std::make_unique<MirroredRows>(std::move(page), std::move(name), turn, memory, spool, std::move(stop));
}

}  // namespace platerip::rip
