#include "rip/mpi/band_plates.h"

#include <algorithm>

namespace platerip::rip {

Status BandPlates::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  count_ = plates.inks.size();
  row_bytes_ = halftone::plate_row_bytes(plates.width, plates.levels);
  if (plates_.sends_rows()) {
    auto spool = Spool::create(page_label(plates.source));
    if (!spool.ok()) return spool.error();
    waiting_.emplace(*std::move(spool));
  }
  return plates_.begin(plates, files);
}

Status BandPlates::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  return waiting_ ? keep(plates, rows) : plates_.write(plates, rows);
}

// Appends the rows of all plates, row after row.
Status BandPlates::keep(std::span<const halftone::Plate> plates, std::int64_t rows) {
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(rows * row_bytes_) * count_);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (const halftone::Plate& plate : plates) {
      const std::byte* const from = plate.pixels + row * plate.stride;
      bytes.insert(bytes.end(), from, from + row_bytes_);
    }
  }
  return waiting_->append(bytes);
}

Status BandPlates::send_kept() {
  const std::int64_t rows_bytes = row_bytes_ * static_cast<std::int64_t>(count_);
  const std::int64_t all = band_.made();
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(all, most_piece_rows) * rows_bytes));
  for (std::int64_t row = 0; row < all; row += most_piece_rows) {
    const std::int64_t rows = std::min(all - row, most_piece_rows);
    const auto piece = std::span(bytes).first(static_cast<std::size_t>(rows * rows_bytes));
    if (const Status status = waiting_->read(row * rows_bytes, piece); !status.ok()) return status;
    std::vector<halftone::Plate> plates;
    for (std::size_t plate = 0; plate < count_; ++plate)
      plates.push_back({piece.data() + static_cast<std::int64_t>(plate) * row_bytes_, rows_bytes});
    if (const Status status = plates_.write(plates, rows); !status.ok()) return status;
  }
  return {};
}

Status BandPlates::finish() {
  if (const Status status = waiting_ ? send_kept() : Status(); !status.ok()) return status;
  return plates_.finish();
}

}  // namespace platerip::rip
