#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rip/pages/placing/placed_rows.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

std::int64_t pixel_bytes(const tiffio::PageInfo& page) {
  return page.samples() * (page.bits / 8);
}

tiffio::PageInfo upright(tiffio::PageInfo page, const Turn& turn) {
  if (turn.exchange) {
    std::swap(page.width, page.height);
    std::swap(page.resolution.x, page.resolution.y);
  }
  page.orientation = 1;
  return page;
}

// Calls `task` with the size of a pixel, as a constant if it is one of the usual ones, which makes loops fast.
template <typename Task>
void with_pixel_size(std::int64_t bytes, const Task& task) {
  switch (bytes) {
    case 1:
      return task(std::integral_constant<std::size_t, 1>());
    case 2:
      return task(std::integral_constant<std::size_t, 2>());
    case 3:
      return task(std::integral_constant<std::size_t, 3>());
    case 4:
      return task(std::integral_constant<std::size_t, 4>());
    case 6:
      return task(std::integral_constant<std::size_t, 6>());
    case 8:
      return task(std::integral_constant<std::size_t, 8>());
    default:
      return task(static_cast<std::size_t>(bytes));
  }
}

// More memory would not be faster: the machine's last cache would not hold it.
std::int64_t usable(std::size_t memory) {
  return static_cast<std::int64_t>(std::min(memory, std::size_t{8} << 20));
}

// A page whose rows stay rows.
class MirroredRows : public PageRows {
 public:
  MirroredRows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory,
               std::int64_t spool)
      : page_(std::move(page)),
        name_(std::move(name)),
        turn_(turn),
        info_(upright(page_->info(), turn)),
        spool_bytes_(spool),
        rows_at_once_(std::clamp<std::int64_t>(usable(memory) / info_.row_bytes(), 1, 64)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    const auto waiting = static_cast<std::size_t>(turn_.flip_y ? rows_at_once_ * info_.row_bytes() : 0);
    return bytes ? std::optional(*bytes + waiting) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (turn_.flip_y && !spool_) {
      if (const Status status = fill_spool(); !status.ok()) return status;
    }
    const auto row_bytes = static_cast<std::size_t>(info_.row_bytes());
    for (; rows > 0; --rows, ++next_, out += stride) {
      const Status status = turn_.flip_y
                                ? spool_->read((info_.height - 1 - next_) * info_.row_bytes(), {out, row_bytes})
                                : page_->read(1, out, info_.row_bytes());
      if (!status.ok()) return status;
      if (turn_.flip_x) mirror(out);
    }
    return {};
  }

 private:
  Status fill_spool() {
    if (const Status status = check_spool(name_, info_.height, info_.row_bytes(), spool_bytes_); !status.ok())
      return status;
    auto spool = Spool::create(name_);
    if (!spool.ok()) return spool.error();
    std::vector<std::byte> rows(static_cast<std::size_t>(rows_at_once_ * info_.row_bytes()));
    for (std::int64_t y = 0; y < info_.height; y += rows_at_once_) {
      const std::int64_t count = std::min(rows_at_once_, info_.height - y);
      if (const Status status = page_->read(count, rows.data(), info_.row_bytes()); !status.ok()) return status;
      const auto read = std::span(rows).first(static_cast<std::size_t>(count * info_.row_bytes()));
      if (const Status status = spool->append(read); !status.ok()) return status;
    }
    spool_ = *std::move(spool);
    return {};
  }

  void mirror(std::byte* row) const {
    with_pixel_size(pixel_bytes(info_), [row, width = info_.width](auto size) {
      std::byte* left = row;
      std::byte* right = row + width * static_cast<std::int64_t>(size);
      for (; left < (right -= size); left += size) std::swap_ranges(left, left + size, right);
    });
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Turn turn_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::int64_t rows_at_once_;  // on their way to the spool
  std::optional<Spool> spool_;
  std::int64_t next_ = 0;
};

// A page whose rows become columns. It waits in the spool in groups of rows. A group is turned while the cache has it,
// and lies there column by column.
class TurnedRows : public PageRows {
 public:
  TurnedRows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory, std::int64_t spool,
             std::function<bool()> stop)
      : page_(std::move(page)),
        name_(std::move(name)),
        turn_(turn),
        info_(upright(page_->info(), turn)),
        spool_bytes_(spool),
        stop_(std::move(stop)) {
    const std::int64_t most = usable(memory);
    group_rows_ = std::clamp<std::int64_t>(most / (2 * page_->info().row_bytes()), 1, most_group_rows);
    band_rows_ = std::clamp<std::int64_t>(most / band_row_bytes(), 1, info_.height);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    const std::int64_t turning = std::max(2 * group_rows_ * page_->info().row_bytes(), band_rows_ * band_row_bytes());
    return bytes ? std::optional(*bytes + static_cast<std::size_t>(turning)) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (!spool_) {
      if (const Status status = fill_spool(); !status.ok()) return status;
    }
    for (; rows > 0; --rows, ++next_, out += stride) {
      const std::int64_t down = turn_.flip_y ? info_.height - 1 - next_ : next_;
      if (down < band_begin_ || down >= band_end_) {
        if (const Status status = read_band(down); !status.ok()) return status;
      }
      std::memcpy(out, band_.data() + (down - band_begin_) * info_.row_bytes(),
                  static_cast<std::size_t>(info_.row_bytes()));
    }
    return {};
  }

 private:
  static constexpr std::int64_t most_group_rows = 32;  // more would not fit the innermost caches

  // A row of a band, and its part of the group that is read.
  [[nodiscard]] std::int64_t band_row_bytes() const { return info_.row_bytes() + group_rows_ * pixel_bytes(info_); }
  // How many rows of the page the group has that begins at row `first`.
  [[nodiscard]] std::int64_t rows_of_group(std::int64_t first) const {
    return std::min(group_rows_, page_->info().height - first);
  }

  Status fill_spool() {
    const tiffio::PageInfo& page = page_->info();
    if (const Status status = check_spool(name_, page.height, page.row_bytes(), spool_bytes_); !status.ok())
      return status;
    auto spool = Spool::create(name_);
    if (!spool.ok()) return spool.error();
    std::vector<std::byte> rows(static_cast<std::size_t>(group_rows_ * page.row_bytes()));
    std::vector<std::byte> columns(rows.size());
    for (std::int64_t y = 0; y < page.height; y += group_rows_) {
      const std::int64_t count = rows_of_group(y);
      if (const Status status = page_->read(count, rows.data(), page.row_bytes()); !status.ok()) return status;
      turn_group(rows.data(), count, columns.data());
      const auto group = std::span(columns).first(static_cast<std::size_t>(count * page.row_bytes()));
      if (const Status status = spool->append(group); !status.ok()) return status;
    }
    spool_ = *std::move(spool);
    return {};
  }

  void turn_group(const std::byte* rows, std::int64_t count, std::byte* columns) const {
    const std::int64_t width = page_->info().width, row_bytes = page_->info().row_bytes();
    const std::byte* const first = turn_.flip_x ? rows + (count - 1) * row_bytes : rows;
    const std::int64_t step = turn_.flip_x ? -row_bytes : row_bytes;
    with_pixel_size(pixel_bytes(info_), [=](auto size) {
      std::byte* to = columns;
      for (std::int64_t x = 0; x < width; ++x) {
        const std::byte* from = first + x * static_cast<std::int64_t>(size);
        for (std::int64_t y = 0; y < count; ++y, from += step, to += size) std::memcpy(to, from, size);
      }
    });
  }

  // Reads as many rows as fit in the memory: `down` and those needed after it.
  Status read_band(std::int64_t down) {
    band_begin_ = turn_.flip_y ? std::max<std::int64_t>(down + 1 - band_rows_, 0) : down;
    band_end_ = std::min(band_begin_ + band_rows_, info_.height);
    const std::int64_t bytes = pixel_bytes(info_), rows = band_end_ - band_begin_;
    band_.resize(static_cast<std::size_t>(rows * info_.row_bytes()));
    std::vector<std::byte> group(static_cast<std::size_t>(rows * group_rows_ * bytes));
    for (std::int64_t first = 0; first < info_.width; first += group_rows_) {
      if (stop_ && stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
      const std::int64_t count = rows_of_group(first);
      const std::int64_t offset = first * page_->info().row_bytes() + band_begin_ * count * bytes;
      const auto part = std::span(group).first(static_cast<std::size_t>(rows * count * bytes));
      if (const Status status = spool_->read(offset, part); !status.ok()) return status;
      const std::int64_t x = turn_.flip_x ? info_.width - first - count : first;
      for (std::int64_t y = 0; y < rows; ++y)
        std::memcpy(band_.data() + y * info_.row_bytes() + x * bytes, group.data() + y * count * bytes,
                    static_cast<std::size_t>(count * bytes));
    }
    return {};
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Turn turn_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::function<bool()> stop_;
  std::int64_t group_rows_;
  std::int64_t band_rows_;
  std::optional<Spool> spool_;
  std::int64_t next_ = 0;
  std::vector<std::byte> band_;  // rows from band_begin_ to band_end_
  std::int64_t band_begin_ = 0;
  std::int64_t band_end_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> turned(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory,
                                 std::int64_t spool, std::function<bool()> stop) {
  if (!turn.exchange) return std::make_unique<MirroredRows>(std::move(page), std::move(name), turn, memory, spool);
  return std::make_unique<TurnedRows>(std::move(page), std::move(name), turn, memory, spool, std::move(stop));
}

}  // namespace platerip::rip
