// YCbCr that no JPEG codec converts: pixels that share their Cb and Cr, in strips, tiles and planes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"

namespace platerip::test {
namespace {

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;
using Numbers = std::vector<std::uint16_t>;

struct YcbcrPage {
  std::uint32_t width = 61;
  std::uint32_t height = 53;
  std::uint32_t across = 2;  // pixels that share their Cb and Cr
  std::uint32_t down = 2;
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint16_t predictor = PREDICTOR_NONE;
  bool planes = false;
  std::uint32_t rows_per_strip = 16;
  std::uint32_t tile = 0;  // 0: strips
  std::array<float, 3> luma = {0.299F, 0.587F, 0.114F};
  std::array<float, 6> references = {0, 255, 128, 255, 128, 255};
};

/// Component 0 of a pixel, or 1 and 2 of the unit that it is in. Strips begin with whole units.
int component_at(const YcbcrPage& page, std::uint32_t x, std::uint32_t y, int component) {
  if (component == 0) return static_cast<int>((x * 7 + y * 13) % 256);
  const std::uint32_t block_rows = page.tile != 0 ? page.tile : page.rows_per_strip;
  const std::uint32_t block_units = (block_rows + page.down - 1) / page.down;
  const std::uint32_t unit_x = x / page.across, unit_y = y / block_rows * block_units + y % block_rows / page.down;
  return static_cast<int>((unit_x * 11 * static_cast<std::uint32_t>(component) + unit_y * 29) % 256);
}

/// The units of a rectangle, as TIFF 6.0 stores them: Y row by row, then Cb and Cr.
std::vector<std::uint8_t> units(const YcbcrPage& page, std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                std::uint32_t height) {
  std::vector<std::uint8_t> bytes;
  const auto put = [&](std::uint32_t x, std::uint32_t y, int component) {
    bytes.push_back(static_cast<std::uint8_t>(component_at(page, x, y, component)));
  };
  for (std::uint32_t y = top; y < top + height; y += page.down) {
    for (std::uint32_t x = left; x < left + width; x += page.across) {
      for (std::uint32_t row = 0; row < page.down; ++row)
        for (std::uint32_t column = 0; column < page.across; ++column) put(x + column, y + row, 0);
      put(x, y, 1);
      put(x, y, 2);
    }
  }
  return bytes;
}

std::vector<std::uint8_t> plane_of(const YcbcrPage& page, std::uint32_t top, std::uint32_t height, int component) {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t y = top; y < top + height; ++y)
    for (std::uint32_t x = 0; x < page.width; ++x)
      bytes.push_back(static_cast<std::uint8_t>(component_at(page, x, y, component)));
  return bytes;
}

void write(const std::string& path, const YcbcrPage& page) {
  const Tiff tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, page.planes ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR);
  TIFFSetField(tiff.get(), TIFFTAG_YCBCRSUBSAMPLING, page.across, page.down);
  TIFFSetField(tiff.get(), TIFFTAG_YCBCRCOEFFICIENTS, page.luma.data());
  TIFFSetField(tiff.get(), TIFFTAG_REFERENCEBLACKWHITE, page.references.data());
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, page.compression);
  if (page.predictor != PREDICTOR_NONE) TIFFSetField(tiff.get(), TIFFTAG_PREDICTOR, page.predictor);
  if (page.tile != 0) {
    TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, page.tile);
    TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, page.tile);
    std::uint32_t tile = 0;
    for (std::uint32_t top = 0; top < page.height; top += page.tile) {
      for (std::uint32_t left = 0; left < page.width; left += page.tile, ++tile) {
        auto data = units(page, left, top, page.tile, page.tile);
        TIFFWriteEncodedTile(tiff.get(), tile, data.data(), static_cast<tmsize_t>(data.size()));
      }
    }
    return;
  }
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, page.rows_per_strip);
  std::uint32_t strip = 0;
  for (int component = 0; component < (page.planes ? 3 : 1); ++component) {
    for (std::uint32_t top = 0; top < page.height; top += page.rows_per_strip, ++strip) {
      const std::uint32_t rows = std::min(page.rows_per_strip, page.height - top);
      auto data = page.planes ? plane_of(page, top, rows, component) : units(page, 0, top, page.width, rows);
      TIFFWriteEncodedStrip(tiff.get(), strip, data.data(), static_cast<tmsize_t>(data.size()));
    }
  }
}

/// TIFF 6.0, section 21, in floating point.
std::vector<double> expected(const YcbcrPage& page) {
  std::vector<double> rgb;
  const auto value = [&](int component, double code) {
    const auto c = static_cast<std::size_t>(component);
    const double range = component == 0 ? 255 : 127;
    return (code - page.references[2 * c]) * range / (page.references[2 * c + 1] - page.references[2 * c]);
  };
  for (std::uint32_t y = 0; y < page.height; ++y) {
    for (std::uint32_t x = 0; x < page.width; ++x) {
      const double luma = value(0, component_at(page, x, y, 0));
      const double red = luma + value(2, component_at(page, x, y, 2)) * (2 - 2 * page.luma[0]);
      const double blue = luma + value(1, component_at(page, x, y, 1)) * (2 - 2 * page.luma[2]);
      const double green = (luma - page.luma[0] * red - page.luma[2] * blue) / page.luma[1];
      for (const double v : {red, green, blue}) rgb.push_back(std::clamp(v, 0.0, 255.0));
    }
  }
  return rgb;
}

class YcbcrPages : public Refusal {
 protected:
  void expect_colours(const YcbcrPage& page) const {
    SCOPED_TRACE(std::to_string(page.across) + " x " + std::to_string(page.down) + ", compression " +
                 std::to_string(page.compression) + ", predictor " + std::to_string(page.predictor) + ", tile " +
                 std::to_string(page.tile) + ", rows per strip " + std::to_string(page.rows_per_strip) +
                 (page.planes ? ", planes" : ""));
    write(path_, page);
    const auto read = read_page(path_);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->info.model, tiffio::ColorModel::rgb);
    const std::vector<double> exact = expected(page);
    ASSERT_EQ(read->pixels.size(), exact.size());
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i)
      worst = std::max(worst, std::abs(exact[i] - std::to_integer<int>(read->pixels[i])));
    EXPECT_LE(worst, 3);  // libtiff truncates Cb and Cr, and rounds each product
    expect_reads(path_, read->pixels);
    expect_libtiffs(page, read->pixels);
  }

  /// Expects the pixels that libtiff itself makes of the page, if it can.
  void expect_libtiffs(const YcbcrPage& page, const std::vector<std::byte>& pixels) const {
    if (page.down > page.across || page.planes) return;
    if (page.width < 8 || page.height < 8) return;  // which libtiff gets wrong
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    std::vector<std::uint32_t> rgba(page.width * page.height);
    if (TIFFReadRGBAImageOriented(tiff.get(), page.width, page.height, rgba.data(), ORIENTATION_TOPLEFT, 1) == 0)
      return;
    std::vector<std::byte> libtiffs;
    for (const std::uint32_t pixel : rgba)
      for (const int shift : {0, 8, 16}) libtiffs.push_back(static_cast<std::byte>(pixel >> shift));
    EXPECT_TRUE(pixels == libtiffs);
  }
};

TEST_F(YcbcrPages, OfEverySubsamplingAndLayout) {
  for (const std::uint32_t across : {1, 2, 4}) {
    for (const std::uint32_t down : {1, 2, 4}) {
      for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
        const YcbcrPage page{.across = across, .down = down, .compression = compression};
        YcbcrPage one_strip = page, low_strips = page, tiles = page;
        one_strip.rows_per_strip = page.height;
        low_strips.rows_per_strip = down;
        tiles.tile = 16;
        for (const YcbcrPage& layout : {page, one_strip, low_strips, tiles}) expect_colours(layout);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(YcbcrPages, InStripsThatEndWithinTheirUnits) {
  for (const std::uint32_t down : {2, 4}) {
    for (const std::uint32_t rows : {1, 3, 5, 7, 51, 53}) {
      for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE})
        expect_colours({.across = down, .down = down, .compression = compression, .rows_per_strip = rows});
    }
  }
}

TEST_F(YcbcrPages, OfWhichOnlySomeRowsAreRead) {
  for (const std::uint32_t rows_per_strip : {5, 16, 53}) {
    write(path_, {.rows_per_strip = rows_per_strip});
    const auto whole = read_page(path_);
    ASSERT_TRUE(whole.ok()) << whole.error().message;
    const std::int64_t row_bytes = whole->info.row_bytes();
    for (std::int64_t first = 0; first < 20; ++first) {
      for (std::int64_t passed = 1; first + passed < 53; ++passed) {
        auto reader = tiffio::PageReader::open(path_, 0, std::size_t{64} << 20);
        ASSERT_TRUE(reader.ok());
        std::vector<std::byte> rows(static_cast<std::size_t>(row_bytes) * 53);
        ASSERT_TRUE(reader->read(first, rows.data(), row_bytes).ok());
        ASSERT_TRUE(reader->skip(passed).ok());
        const std::int64_t last = first + passed;
        ASSERT_TRUE(reader->read(53 - last, rows.data(), row_bytes).ok());
        EXPECT_TRUE(std::equal(whole->pixels.begin() + last * row_bytes, whole->pixels.end(), rows.begin()))
            << rows_per_strip << " rows per strip, rows " << first << " to " << last << " passed over";
      }
    }
  }
}

TEST_F(YcbcrPages, InPlanes) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE})
    expect_colours({.across = 1, .down = 1, .compression = compression, .planes = true});
}

TEST_F(YcbcrPages, WithAPredictor) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE})
    for (const std::uint32_t across : {1, 2})
      expect_colours({.width = 64,
                      .across = across,
                      .down = across,
                      .compression = compression,
                      .predictor = PREDICTOR_HORIZONTAL});
}

TEST_F(YcbcrPages, OfSizesThatAreNoMultiples) {
  for (const std::uint32_t width : {1, 2, 3, 5, 8})
    for (const std::uint32_t height : {1, 2, 3, 5, 8})
      expect_colours({.width = width, .height = height, .across = 4, .down = 4, .rows_per_strip = 4});
}

TEST_F(YcbcrPages, OfVideoLevelsAndOtherCoefficients) {
  expect_colours({.references = {16, 235, 128, 240, 128, 240}});
  expect_colours({.luma = {0.2125F, 0.7154F, 0.0721F}});
}

TEST_F(YcbcrPages, ThatMakeNoSenseAreRefused) {
  const auto page = [](std::uint64_t across, std::uint64_t down) {
    RawTiff file = raw_rgb_page(20, 10, 600);
    file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_YCBCR});
    file.set(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT, {across, down});
    return file;
  };
  for (const auto& [across, down] : {std::pair{0U, 0U}, {0U, 2U}, {2U, 0U}, {3U, 1U}, {8U, 8U}, {65535U, 65535U}})
    expect_refused(page(across, down), "");
  RawTiff planes = page(2, 2);
  planes.set(TIFFTAG_PLANARCONFIG, TIFF_SHORT, {PLANARCONFIG_SEPARATE});
  planes.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {8, 208, 408});
  planes.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {200, 50, 50});
  expect_refused(planes, "YCbCr colour in planes with one Cb and Cr for 2 × 2 pixels is not handled");
  RawTiff tiles = page(4, 1);
  for (const std::uint16_t tag : Numbers{TIFFTAG_ROWSPERSTRIP, TIFFTAG_STRIPOFFSETS, TIFFTAG_STRIPBYTECOUNTS})
    tiles.remove(tag);
  tiles.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {18});
  tiles.set(TIFFTAG_TILELENGTH, TIFF_LONG, {16});
  tiles.set(TIFFTAG_TILEOFFSETS, TIFF_LONG, {8, 8});
  tiles.set(TIFFTAG_TILEBYTECOUNTS, TIFF_LONG, {480, 480});
  expect_refused(tiles, "");
  RawTiff cut_off = page(2, 2);
  cut_off.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {41});
  cut_off.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {41});
  expect_refused(cut_off, "rows 0 to 40 are cut off");
  RawTiff deep = page(1, 1);
  deep.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {16, 16, 16});
  expect_refused(deep, "YCbCr colour of 16 bits is not handled");
  RawTiff four = page(1, 1);
  four.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {4});
  four.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {8, 8, 8, 8});
  expect_refused(four, "");
  YcbcrPage no_green;
  no_green.luma = {1, 0, 0};
  write(path_, no_green);
  expect_refused(path_, "its YCbCr coefficients or reference values make no colours");
}

}  // namespace
}  // namespace platerip::test
