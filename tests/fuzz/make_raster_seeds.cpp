// Makes the seeds of raster_fuzz: small complete rasters of every version, order and kind of colour.
//   make_raster_seeds FOLDER
#include <cstdio>
#include <fstream>
#include <string>

#include "tests/rip/cups/raster_file.h"

namespace platerip::test {
namespace {

RasterSpec small(cups_cspace_t space, std::uint16_t samples, cups_order_t order, std::uint16_t bits = 8) {
  const std::uint16_t photometric = samples == 1   ? PHOTOMETRIC_MINISBLACK
                                    : samples == 4 ? PHOTOMETRIC_SEPARATED
                                                   : PHOTOMETRIC_RGB;
  return {.page = {.width = 7, .height = 5, .bits = bits, .samples = samples, .photometric = photometric},
          .space = space,
          .order = order};
}

/// A page whose lines do not fit in the memory allowed.
std::string too_large() {
  cups_page_header2_t header = header_of(small(CUPS_CSPACE_SRGB, 3, CUPS_ORDER_CHUNKED));
  header.cupsBytesPerLine = 3 << 20;
  return raw_raster(header, "too short");
}

struct Seed {
  const char* name;
  std::vector<RasterSpec> pages;
  RasterVersion version;
};

std::vector<Seed> seeds() {
  const RasterSpec rgb = small(CUPS_CSPACE_SRGB, 3, CUPS_ORDER_CHUNKED);
  RasterSpec padded = rgb;
  padded.padding = 6;
  const RasterSpec cmyk = small(CUPS_CSPACE_CMYK, 4, CUPS_ORDER_CHUNKED);
  return {{"v1-srgb-chunked", {rgb}, RasterVersion::v1},
          {"v2-cmyk-chunked", {cmyk, cmyk}, RasterVersion::v2},
          {"v2-srgb-planar", {small(CUPS_CSPACE_SRGB, 3, CUPS_ORDER_PLANAR)}, RasterVersion::v2},
          {"v3-adobe-banded", {small(CUPS_CSPACE_ADOBERGB, 3, CUPS_ORDER_BANDED, 16)}, RasterVersion::v3},
          {"v3-srgb-padded", {padded}, RasterVersion::v3},
          {"v3-black", {small(CUPS_CSPACE_K, 1, CUPS_ORDER_CHUNKED)}, RasterVersion::v3},
          {"v3-cmyk-planar", {small(CUPS_CSPACE_CMYK, 4, CUPS_ORDER_PLANAR)}, RasterVersion::v3},
          {"v3-swapped-gray", {small(CUPS_CSPACE_SW, 1, CUPS_ORDER_CHUNKED, 16)}, RasterVersion::v3_swapped},
          {"pwg-srgb", {rgb, rgb}, RasterVersion::pwg}};
}

}  // namespace
}  // namespace platerip::test

int main(int argc, char* argv[]) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_raster_seeds FOLDER\n");
    return 2;
  }
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream file(std::string(argv[1]) + "/" + name + ".ras", std::ios::binary);
    file << bytes;
    if (file.flush()) return true;
    std::fprintf(stderr, "make_raster_seeds: %s/%s.ras cannot be written\n", argv[1], name.c_str());
    return false;
  };
  for (const auto& seed : platerip::test::seeds()) {
    if (!write(seed.name, platerip::test::raster_of(seed.pages, seed.version))) return 1;
  }
  return write("v3-too-large", platerip::test::too_large()) ? 0 : 1;
}
