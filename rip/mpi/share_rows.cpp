#include "rip/mpi/share_rows.h"

namespace platerip::rip {

ShareRows::ShareRows(std::unique_ptr<PageRows> page, const Share& share)
    : page_(std::move(page)), share_(share), info_(page_->info()) {
  info_.height = share.rows();
}

Status ShareRows::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  while (rows > 0) {
    const std::int64_t row = share_.page_row(read_);
    if (const Status status = page_->skip(row - page_row_); !status.ok()) return status;
    const std::int64_t count = std::min(rows, share_.rows_together(read_));
    if (const Status status = page_->read(count, out, stride); !status.ok()) return status;
    page_row_ = row + count;
    read_ += count;
    rows -= count;
    out += count * stride;
  }
  return {};
}

}  // namespace platerip::rip
