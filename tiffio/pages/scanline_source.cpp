#include <algorithm>
#include <span>
#include <vector>

#include "tiffio/pages/row_mark.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

class ScanlineSource : public RowSource {
 public:
  ScanlineSource(TiffHandle handle, const PageLayout& layout, int plane)
      : handle_(std::move(handle)), layout_(layout), plane_(plane) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      handle_.messages().clear();
      const std::span row(out, static_cast<std::size_t>(layout_.row_bytes()));
      const bool marks = layout_.codec->may_stop_early;
      if (marks) mark_row(row);
      const bool succeeded = TIFFReadScanline(handle_.get(), out, static_cast<std::uint32_t>(next_row_),
                                              static_cast<std::uint16_t>(plane_)) == 1;
      if (Status status = check_decoded(handle_, succeeded, next_row_, 1); !status.ok()) return status;
      if (marks && is_marked(row, layout_.width)) return cut_off(handle_, next_row_, 1);
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
  TiffHandle handle_;
  const PageLayout& layout_;
  int plane_;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, const PageLayout& layout, int plane) {
  return std::make_unique<ScanlineSource>(std::move(handle), layout, plane);
}

}  // namespace platerip::tiffio
