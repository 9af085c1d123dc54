#include "rip/pages/placing/kept_page.h"

namespace platerip::rip {

Status KeptPage::read_next(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  const tiffio::PageInfo& info = page_.info();
  if (!spool_) {
    if (const Status status = check_spool(name_, info.height, info.row_bytes(), spool_bytes_); !status.ok())
      return status;
    auto spool = Spool::create(name_);
    if (!spool.ok()) return spool.error();
    spool_ = *std::move(spool);
  }
  if (const Status status = page_.read(rows, out, stride); !status.ok()) return status;
  const bool is_whole = stride == info.row_bytes();
  const std::int64_t at_once = is_whole ? rows : 1;
  for (std::int64_t row = 0; row < rows; row += at_once, out += at_once * stride) {
    const Status status = spool_->append({out, static_cast<std::size_t>(at_once * info.row_bytes())});
    if (!status.ok()) return status;
  }
  return {};
}

Status KeptPage::read(std::int64_t first, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
  if (!waits()) return page_.read_part({first, rows, 0, page_.info().width}, out, stride);
  const std::int64_t row_bytes = page_.info().row_bytes();
  for (std::int64_t row = 0; row < rows; ++row, out += stride) {
    const Status status = spool_->read((first + row) * row_bytes, {out, static_cast<std::size_t>(row_bytes)});
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::rip
