#include "tiffio/pages/row_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "tiffio/pages/row_mark.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

bool is_harmless(const std::string& warning) {
  constexpr std::array<std::string_view, 5> harmless = {
      "Old-style LZW codes",          // written before 1993; decoded all the same
      "exceeds expected dimensions",  // a last JPEG strip of full height; its rows past the page are not read
      "unknown JFIF revision",         "old-style JPEG compression mode",
      "encoded with progressive mode",  // unusual in a TIFF; its memory is counted
  };
  return std::any_of(harmless.begin(), harmless.end(),
                     [&warning](std::string_view words) { return warning.find(words) != std::string::npos; });
}

// If libdeflate finds more data than expected, it may leave the end unwritten, and libtiff reports success. So the last
// byte is marked before decoding. If the mark is still there afterwards, zlib decodes again, and writes everything or
// fails. This costs time only if the data happen to equal the mark.
constexpr std::byte mark{0xa7};

bool uses_libdeflate(TIFF* tiff, const Codec& codec) {
  if (codec.scheme != COMPRESSION_ADOBE_DEFLATE && codec.scheme != COMPRESSION_DEFLATE) return false;
  int library = DEFLATE_SUBCODEC_ZLIB;
  TIFFGetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, &library);
  return library == DEFLATE_SUBCODEC_LIBDEFLATE;
}

/// Whether the last byte before `end` was `mark`, before predictor and byte order were undone.
template <typename Sample>
bool sample_still_marked(const PageLayout& layout, const std::byte* end) {
  Sample last = 0;
  Sample before = 0;
  std::memcpy(&last, end - sizeof last, sizeof last);
  if (layout.predictor == PREDICTOR_HORIZONTAL && layout.block_width > 1) {
    std::memcpy(&before, end - sizeof before - layout.pixel_bits() / 8, sizeof before);
  }
  const auto stored = static_cast<Sample>(last - before);
  std::array<std::byte, sizeof stored> bytes;
  std::memcpy(bytes.data(), &stored, sizeof stored);
  return (layout.swap_bytes ? bytes.front() : bytes.back()) == mark;
}

bool still_marked(const PageLayout& layout, const std::byte* end) {
  if (layout.bits == 16) return sample_still_marked<std::uint16_t>(layout, end);
  if (layout.bits == 32) return sample_still_marked<std::uint32_t>(layout, end);
  return sample_still_marked<std::uint8_t>(layout, end);
}

// Whether libjpeg recognizes but cannot read this kind of JPEG, such as a lossless one.
bool is_of_another_jpeg(const Messages& messages) {
  return !messages.about("Unsupported JPEG").empty();
}

bool decode(TIFF* tiff, bool tiled, std::uint32_t block, std::byte* out, std::int64_t bytes) {
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
    succeeded = decode(handle.get(), layout.tiled, block, out, bytes);
    if (!succeeded || !is_marked(last_row, bits, negative)) return true;
  }
  return false;
}

std::string these_rows(std::int64_t first_row, std::int64_t rows) {
  return rows_text(first_row, rows) + (rows == 1 ? " is " : " are ");
}

}  // namespace

Error cut_off(const TiffHandle& handle, std::int64_t first_row, std::int64_t rows) {
  return file_error(handle.file().name(), these_rows(first_row, rows) + "cut off: the data end before the last row",
                    "get the page again from where it came");
}

Status decode_block(const TiffHandle& handle, const PageLayout& layout, std::uint32_t block, std::byte* out,
                    std::int64_t bytes, std::int64_t first_row, std::int64_t rows) {
  TIFF* tiff = handle.get();
  const Rows page_rows = layout.page_rows(first_row, rows);
  handle.messages().clear();
  if (layout.codec->may_stop_early) {
    bool decoded = false;
    if (!decode_to_last_row(handle, layout, block, out, bytes, decoded))
      return cut_off(handle, page_rows.first, page_rows.count);
    return check_decoded(handle, decoded, page_rows.first, page_rows.count);
  }
  // libwebp may leave parts of a damaged block unwritten. These must not expose old memory.
  if (layout.codec->scheme == COMPRESSION_WEBP) std::memset(out, 0, static_cast<std::size_t>(bytes));
  out[bytes - 1] = mark;
  bool succeeded = decode(tiff, layout.tiled, block, out, bytes);
  if (succeeded && uses_libdeflate(tiff, *layout.codec) && still_marked(layout, out + bytes)) {
    TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
    succeeded = decode(tiff, layout.tiled, block, out, bytes);
    TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_LIBDEFLATE);
  }
  return check_decoded(handle, succeeded, page_rows.first, page_rows.count);
}

Status check_decoded(const TiffHandle& handle, bool succeeded, std::int64_t first_row, std::int64_t rows) {
  const Messages& messages = handle.messages();
  if (succeeded && messages.errors.empty() &&
      std::all_of(messages.warnings.begin(), messages.warnings.end(), is_harmless)) {
    return {};
  }
  const std::string which = these_rows(first_row, rows);
  if (is_of_another_jpeg(messages)) {
    return handle.error(which + "in a kind of JPEG that is not handled, as lossless JPEG is", messages.first(),
                        "save the page with LZW or Deflate compression", ErrorCode::unsupported);
  }
  return handle.error(which + "damaged", messages.first(), "get the page again from where it came");
}

}  // namespace platerip::tiffio
