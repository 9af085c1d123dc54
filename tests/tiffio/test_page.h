// Pages with known pixels, written through libtiff in every layout, and read as the tests need it.
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

/// A page and the format of its file. The defaults are the plainest RGB page.
struct PageSpec {
  std::uint32_t width = 61;
  std::uint32_t height = 53;
  std::uint16_t bits = 8;  // 1 to 16, or 32 for SAMPLEFORMAT_IEEEFP
  std::uint16_t sample_format = SAMPLEFORMAT_UINT;
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
  bool append = false;          // writes the next page of an existing file
  bool smooth = false;          // pixels that survive lossy compression
  bool narrow_palette = false;  // the palette has 8-bit values
  float resolution_x = 0;
  float resolution_y = 0;
  std::uint16_t resolution_unit = RESUNIT_INCH;
  std::vector<std::byte> icc_profile = {};
};

/// A sample of the page, as in the file. For a floating-point sample, its 65535th parts.
std::uint16_t sample_at(const PageSpec& spec, std::uint32_t x, std::uint32_t y, int sample);

/// A value of a palette's column (0 red, 1 green, 2 blue), as in the file.
std::uint16_t palette_at(const PageSpec& spec, int column, int index);

/// Writes the page. Throws if libtiff cannot.
void write_page(const std::string& path, const PageSpec& spec);

/// All rows of the page without padding, as a reader must return them.
std::vector<std::byte> expected_pixels(const PageSpec& spec);

struct ReadPage {
  tiffio::PageInfo info;
  std::vector<std::byte> pixels;  // without padding
};

struct ReadOptions {
  int index = 0;
  std::size_t memory = std::size_t{64} << 20;
  std::int64_t chunk = 0;  // rows per read; 0: all at once, -1: a random number each time
  int padding = 0;         // bytes after each row, which the reader must not change
  std::byte fill{0xa5};    // fills the rows before they are read
  std::int64_t most_rows = std::int64_t{1} << 40;
  unsigned seed = 1;
  ParallelFor parallel = {};
  int threads = 1;
  LendThread lend = {};
};

/// Reads a page. Throws if the reader wrote beyond a row.
Result<ReadPage> read_page(const std::string& path, const ReadOptions& options = {});

/// Like read_page(), with the least memory (a power of two) with which the page can be opened.
Result<ReadPage> read_page_tightly(const std::string& path, ReadOptions options = {});

}  // namespace platerip::test
