#include "tests/rip/plate.h"

#include <tiffio.h>

#include <memory>
#include <span>
#include <stdexcept>

namespace platerip::test {
namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

int number(TIFF* tiff, std::uint32_t tag) {
  std::uint16_t value = 0;
  TIFFGetFieldDefaulted(tiff, tag, &value);
  return value;
}

float real(TIFF* tiff, std::uint32_t tag) {
  float value = 0;
  TIFFGetField(tiff, tag, &value);
  return value;
}

std::string text(TIFF* tiff, std::uint32_t tag) {
  const char* value = nullptr;
  return TIFFGetField(tiff, tag, &value) == 1 ? value : "";
}

// Reads the plate at the file's current directory.
Plate read_plate(const std::string& path, TIFF* tiff) {
  Plate plate;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &plate.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &plate.height);
  plate.bits = number(tiff, TIFFTAG_BITSPERSAMPLE);
  plate.photometric = number(tiff, TIFFTAG_PHOTOMETRIC);
  plate.compression = number(tiff, TIFFTAG_COMPRESSION);
  plate.orientation = number(tiff, TIFFTAG_ORIENTATION);
  plate.resolution_unit = number(tiff, TIFFTAG_RESOLUTIONUNIT);
  plate.x_resolution = real(tiff, TIFFTAG_XRESOLUTION);
  plate.y_resolution = real(tiff, TIFFTAG_YRESOLUTION);
  plate.page_name = text(tiff, TIFFTAG_PAGENAME);
  plate.document_name = text(tiff, TIFFTAG_DOCUMENTNAME);
  plate.software = text(tiff, TIFFTAG_SOFTWARE);
  plate.date = text(tiff, TIFFTAG_DATETIME);

  std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
  plate.levels.resize(std::size_t{plate.width} * plate.height);
  for (std::uint32_t y = 0; y < plate.height; ++y) {
    if (TIFFReadScanline(tiff, row.data(), y) != 1) throw std::runtime_error(path + ": not whole");
    unpack(row, plate.bits, std::span(plate.levels).subspan(std::size_t{y} * plate.width, plate.width));
  }
  return plate;
}

TiffFile open_plates(const std::string& path) {
  TiffFile tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  if (tiff == nullptr) throw std::runtime_error(path + ": no plate");
  return tiff;
}

}  // namespace

void unpack(std::span<const std::uint8_t> row, int bits, std::span<std::uint8_t> levels) {
  std::size_t x = 0;
  for (const std::uint8_t byte : row)
    for (int shift = 8 - bits; shift >= 0 && x < levels.size(); shift -= bits)
      levels[x++] = static_cast<std::uint8_t>(byte >> shift & ((1 << bits) - 1));
}

double Plate::coverage(const Area& area, int solid) const {
  std::uint64_t sum = 0;
  for (std::uint32_t y = area.top; y < area.top + area.height; ++y) {
    for (std::uint32_t x = area.left; x < area.left + area.width; ++x) {
      sum += levels.at(std::size_t{y} * width + x);
    }
  }
  return 100.0 * static_cast<double>(sum) / (static_cast<double>(area.width) * area.height * solid);
}

Plate read_plate(const std::string& path) {
  return read_plate(path, open_plates(path).get());
}

std::vector<Plate> read_plates(const std::string& path) {
  const TiffFile tiff = open_plates(path);
  std::vector<Plate> plates;
  do {
    std::uint32_t kind = 0;
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SUBFILETYPE, &kind);
    if ((kind & FILETYPE_REDUCEDIMAGE) == 0) plates.push_back(read_plate(path, tiff.get()));
  } while (TIFFReadDirectory(tiff.get()) == 1);
  return plates;
}

}  // namespace platerip::test
