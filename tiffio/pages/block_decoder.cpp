#include "tiffio/pages/block_decoder.h"

#include <cstring>
#include <span>
#include <utility>

#include "tiffio/pages/lzw_style.h"
#include "tiffio/pages/predictor.h"
#include "tiffio/pages/row_mark.h"
#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

bool decode_block(TIFF* tiff, bool tiled, std::uint32_t block, std::byte* out, std::int64_t bytes) {
  return (tiled ? TIFFReadEncodedTile(tiff, block, out, bytes) : TIFFReadEncodedStrip(tiff, block, out, bytes)) ==
         bytes;
}

/// Decodes into `out`. False if the last row was not written. If the row still looks like its mark, decodes again over
/// the negative mark to be sure.
bool decode_to_last_row(const TiffHandle& handle, const PageLayout& layout, std::uint32_t block, std::byte* out,
                        std::int64_t bytes, bool& succeeded) {
  const std::span last_row(out + bytes - layout.block_row_bytes(), static_cast<std::size_t>(layout.block_row_bytes()));
  const std::int64_t bits = layout.block_width * layout.pixel_bits();
  for (const bool negative : {false, true}) {
    mark_row(last_row, negative);
    succeeded = decode_block(handle.get(), layout.tiled, block, out, bytes);
    if (!succeeded || !is_marked(last_row, bits, negative)) return true;
  }
  return false;
}

}  // namespace

BlockDecoder::BlockDecoder(TiffHandle handle, const PageLayout& layout)
    : handle_(std::move(handle)), layout_(layout), own_(handle_, layout) {
  show_first_block(handle_, layout);
}

Status BlockDecoder::decode(std::uint32_t block, std::byte* out, std::int64_t bytes, std::int64_t first_row,
                            std::int64_t rows) {
  const Rows page_rows = layout_.page_rows(first_row, rows);
  if (own_.begin(handle_, block) && own_.decode(bytes / layout_.block_row_bytes(), out)) {
    const StripEnd end = own_.end();
    if (end == StripEnd::right) return {};
    if (end == StripEnd::wrong) return wrong_checksum(handle_, page_rows.first, page_rows.count);
  }
  return decode_by_libtiff(block, out, bytes, page_rows);
}

Status BlockDecoder::decode_by_libtiff(std::uint32_t block, std::byte* out, std::int64_t bytes, Rows page_rows) {
  handle_.messages().clear();
  bool succeeded = false;
  if (layout_.codec->may_stop_early) {
    if (!decode_to_last_row(handle_, layout_, block, out, bytes, succeeded))
      return cut_off(handle_, page_rows.first, page_rows.count);
    return check_decoded(handle_, succeeded, page_rows.first, page_rows.count);
  }
  // libwebp may leave parts of a damaged block unwritten. These must not expose old memory.
  if (layout_.codec->scheme == COMPRESSION_WEBP) std::memset(out, 0, static_cast<std::size_t>(bytes));
  succeeded = decode_block(handle_.get(), layout_.tiled, block, out, bytes);
  const std::int64_t row_bytes = layout_.block_row_bytes();
  for (std::int64_t at = 0; succeeded && leaves_differences(layout_) && at < bytes; at += row_bytes)
    undo_differences(layout_, {out + at, static_cast<std::size_t>(row_bytes)});
  return check_decoded(handle_, succeeded, page_rows.first, page_rows.count);
}

}  // namespace platerip::tiffio
