#include <algorithm>
#include <cstring>
#include <vector>

#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

class StripSource : public RowSource {
 public:
  StripSource(TiffHandle handle, const PageLayout& layout, int plane)
      : handle_(std::move(handle)), layout_(layout), plane_(plane) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      const std::int64_t in_strip = next_row_ % layout_.block_height;
      const std::int64_t strip_rows = layout_.rows_in_block(next_row_ - in_strip);
      const std::int64_t count = std::min(rows, strip_rows - in_strip);
      const bool as_it_is = count == strip_rows && stride == layout_.row_bytes();
      Status status = as_it_is ? decode(strip_rows, out) : copy_from_strip(in_strip, strip_rows, count, out, stride);
      if (!status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

 private:
  Status copy_from_strip(std::int64_t in_strip, std::int64_t strip_rows, std::int64_t rows, std::byte* out,
                         std::ptrdiff_t stride) {
    const std::int64_t row_bytes = layout_.row_bytes();
    if (in_strip == 0) {
      strip_.resize(static_cast<std::size_t>(strip_rows * row_bytes));
      if (Status status = decode(strip_rows, strip_.data()); !status.ok()) return status;
    }
    const std::byte* from = strip_.data() + in_strip * row_bytes;
    for (std::int64_t row = 0; row < rows; ++row) {
      std::memcpy(out + row * stride, from + row * row_bytes, static_cast<std::size_t>(row_bytes));
    }
    return {};
  }

  Status decode(std::int64_t rows, std::byte* out) {
    const std::int64_t bytes = rows * layout_.row_bytes();
    const std::uint32_t strip = layout_.block_index(plane_, next_row_ / layout_.block_height, 0);
    return decode_block(handle_, layout_, strip, out, bytes, next_row_, rows);
  }

  TiffHandle handle_;
  const PageLayout& layout_;
  int plane_;
  std::int64_t next_row_ = 0;
  std::vector<std::byte> strip_;  // the strip that contains next_row_, if part of it was already returned
};

class ScanlineSource : public RowSource {
 public:
  ScanlineSource(TiffHandle handle, int plane) : handle_(std::move(handle)), plane_(plane) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      handle_.messages().clear();
      const bool succeeded = TIFFReadScanline(handle_.get(), out, static_cast<std::uint32_t>(next_row_),
                                              static_cast<std::uint16_t>(plane_)) == 1;
      if (Status status = check_decoded(handle_, succeeded, next_row_, 1); !status.ok()) return status;
    }
    return {};
  }

 private:
  TiffHandle handle_;
  int plane_;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_strip_source(TiffHandle handle, const PageLayout& layout, int plane) {
  return std::make_unique<StripSource>(std::move(handle), layout, plane);
}

std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, int plane) {
  return std::make_unique<ScanlineSource>(std::move(handle), plane);
}

}  // namespace platerip::tiffio
