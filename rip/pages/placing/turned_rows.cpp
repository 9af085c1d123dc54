#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rip/pages/placing/copy_rows.h"
#include "rip/pages/placing/mirrored_rows.h"
#include "rip/pages/placing/pieces.h"
#include "rip/pages/placing/placed_rows.h"
#include "rip/pages/placing/turn_block.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

std::int64_t pixel_bytes(const tiffio::PageInfo& page) {
  return page.samples() * (page.bits / 8);
}

// More memory would not be faster: the machine's last cache would not hold it.
std::int64_t usable(std::size_t memory) {
  return static_cast<std::int64_t>(std::min(memory, std::size_t{8} << 20));
}

// A page whose rows become columns, a group of them at a time. Unless the page has any pixels at any time, it waits in
// the spool: a group is turned while the cache has it, and lies there column by column. Few rows at a time come by way
// of a band, so that long parts are read from the spool.
class TurnedRows : public PageRows {
 public:
  TurnedRows(std::unique_ptr<PageRows> page, std::string name, const Turn& turn, std::size_t memory, std::int64_t spool,
             std::function<bool()> stop)
      : page_(std::move(page)),
        name_(std::move(name)),
        turn_(turn),
        info_(turned_info(page_->info(), turn)),
        spool_bytes_(spool),
        stop_(std::move(stop)) {
    const std::int64_t most = usable(memory);
    group_rows_ = waits() ? group_that_fits(most) : least_whole_rows;
    tasks_ = std::clamp<std::int64_t>(info_.width / group_rows_ / groups_of_task, 1, most_tasks);
    part_rows_ =
        std::clamp<std::int64_t>(std::min(most_part_bytes, most / 4 / tasks_) / group_row_bytes(), 1, info_.height);
    band_rows_ = std::clamp<std::int64_t>((most - tasks_ * part_bytes()) / info_.row_bytes(), 1, info_.height);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    const auto bytes = page_->memory_bytes();
    const std::int64_t filling = waits() ? 2 * group_rows_ * page_->info().row_bytes() : 0;
    const std::int64_t band = waits() ? band_rows_ * info_.row_bytes() : 0;
    const std::int64_t turning = std::max(filling, band + tasks_ * part_bytes());
    return bytes ? std::optional(*bytes + static_cast<std::size_t>(turning)) : std::nullopt;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (waits() && !spool_) {
      if (const Status status = fill_spool(); !status.ok()) return status;
    }
    if (!waits() || rows * group_row_bytes() >= least_part_bytes) return read_upright(rows, out, stride);
    while (rows > 0) {
      const std::int64_t down = turn_.flip_y ? info_.height - 1 - next_ : next_;
      if (down < band_begin_ || down >= band_end_) {
        if (const Status status = read_band(down); !status.ok()) return status;
      }
      const std::int64_t count = std::min(rows, turn_.flip_y ? down + 1 - band_begin_ : band_end_ - down);
      copy_band(down, count, out, stride);
      next_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_ += rows;
    return {};
  }

 private:
  static constexpr std::int64_t least_whole_rows = 64;  // whose pixels fill cache lines if the rows begin at them
  static constexpr std::int64_t most_group_rows = 128;  // more are not faster
  static constexpr std::int64_t groups_of_task = 4;
  static constexpr std::int64_t most_tasks = 64;
  static constexpr std::int64_t most_part_bytes = std::int64_t{64} << 10;
  static constexpr std::int64_t least_part_bytes = std::int64_t{16} << 10;  // that are worth reading from the spool
  // Rows that are read at a time for a GPU. They leave the caches before it gets them.
  static constexpr std::int64_t uncached_bytes = std::int64_t{16} << 20;

  [[nodiscard]] bool waits() const { return page_->order() != ReadOrder::any_pixels; }
  // The rows of a group that is turned in so much memory.
  [[nodiscard]] std::int64_t group_that_fits(std::int64_t memory) const {
    const auto rows = static_cast<std::uint64_t>(memory / (2 * page_->info().row_bytes()));
    return static_cast<std::int64_t>(std::bit_floor(std::clamp<std::uint64_t>(rows, 1, most_group_rows)));
  }
  // What one column of the page takes in a group, and what a task reads of a group at a time.
  [[nodiscard]] std::int64_t group_row_bytes() const { return group_rows_ * pixel_bytes(info_); }
  [[nodiscard]] std::int64_t part_bytes() const { return part_rows_ * group_row_bytes(); }
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
      const std::int64_t count = rows_of_group(y), bytes = pixel_bytes(page);
      if (const Status status = page_->read(count, rows.data(), page.row_bytes()); !status.ok()) return status;
      (void)in_pieces(page.width, count * bytes, [&](std::int64_t first, std::int64_t columns_of_piece) -> Status {
        turn_group({rows.data() + first * bytes, page.row_bytes(), columns.data() + first * count * bytes,
                    count * bytes, columns_of_piece, count});
        return {};
      });
      const auto group = std::span(columns).first(static_cast<std::size_t>(count * page.row_bytes()));
      if (const Status status = spool->append(group); !status.ok()) return status;
    }
    spool_ = *std::move(spool);
    return {};
  }

  void turn_group(PixelBlock group) const {
    if (turn_.flip_x) {
      group.from += (group.columns - 1) * group.from_row;
      group.from_row = -group.from_row;
    }
    turn_block(group, pixel_bytes(info_));
  }

  // Reads the next rows straight to where they belong.
  Status read_upright(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    const std::int64_t first = turn_.flip_y ? info_.height - next_ - rows : next_;
    next_ += rows;
    return turn_.flip_y ? read_rows(first, rows, out + (rows - 1) * stride, -stride)
                        : read_rows(first, rows, out, stride);
  }

  // Reads as many rows as fit in the memory: `down` and those needed after it.
  Status read_band(std::int64_t down) {
    band_begin_ = turn_.flip_y ? std::max<std::int64_t>(down + 1 - band_rows_, 0) : down;
    band_end_ = std::min(band_begin_ + band_rows_, info_.height);
    band_.resize(static_cast<std::size_t>((band_end_ - band_begin_) * info_.row_bytes()));
    return read_rows(band_begin_, band_end_ - band_begin_, band_.data(), info_.row_bytes());
  }

  // Reads rows from `first` on, before they are mirrored top and bottom.
  Status read_rows(std::int64_t first, std::int64_t rows, std::byte* to, std::ptrdiff_t stride) const {
    if (stop_ && stop_()) return Error{name_ + ": stopped", ErrorCode::stopped};
    const std::int64_t groups = (info_.width + group_rows_ - 1) / group_rows_;
    const bool past_caches = rows * info_.row_bytes() >= uncached_bytes;
    return in_parallel(tasks_, [&](std::int64_t task) -> Status {
      std::vector<std::byte> memory(static_cast<std::size_t>(part_bytes()));
      for (std::int64_t group = groups * task / tasks_; group < groups * (task + 1) / tasks_; ++group) {
        for (std::int64_t row = 0; row < rows; row += part_rows_) {
          const PagePart part{.row = group * group_rows_,
                              .rows = rows_of_group(group * group_rows_),
                              .column = first + row,
                              .columns = std::min(part_rows_, rows - row)};
          const Status status = read_columns(part, to + row * stride, stride, memory, past_caches);
          if (!status.ok()) return status;
        }
      }
      return {};
    });
  }

  // Reads columns of the page's rows of a group, into rows of which `to` is the first.
  Status read_columns(const PagePart& part, std::byte* to, std::ptrdiff_t stride, std::span<std::byte> memory,
                      bool past_caches) const {
    const std::int64_t bytes = pixel_bytes(info_), run = part.rows * bytes;
    to += (turn_.flip_x ? info_.width - part.row - part.rows : part.row) * bytes;
    if (!waits()) {
      const std::int64_t from_row = part.columns * bytes;
      if (const Status status = page_->read_part(part, memory.data(), from_row); !status.ok()) return status;
      turn_group({memory.data(), from_row, to, stride, part.columns, part.rows, past_caches});
      return {};
    }
    const auto turned = memory.first(static_cast<std::size_t>(part.columns * run));
    const std::int64_t offset = part.row * page_->info().row_bytes() + part.column * run;
    if (const Status status = spool_->read(offset, turned); !status.ok()) return status;
    copy_rows(turned.data(), run, to, stride, part.columns, run, past_caches);
    if (past_caches) end_copies_past_caches();
    return {};
  }

  // Copies `rows` rows of the band, from row `down` on or from there upwards.
  void copy_band(std::int64_t down, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
    (void)in_pieces(rows, info_.row_bytes(), [&](std::int64_t first, std::int64_t count) -> Status {
      for (std::int64_t row = first; row < first + count; ++row) {
        const std::int64_t at = (turn_.flip_y ? down - row : down + row) - band_begin_;
        std::memcpy(out + row * stride, band_.data() + at * info_.row_bytes(),
                    static_cast<std::size_t>(info_.row_bytes()));
      }
      return {};
    });
  }

  std::unique_ptr<PageRows> page_;
  std::string name_;
  Turn turn_;
  tiffio::PageInfo info_;
  std::int64_t spool_bytes_;
  std::function<bool()> stop_;
  std::int64_t group_rows_;
  std::int64_t tasks_;      // that read rows
  std::int64_t part_rows_;  // that each reads at a time
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
  if (!turn.exchange)
    return mirrored_rows(std::move(page), std::move(name), turn, usable(memory), spool, std::move(stop));
  return std::make_unique<TurnedRows>(std::move(page), std::move(name), turn, memory, spool, std::move(stop));
}

}  // namespace platerip::rip
