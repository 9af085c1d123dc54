#include "tiffio/pages/own_decoder.h"

#include <tiffio.h>

#include <algorithm>
#include <span>

#include "tiffio/pages/inflater.h"
#include "tiffio/pages/lzw_decoder.h"
#include "tiffio/pages/lzw_style.h"
#include "tiffio/pages/predictor.h"

namespace platerip::tiffio {
namespace {

// So many rows are decoded before their predictor is undone: they fit in the cache.
constexpr std::int64_t piece_bytes = 128 << 10;

std::unique_ptr<StripDecoder> make_codec(const TiffHandle& handle, const PageLayout& layout) {
  const bool has_units = layout.unit_width * layout.unit_height > 1;
  if (layout.reverse_bits || (has_units && layout.predictor != PREDICTOR_NONE)) return nullptr;
  switch (layout.codec->scheme) {
    case COMPRESSION_LZW:
      return has_old_codes(handle, layout) ? nullptr : std::make_unique<LzwDecoder>();
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return std::make_unique<Inflater>();
    default:
      return nullptr;
  }
}

}  // namespace

OwnDecoder::OwnDecoder(const TiffHandle& handle, const PageLayout& layout)
    : layout_(layout), codec_(make_codec(handle, layout)) {}

bool OwnDecoder::begin(const TiffHandle& handle, std::uint32_t block) {
  if (!codec_) return false;
  stored_.begin(handle, block);
  codec_->begin(stored_);
  return true;
}

bool OwnDecoder::decode(std::int64_t rows, std::byte* out) {
  const std::int64_t row_bytes = layout_.block_row_bytes();
  const std::int64_t piece_rows = std::max<std::int64_t>(1, piece_bytes / row_bytes);
  while (rows > 0) {
    const std::int64_t count = std::min(rows, piece_rows);
    if (!codec_->decode({out, static_cast<std::size_t>(count * row_bytes)})) return give_up();
    for (std::int64_t i = 0; i < count; ++i, out += row_bytes)
      undo_predictor(layout_, {out, static_cast<std::size_t>(row_bytes)}, scratch_);
    rows -= count;
  }
  return true;
}

StripEnd OwnDecoder::end() {
  const StripEnd end = codec_->end();
  if (end == StripEnd::unknown) give_up();
  return end;
}

bool OwnDecoder::give_up() {
  stored_.give_up();
  return false;
}

}  // namespace platerip::tiffio
