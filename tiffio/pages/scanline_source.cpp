#include <algorithm>
#include <span>
#include <vector>

#include "tiffio/pages/lzw_style.h"
#include "tiffio/pages/own_decoder.h"
#include "tiffio/pages/predictor.h"
#include "tiffio/pages/row_mark.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

class ScanlineSource : public RowSource {
 public:
  ScanlineSource(TiffHandle handle, const PageLayout& layout, int plane)
      : handle_(std::move(handle)), layout_(layout), plane_(plane), own_(handle_, layout) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      const std::int64_t in_block = next_row_ % layout_.block_height;
      const std::int64_t left = layout_.rows_in_block(next_row_ - in_block) - in_block;
      const std::int64_t count = stride == layout_.row_bytes() ? std::min(rows, left) : 1;
      if (Status status = read_together(in_block, count, count == left, out); !status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  // Within a strip, rows can only be found by decoding those before them.
  Status skip(std::int64_t rows) override {
    const std::int64_t end = next_row_ + rows;
    next_row_ = std::max(next_row_, end - end % layout_.block_height);
    std::vector<std::byte> passed(next_row_ < end ? static_cast<std::size_t>(layout_.row_bytes()) : 0);
    return read(end - next_row_, passed.data(), 0);
  }

 private:
  /// Reads the next rows, which lie in one strip, `is_end` at its end, and go to `out` without a gap.
  Status read_together(std::int64_t in_block, std::int64_t rows, bool is_end, std::byte* out) {
    if (in_block == 0) is_own_ = own_.begin(handle_, block());
    if (is_own_ && own_.decode(rows, out)) {
      const StripEnd end = is_end ? own_.end() : StripEnd::right;
      if (end == StripEnd::right) return {};
      if (end == StripEnd::wrong) return wrong_checksum(handle_, next_row_ + rows - 1, 1);
    }
    for (std::int64_t row = is_own_ ? next_row_ - in_block : next_row_; row < next_row_ + rows; ++row) {
      std::byte* const to = out + std::max<std::int64_t>(0, row - next_row_) * layout_.row_bytes();
      if (Status status = read_by_libtiff(row, to); !status.ok()) return status;
    }
    is_own_ = false;
    return {};
  }

  /// Reads the next row of a strip, or its first.
  Status read_by_libtiff(std::int64_t row, std::byte* out) {
    if (!shown_ && block() != layout_.block_index(layout_.planes().front(), 0, 0)) show_first_block(handle_, layout_);
    shown_ = true;
    handle_.messages().clear();
    const std::span to(out, static_cast<std::size_t>(layout_.row_bytes()));
    const bool marks = layout_.codec->may_stop_early;
    if (marks) mark_row(to);
    const bool succeeded =
        TIFFReadScanline(handle_.get(), out, static_cast<std::uint32_t>(row), static_cast<std::uint16_t>(plane_)) == 1;
    if (Status status = check_decoded(handle_, succeeded, row, 1); !status.ok()) return status;
    if (marks && is_marked(to, layout_.width)) return cut_off(handle_, row, 1);
    if (leaves_differences(layout_)) undo_differences(layout_, to);
    return {};
  }

  std::uint32_t block() const { return layout_.block_index(plane_, next_row_ / layout_.block_height, 0); }

  TiffHandle handle_;
  const PageLayout& layout_;
  int plane_;
  OwnDecoder own_;
  bool is_own_ = false;  // whether that decodes the strip
  bool shown_ = false;   // whether libtiff knows the page's first strip
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, const PageLayout& layout, int plane) {
  return std::make_unique<ScanlineSource>(std::move(handle), layout, plane);
}

}  // namespace platerip::tiffio
