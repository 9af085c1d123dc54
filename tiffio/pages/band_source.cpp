#include <algorithm>
#include <cstring>
#include <vector>

#include "tiffio/pages/block_decoder.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

class BandSource : public RowSource {
 public:
  BandSource(TiffHandle handle, const PageLayout& layout, int plane, std::int64_t band_rows)
      : decoder_(std::move(handle), layout), layout_(layout), plane_(plane), band_height_(band_rows) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    while (rows > 0) {
      if (next_row_ >= band_end_) begin_band();
      const std::int64_t count = std::min(rows, band_end_ - next_row_);
      const bool whole_band = count == band_end_ - band_begin_;
      Status status = whole_band ? decode_band(out, stride) : copy_from_band(count, out, stride);
      if (!status.ok()) return status;
      next_row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    return {};
  }

 private:
  std::int64_t row_in_tile() const { return band_begin_ % layout_.block_height; }

  /// A band ends at the end of its tiles.
  void begin_band() {
    band_begin_ = next_row_;
    const std::int64_t rows_left = layout_.rows_in_block(band_begin_ - row_in_tile()) - row_in_tile();
    band_end_ = band_begin_ + std::min(band_height_, rows_left);
  }

  Status decode_band(std::byte* out, std::ptrdiff_t stride) {
    const std::int64_t tile_row_bytes = layout_.block_row_bytes();
    const std::int64_t down = band_begin_ / layout_.block_height;
    tile_.resize(static_cast<std::size_t>(layout_.block_bytes()));
    for (std::int64_t across = 0; across < layout_.blocks_across(); ++across) {
      if (Status status = decode_tile(layout_.block_index(plane_, down, across)); !status.ok()) return status;
      const std::int64_t left = across * tile_row_bytes;
      const std::int64_t used = std::min(tile_row_bytes, layout_.row_bytes() - left);
      for (std::int64_t row = 0; row < band_end_ - band_begin_; ++row) {
        std::memcpy(out + row * stride + left, tile_.data() + (row_in_tile() + row) * tile_row_bytes,
                    static_cast<std::size_t>(used));
      }
    }
    return {};
  }

  Status decode_tile(std::uint32_t tile) {
    const std::int64_t first_row = band_begin_ - row_in_tile();
    return decoder_.decode(tile, tile_.data(), layout_.block_bytes(), first_row, layout_.rows_in_block(first_row));
  }

  Status copy_from_band(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    const std::int64_t row_bytes = layout_.row_bytes();
    if (next_row_ == band_begin_) {
      band_.resize(static_cast<std::size_t>((band_end_ - band_begin_) * row_bytes));
      if (Status status = decode_band(band_.data(), row_bytes); !status.ok()) return status;
    }
    const std::byte* from = band_.data() + (next_row_ - band_begin_) * row_bytes;
    for (std::int64_t row = 0; row < rows; ++row) {
      std::memcpy(out + row * stride, from + row * row_bytes, static_cast<std::size_t>(row_bytes));
    }
    return {};
  }

  BlockDecoder decoder_;
  const PageLayout& layout_;
  int plane_;
  std::int64_t band_height_;
  std::int64_t next_row_ = 0;
  std::int64_t band_begin_ = 0;
  std::int64_t band_end_ = 0;
  std::vector<std::byte> band_;  // the rows from band_begin_ on, if part of them was already returned
  std::vector<std::byte> tile_;
};

}  // namespace

std::unique_ptr<RowSource> make_band_source(TiffHandle handle, const PageLayout& layout, int plane,
                                            std::int64_t band_rows) {
  return std::make_unique<BandSource>(std::move(handle), layout, plane, band_rows);
}

}  // namespace platerip::tiffio
