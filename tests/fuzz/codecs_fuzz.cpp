// Reads any bytes as the data of a page, whose sound directory the first bytes choose: every codec, colour space and
// layout. It must not crash or read out of bounds, and every way of reading must give the same.
#include <array>
#include <span>

#include "tests/fuzz/fuzzed_file.h"
#include "tests/fuzz/read_twice.h"
#include "tests/tiffio/raw_tiff.h"

namespace {

using platerip::test::RawTiff;

// The bytes that choose. 0 to 9 are indexes into the lists below.
constexpr std::size_t choices = 12;

constexpr std::array<std::uint64_t, 14> codecs = {
    COMPRESSION_NONE,      COMPRESSION_PACKBITS,  COMPRESSION_LZW,  COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD,
    COMPRESSION_LZMA,      COMPRESSION_JPEG,      COMPRESSION_WEBP, COMPRESSION_OJPEG,         COMPRESSION_CCITTRLE,
    COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4, COMPRESSION_JBIG, COMPRESSION_DEFLATE};
constexpr std::array<std::uint64_t, 9> photometrics = {
    PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_RGB,    PHOTOMETRIC_PALETTE, PHOTOMETRIC_SEPARATED,
    PHOTOMETRIC_YCBCR,      PHOTOMETRIC_CIELAB,     PHOTOMETRIC_ICCLAB, PHOTOMETRIC_ITULAB};
constexpr std::array<std::uint64_t, 7> depths = {1, 2, 4, 8, 12, 16, 32};

/// The page that the first bytes choose, with the others as its data.
RawTiff page_of(std::span<const std::uint8_t> bytes) {
  const auto choice = [&bytes](std::size_t place, const auto& list) { return list[bytes[place] % list.size()]; };
  const std::uint64_t bits = choice(2, depths);
  const std::uint64_t photometric = choice(1, photometrics);
  const std::uint64_t samples = 1 + bytes[3] % 5;
  const std::uint64_t width = 1 + bytes[4];
  const std::uint64_t height = 1 + bytes[5];
  const bool tiled = bytes[6] % 2 == 1;
  const bool separate = bytes[7] % 2 == 1;
  const std::uint64_t block = tiled ? 16 * (1 + bytes[8] % 4) : 1 + bytes[8];

  RawTiff page;
  const auto data = std::as_bytes(bytes.subspan(choices));
  page.data.assign(data.begin(), data.end());
  page.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {width});
  page.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {height});
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, std::vector<std::uint64_t>(samples, bits));
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {samples});
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {choice(0, codecs)});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {photometric});
  page.set(TIFFTAG_PLANARCONFIG, TIFF_SHORT, {separate ? std::uint64_t{PLANARCONFIG_SEPARATE} : PLANARCONFIG_CONTIG});
  page.set(TIFFTAG_FILLORDER, TIFF_SHORT, {std::uint64_t{1} + bytes[9] % 2});
  if (bytes[10] % 4 != 0) page.set(TIFFTAG_PREDICTOR, TIFF_SHORT, {std::uint64_t{bytes[10]} % 4});
  if (bits == 32) page.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, std::vector<std::uint64_t>(samples, SAMPLEFORMAT_IEEEFP));
  if (photometric == PHOTOMETRIC_YCBCR)
    page.set(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT,
             {std::uint64_t{1} << bytes[11] % 3, std::uint64_t{1} << bytes[11] / 3 % 3});
  if (photometric == PHOTOMETRIC_PALETTE && bits <= 8)
    page.set(TIFFTAG_COLORMAP, TIFF_SHORT, std::vector<std::uint64_t>(std::size_t{3} << bits, 12345));
  // An old-style JPEG's tables are at the beginning of the data.
  page.set(TIFFTAG_JPEGIFOFFSET, TIFF_LONG, {page.data_offset()});
  page.set(TIFFTAG_JPEGIFBYTECOUNT, TIFF_LONG, {page.data.size()});

  // The blocks share the data evenly.
  const std::uint64_t across = tiled ? (width + block - 1) / block : 1;
  const std::uint64_t blocks = across * ((height + block - 1) / block) * (separate ? samples : 1);
  const std::uint64_t each = page.data.size() / blocks;
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t i = 0; i < blocks; ++i) offsets.push_back(page.data_offset() + i * each);
  page.set(tiled ? TIFFTAG_TILEOFFSETS : TIFFTAG_STRIPOFFSETS, TIFF_LONG, offsets);
  page.set(tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG,
           std::vector<std::uint64_t>(blocks, each));
  if (tiled) {
    page.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {block});
    page.set(TIFFTAG_TILELENGTH, TIFF_LONG, {block});
  } else {
    page.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {block});
  }
  return page;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < choices) return 0;
  static const platerip::fuzz::FuzzedFile file;
  const std::vector<std::byte> bytes = page_of({data, size}).bytes();
  file.write(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  platerip::fuzz::read_twice(file.fd());
  return 0;
}
