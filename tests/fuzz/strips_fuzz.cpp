// Decodes any bytes as a strip of LZW or Deflate, in pieces. It must not crash or read out of bounds, and what it
// decodes must be what libtiff decodes. The first bytes choose the codec, the sizes of the stored pieces and of the
// decoded ones, and that of the strip.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "tests/fuzz/fuzzed_file.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/stored_pieces.h"
#include "tiffio/pages/inflater.h"
#include "tiffio/pages/lzw_decoder.h"
#include "tiffio/tiff_handle.h"

namespace {

using namespace platerip;
using tiffio::StripDecoder;
using tiffio::StripEnd;
using Bytes = std::vector<std::byte>;

constexpr std::size_t choices = 4;

/// A gray page of one row, whose strip holds `data`.
Bytes page_of(std::uint16_t codec, std::uint64_t width, std::span<const std::byte> data) {
  test::RawTiff page;
  page.data.assign(data.begin(), data.end());
  page.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {width});
  page.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {1});
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {8});
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {codec});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_MINISBLACK});
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {page.data_offset()});
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {1});
  page.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {1});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {data.size()});
  return page.bytes();
}

bool decode(StripDecoder& decoder, test::StoredPieces stored, std::size_t piece, std::span<std::byte> out) {
  decoder.begin(stored);
  while (!out.empty()) {
    const auto next = out.first(std::min(piece, out.size()));
    if (!decoder.decode(next)) return false;
    out = out.subspan(next.size());
  }
  return decoder.end() == StripEnd::right;
}

Bytes decoded_by_libtiff(const Bytes& page, std::size_t bytes) {
  static const fuzz::FuzzedFile file;
  file.write(reinterpret_cast<const std::uint8_t*>(page.data()), page.size());
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file.path().c_str(), "r"), TIFFClose);
  if (!tiff) std::abort();
  TIFFSetField(tiff.get(), TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
  Bytes decoded(bytes);
  if (TIFFReadEncodedStrip(tiff.get(), 0, decoded.data(), static_cast<tmsize_t>(bytes)) != static_cast<tmsize_t>(bytes))
    decoded.clear();
  return decoded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
  if (size <= choices) return 0;
  TIFFSetWarningHandler(nullptr);
  TIFFSetErrorHandler(nullptr);
  const bool is_lzw = input[0] % 2 == 0;
  const std::size_t stored_piece = input[0] < 2 ? size : 1 + input[0];
  const std::size_t piece = 1 + std::size_t{input[1]} * input[1];
  const std::size_t bytes = 1 + (std::size_t{input[2]} << 8 | input[3]);
  const auto data = std::as_bytes(std::span(input, size)).subspan(choices);

  static tiffio::LzwDecoder lzw;
  static tiffio::Inflater inflater;
  StripDecoder& decoder = is_lzw ? static_cast<StripDecoder&>(lzw) : inflater;
  const auto out = std::make_unique<std::byte[]>(bytes);
  if (!decode(decoder, {data, stored_piece}, piece, {out.get(), bytes})) return 0;
  const Bytes page = page_of(is_lzw ? COMPRESSION_LZW : COMPRESSION_ADOBE_DEFLATE, bytes, data);
  const Bytes expected = decoded_by_libtiff(page, bytes);
  if (expected.empty() || std::memcmp(expected.data(), out.get(), bytes) != 0) std::abort();
  return 0;
}
