#include "rip/plates/pbm_sink.h"

#include <algorithm>

namespace platerip::rip {
namespace {

constexpr std::size_t copied_at_once = 64 << 10;

}  // namespace

Status PbmSink::begin(const PlatesInfo& plates, std::vector<OutputFile>&) {
  const std::string page = page_label(plates.source);
  if (plates.levels != 2) {
    return Error{page + ": PBM has 2 levels",
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::leave_out, .setting = option_of_levels_},
                  {.action = Advice::Action::other, .value = "take TIFF"}}};
  }
  width_ = plates.width;
  height_ = plates.height;
  waiting_.clear();
  const auto waiting = static_cast<std::int64_t>(plates.inks.size()) - 1;
  const std::int64_t row_bytes = halftone::plate_row_bytes(width_, 2);
  if (const Status status = check_spool(page, waiting * height_, row_bytes, spool_); !status.ok()) return status;
  for (std::int64_t plate = 0; plate < waiting; ++plate) {
    auto spool = Spool::create(page);
    if (!spool.ok()) return spool.error();
    waiting_.push_back(*std::move(spool));
  }
  return write_header();
}

Status PbmSink::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  for (std::size_t plate = 0; plate < plates.size(); ++plate) {
    pack(plates[plate], rows);
    const Status status = plate == 0 ? out_.write(packed_) : waiting_[plate - 1].append(packed_);
    if (!status.ok()) return status;
  }
  return out_.flush();
}

Status PbmSink::finish() {
  for (const Spool& spool : waiting_) {
    if (const Status status = write_header(); !status.ok()) return status;
    if (const Status status = copy_out(spool); !status.ok()) return status;
  }
  waiting_.clear();
  return out_.flush();
}

Status PbmSink::write_header() {
  const std::string header = "P4\n" + std::to_string(width_) + " " + std::to_string(height_) + "\n";
  return out_.write(std::as_bytes(std::span(header)));
}

void PbmSink::pack(const halftone::Plate& plate, std::int64_t rows) {
  const std::int64_t row_bytes = halftone::plate_row_bytes(width_, 2);
  const auto last_mask = static_cast<std::byte>(0xff << (row_bytes * 8 - width_));
  packed_.clear();
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::byte* const from = plate.pixels + row * plate.stride;
    packed_.insert(packed_.end(), from, from + row_bytes);
    if (!invert_) continue;
    std::transform(packed_.end() - row_bytes, packed_.end(), packed_.end() - row_bytes, std::bit_not<std::byte>());
    packed_.back() &= last_mask;
  }
}

Status PbmSink::copy_out(const Spool& spool) {
  std::int64_t left = halftone::plate_row_bytes(width_, 2) * height_;
  for (std::int64_t offset = 0; left > 0; left -= static_cast<std::int64_t>(packed_.size())) {
    packed_.resize(std::min<std::size_t>(copied_at_once, static_cast<std::size_t>(left)));
    if (const Status status = spool.read(offset, packed_); !status.ok()) return status;
    if (const Status status = out_.write(packed_); !status.ok()) return status;
    offset += static_cast<std::int64_t>(packed_.size());
  }
  return {};
}

}  // namespace platerip::rip
