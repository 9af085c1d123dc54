// recode IN OUT CODEC [TILE]: writes an RGB page again, in LZW, Deflate or ZSTD with the horizontal predictor, in
// strips of 64 rows or in tiles of TILE × TILE pixels. Prints how many milliseconds of one core libtiff alone takes to
// decode it, the best of five times.
#include <tiffio.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

constexpr std::uint32_t strip_rows = 64;

struct Page {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t row_bytes = 0;
  std::vector<std::uint8_t> pixels;
};

TiffFile open(const std::string& path, const char* mode) {
  TiffFile tiff(TIFFOpen(path.c_str(), mode), TIFFClose);
  if (!tiff) std::exit(1);
  return tiff;
}

Page read_page(const std::string& path) {
  const TiffFile tiff = open(path, "r");
  Page page;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &page.width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &page.height);
  page.row_bytes = static_cast<std::size_t>(TIFFScanlineSize64(tiff.get()));
  page.pixels.resize(page.row_bytes * page.height);
  for (std::uint32_t y = 0; y < page.height; ++y)
    TIFFReadScanline(tiff.get(), page.pixels.data() + y * page.row_bytes, y, 0);
  return page;
}

/// A rectangle of the page; beyond it, zeros.
std::vector<std::uint8_t> rectangle(const Page& page, std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                    std::uint32_t height) {
  std::vector<std::uint8_t> block(std::size_t{3} * width * height);
  const std::size_t used = std::size_t{3} * std::min(width, page.width - left);
  for (std::uint32_t y = 0; y < std::min(height, page.height - top); ++y)
    std::memcpy(&block[std::size_t{3} * width * y], &page.pixels[(top + y) * page.row_bytes + std::size_t{3} * left],
                used);
  return block;
}

void write_page(const std::string& path, const Page& page, std::uint16_t codec, std::uint32_t tile) {
  const TiffFile tiff = open(path, "w8");
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, codec);
  TIFFSetField(tiff.get(), TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  if (tile == 0) {
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, strip_rows);
  } else {
    TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, tile);
    TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, tile);
  }
  std::uint32_t index = 0;
  for (std::uint32_t top = 0; top < page.height; top += tile == 0 ? strip_rows : tile) {
    const std::uint32_t rows = tile == 0 ? std::min(strip_rows, page.height - top) : tile;
    for (std::uint32_t left = 0; left < page.width; left += tile == 0 ? page.width : tile, ++index) {
      auto block = rectangle(page, left, top, tile == 0 ? page.width : tile, rows);
      const auto bytes = static_cast<tmsize_t>(block.size());
      if (tile == 0) {
        TIFFWriteEncodedStrip(tiff.get(), index, block.data(), bytes);
      } else {
        TIFFWriteEncodedTile(tiff.get(), index, block.data(), bytes);
      }
    }
  }
}

double decode(const std::string& path) {
  const TiffFile tiff = open(path, "rm");
  const bool tiled = TIFFIsTiled(tiff.get()) != 0;
  const tmsize_t bytes = tiled ? TIFFTileSize(tiff.get()) : TIFFStripSize(tiff.get());
  std::vector<std::uint8_t> block(static_cast<std::size_t>(bytes));
  const std::clock_t start = std::clock();
  for (std::uint32_t i = 0; i < (tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get())); ++i) {
    if (tiled) {
      TIFFReadEncodedTile(tiff.get(), i, block.data(), bytes);
    } else {
      TIFFReadEncodedStrip(tiff.get(), i, block.data(), bytes);
    }
  }
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int argc, char* argv[]) {
  const std::map<std::string, std::uint16_t> codecs = {
      {"lzw", COMPRESSION_LZW}, {"deflate", COMPRESSION_ADOBE_DEFLATE}, {"zstd", COMPRESSION_ZSTD}};
  if (argc < 4 || codecs.count(argv[3]) == 0) {
    std::cerr << "recode IN OUT lzw|deflate|zstd [TILE]\n";
    return 2;
  }
  write_page(argv[2], read_page(argv[1]), codecs.at(argv[3]),
             argc > 4 ? static_cast<std::uint32_t>(std::atoi(argv[4])) : 0);
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < 5; ++i) best = std::min(best, decode(argv[2]));
  std::cout << static_cast<int>(best * 1000) << '\n';
}
