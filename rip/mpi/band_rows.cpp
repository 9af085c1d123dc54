#include "rip/mpi/band_rows.h"

#include <utility>

namespace platerip::rip {

BandRows::BandRows(std::unique_ptr<PageRows> page, const Band& band)
    : page_(std::move(page)), info_(page_->info()), above_(band.begin) {
  info_.height = band.given_rows();
}

Status BandRows::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  const Status skipped = page_->skip(std::exchange(above_, 0));
  return skipped.ok() ? page_->read(rows, out, stride) : skipped;
}

}  // namespace platerip::rip
