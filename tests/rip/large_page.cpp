#include "tests/rip/large_page.h"

#include <tiffio.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

constexpr std::uint32_t rows_per_strip = 100;

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

TiffFile open_page(const std::string& path, std::uint32_t width, std::uint32_t height) {
  TiffFile tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  if (tiff == nullptr) throw std::runtime_error("cannot write " + path);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, rows_per_strip);
  return tiff;
}

/// One white strip, as in the file.
std::vector<std::uint8_t> compressed_strip(std::uint32_t width) {
  const TempFolder folder;
  const std::string path = folder.file("strip.tif");
  std::vector<std::uint8_t> strip(std::size_t{3} * width * rows_per_strip, 255);
  {
    const TiffFile tiff = open_page(path, width, rows_per_strip);
    TIFFWriteEncodedStrip(tiff.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
  }
  const TiffFile tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  strip.resize(TIFFRawStripSize64(tiff.get(), 0));
  TIFFReadRawStrip(tiff.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
  return strip;
}

}  // namespace

void write_sparse_page(const std::string& path, std::uint32_t width, std::uint32_t height) {
  constexpr std::uint64_t data_begin = 4096;
  const std::uint64_t data_bytes = std::uint64_t{3} * width * height;
  RawTiff page = raw_rgb_page(width, height, 0);
  page.big = true;
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, {data_begin});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG8, {data_bytes});
  write_file(path, page.bytes());
  std::filesystem::resize_file(path, data_begin + data_bytes);
}

void write_compressed_page(const std::string& path, std::uint32_t width, std::uint32_t height) {
  if (height % rows_per_strip != 0) throw std::runtime_error("the page must be a number of whole strips high");
  std::vector<std::uint8_t> strip = compressed_strip(width);
  const TiffFile tiff = open_page(path, width, height);
  for (std::uint32_t i = 0; i < height / rows_per_strip; ++i) {
    TIFFWriteRawStrip(tiff.get(), i, strip.data(), static_cast<tmsize_t>(strip.size()));
  }
}

}  // namespace platerip::test
