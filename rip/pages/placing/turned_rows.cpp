#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

std::int64_t pixel_bytes(const tiffio::PageInfo& page) {
  return page.samples() * (page.bits / 8);
}

class TurnedRows : public PageRows {
 public:
  TurnedRows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory, std::int64_t spool,
             std::function<bool()> stop)
      : page_(std::move(page)),
        name_(std::move(name)),
        turn_(turn),
        info_(page_->info()),
        spool_bytes_(spool),
        stop_(std::move(stop)) {
    if (turn.exchange) {
      std::swap(info_.width, info_.height);
      std::swap(info_.resolution.x, info_.resolution.y);
    }
    info_.orientation = 1;
    const std::int64_t band_row = info_.row_bytes() + pixel_bytes(info_);
    band_rows_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(memory) / band_row, 1, info_.height);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    return bytes ? std::optional(*bytes + static_cast<std::size_t>(turning_bytes())) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (!streams() && !spool_) {
      if (const Status status = fill_spool(); !status.ok()) return status;
    }
    for (; rows > 0; --rows, ++row_, out += stride) {
      if (const Status status = read_row(out); !status.ok()) return status;
      if (turn_.flip_x) reverse(out);
    }
    return {};
  }

 private:
  // A row that goes to the spool; then a band, and the piece of it that is read at once.
  [[nodiscard]] std::int64_t turning_bytes() const {
    if (streams()) return 0;
    const std::int64_t band = turn_.exchange ? band_rows_ * (info_.row_bytes() + pixel_bytes(info_)) : 0;
    return std::max(band, page_->info().row_bytes());
  }

  [[nodiscard]] bool streams() const { return !turn_.exchange && !turn_.flip_y; }

  Status fill_spool() {
    const tiffio::PageInfo& page = page_->info();
    if (const Status status = check_spool(name_, page.height, page.row_bytes(), spool_bytes_); !status.ok())
      return status;
    auto spool = Spool::create(name_);
    if (!spool.ok()) return spool.error();
    std::vector<std::byte> row(static_cast<std::size_t>(page.row_bytes()));
    for (std::int64_t y = 0; y < page.height; ++y) {
      if (const Status status = page_->read(1, row.data(), page.row_bytes()); !status.ok()) return status;
      if (const Status status = spool->append(row); !status.ok()) return status;
    }
    spool_ = *std::move(spool);
    return {};
  }

  // Reads a row before it is mirrored.
  Status read_row(std::byte* out) {
    if (streams()) return page_->read(1, out, info_.row_bytes());
    const std::int64_t down = turn_.flip_y ? info_.height - 1 - row_ : row_;
    if (!turn_.exchange) {
      return spool_->read(down * info_.row_bytes(), {out, static_cast<std::size_t>(info_.row_bytes())});
    }
    if (down < band_begin_ || down >= band_end_) {
      if (const Status status = read_band(down); !status.ok()) return status;
    }
    std::memcpy(out, band_.data() + (down - band_begin_) * info_.row_bytes(),
                static_cast<std::size_t>(info_.row_bytes()));
    return {};
  }

  // Reads a band of columns of the page as rows, as many as fit in the memory: `down` and those needed after it.
  Status read_band(std::int64_t down) {
    band_begin_ = turn_.flip_y ? std::max<std::int64_t>(down + 1 - band_rows_, 0) : down;
    band_end_ = std::min(band_begin_ + band_rows_, info_.height);
    const std::int64_t bytes = pixel_bytes(info_);
    band_.resize(static_cast<std::size_t>((band_end_ - band_begin_) * info_.row_bytes()));
    std::vector<std::byte> piece(static_cast<std::size_t>((band_end_ - band_begin_) * bytes));
    for (std::int64_t x = 0; x < info_.width; ++x) {
      if (stop_ && stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
      const std::int64_t offset = x * page_->info().row_bytes() + band_begin_ * bytes;
      if (const Status status = spool_->read(offset, piece); !status.ok()) return status;
      for (std::int64_t y = 0; y < band_end_ - band_begin_; ++y) {
        std::memcpy(band_.data() + y * info_.row_bytes() + x * bytes, piece.data() + y * bytes,
                    static_cast<std::size_t>(bytes));
      }
    }
    return {};
  }

  void reverse(std::byte* row) const {
    const std::int64_t bytes = pixel_bytes(info_);
    for (std::int64_t left = 0, right = info_.width - 1; left < right; ++left, --right)
      std::swap_ranges(row + left * bytes, row + (left + 1) * bytes, row + right * bytes);
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Turn turn_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::function<bool()> stop_;
  std::int64_t band_rows_;
  std::int64_t row_ = 0;
  std::optional<Spool> spool_;
  std::vector<std::byte> band_;  // rows from band_begin_ to band_end_, if rows and columns are exchanged
  std::int64_t band_begin_ = 0;
  std::int64_t band_end_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> turned(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory,
                                 std::int64_t spool, std::function<bool()> stop) {
  return std::make_unique<TurnedRows>(std::move(page), std::move(name), turn, memory, spool, std::move(stop));
}

}  // namespace platerip::rip
