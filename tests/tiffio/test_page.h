// Pages with known pixels, written through libtiff in every layout, and the reading of pages as tests do it.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::test {

/// What the file of a page is like. The defaults are the plainest RGB page.
struct PageSpec {
  std::uint32_t width = 61;
  std::uint32_t height = 53;
  std::uint16_t bits = 8;
  std::uint16_t samples = 3;
  std::uint16_t photometric = PHOTOMETRIC_RGB;
  std::vector<std::uint16_t> extra_samples = {};
  std::uint16_t planar = PLANARCONFIG_CONTIG;
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint16_t predictor = PREDICTOR_NONE;
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  std::uint16_t orientation = ORIENTATION_TOPLEFT;
  std::uint32_t subfile_type = 0;
  std::uint32_t rows_per_strip = 16;
  std::uint32_t tile_width = 0;  // 0: strips
  std::uint32_t tile_height = 0;
  bool big_endian = false;
  bool big_tiff = false;
  bool append = false;          // as the next page of an existing file
  bool smooth = false;          // pixels that survive lossy compression
  bool narrow_palette = false;  // the palette's values are 8-bit ones
  float resolution_x = 0;
  float resolution_y = 0;
  std::uint16_t resolution_unit = RESUNIT_INCH;
  std::vector<std::byte> icc_profile = {};
};

/// The sample of the file's page at a place.
std::uint16_t sample_at(const PageSpec& spec, std::uint32_t x, std::uint32_t y, int sample);

/// The value of a palette's column (0 red, 1 green, 2 blue) as it is in the file.
std::uint16_t palette_at(const PageSpec& spec, int column, int index);

/// Writes the page. Throws where libtiff cannot.
void write_page(const std::string& path, const PageSpec& spec);

/// All rows of the page as a reader must hand them out, without padding.
std::vector<std::byte> expected_pixels(const PageSpec& spec);

struct ReadPage {
  tiffio::PageInfo info;
  std::vector<std::byte> pixels;  // without padding
};

struct ReadOptions {
  int index = 0;
  std::size_t memory = std::size_t{64} << 20;
  std::int64_t chunk = 0;  // rows per read; 0: all at once, -1: a random number each time
  int padding = 0;         // bytes behind each row, which the reader must leave alone
  std::byte fill{0xa5};    // what the rows hold before they are read
  std::int64_t most_rows = std::int64_t{1} << 40;
  unsigned seed = 1;
  ParallelFor parallel = {};
};

/// Reads a page. Throws where the reader wrote behind a row.
Result<ReadPage> read_page(const std::string& path, const ReadOptions& options = {});

/// As read_page(), with the least memory (a power of two) that it can be opened with.
Result<ReadPage> read_page_tightly(const std::string& path, ReadOptions options = {});

}  // namespace platerip::test
