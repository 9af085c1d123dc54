// Strips that the fax encoder makes: libtiff decodes them, and would have made the same bytes.
#include "tiffio/plates/fax_encoder.h"

#include <gtest/gtest.h>
#include <tiffio.h>

#include <memory>
#include <random>
#include <string>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

using tiffio::FaxEncoder;
using Bytes = std::vector<std::byte>;

/// Rows of black and white pixels. Those past the width are white.
struct Picture {
  Picture(std::int64_t columns, std::int64_t lines)
      : width(columns),
        height(lines),
        row_bytes((columns + 7) / 8),
        bytes(static_cast<std::size_t>(row_bytes * lines)) {}

  void blacken(std::int64_t x, std::int64_t y) {
    bytes[static_cast<std::size_t>(y * row_bytes + x / 8)] |= static_cast<std::byte>(0x80 >> x % 8);
  }
  void blacken(std::int64_t first, std::int64_t behind, std::int64_t y) {
    for (std::int64_t x = first; x < behind; ++x) blacken(x, y);
  }

  std::int64_t width;
  std::int64_t height;
  std::int64_t row_bytes;
  Bytes bytes;
};

Picture dots(std::int64_t width, std::int64_t height, double share, std::mt19937& random) {
  Picture picture(width, height);
  std::bernoulli_distribution is_black(share);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      if (is_black(random)) picture.blacken(x, y);
    }
  }
  return picture;
}

class FaxEncoding : public testing::Test {
 protected:
  using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

  /// A file for one strip, which libtiff closes complete.
  Tiff begin(const Picture& picture) const {
    Tiff tiff(TIFFOpen(path_.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(picture.width));
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(picture.height));
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(picture.height));
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 1);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    return tiff;
  }

  /// What libtiff makes of a picture.
  Bytes made_by_libtiff(const Picture& picture) const {
    Bytes pixels = picture.bytes;
    TIFFWriteEncodedStrip(begin(picture).get(), 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    Bytes strip(TIFFGetStrileByteCount(tiff.get(), 0));
    TIFFReadRawStrip(tiff.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    return strip;
  }

  Bytes decoded_by_libtiff(const Picture& picture, Bytes strip) const {
    TIFFWriteRawStrip(begin(picture).get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    Bytes pixels(picture.bytes.size());
    EXPECT_EQ(TIFFReadEncodedStrip(tiff.get(), 0, pixels.data(), -1), static_cast<tmsize_t>(pixels.size()));
    return pixels;
  }

  static Bytes encoded(const Picture& picture) {
    constexpr std::byte untouched{0xa5};
    const std::size_t most = FaxEncoder::most_bytes(picture.width, picture.height);
    Bytes strip(most + 1, untouched);
    const std::size_t bytes =
        FaxEncoder(picture.width).encode(picture.bytes.data(), picture.height, std::span(strip).first(most));
    EXPECT_LE(bytes, most);
    EXPECT_EQ(strip.back(), untouched);
    strip.resize(bytes);
    return strip;
  }

  void expect_exact(const Picture& picture) const {
    const Bytes strip = encoded(picture);
    EXPECT_TRUE(strip == made_by_libtiff(picture)) << picture.width << " x " << picture.height;
    EXPECT_TRUE(decoded_by_libtiff(picture, strip) == picture.bytes) << picture.width << " x " << picture.height;
  }

  std::mt19937 random_{test_seed()};

 private:
  const TempFolder folder_;
  const std::string path_ = folder_.file("strip.tif");
};

TEST_F(FaxEncoding, OfRandomDotsOfEveryDensity) {
  for (const double share : {0.001, 0.02, 0.2, 0.5, 0.8, 0.98, 0.999}) {
    for (const std::int64_t width : {777, 1024, 30011}) expect_exact(dots(width, 20, share, random_));
  }
}

TEST_F(FaxEncoding, OfEverySmallWidth) {
  for (std::int64_t width = 1; width <= 70; ++width) {
    for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) expect_exact(dots(width, 30, share, random_));
  }
}

TEST_F(FaxEncoding, OfRunsOfEveryLength) {
  constexpr std::int64_t longest = 2 * 2560 + 70;
  Picture whites(longest + 1, longest + 1);
  for (std::int64_t run = 0; run <= longest; ++run) whites.blacken(run, run + 1, run);
  expect_exact(whites);
  Picture blacks(longest + 2, longest);
  for (std::int64_t run = 1; run <= longest; ++run) blacks.blacken(1, 1 + run, run - 1);
  expect_exact(blacks);
}

TEST_F(FaxEncoding, OfHugeRows) {
  expect_exact(Picture(3'000'017, 3));
  Picture ends(3'000'017, 3);
  ends.blacken(0, 1);
  ends.blacken(3'000'016, 1);
  ends.blacken(0, 3'000'017, 2);
  expect_exact(ends);
  expect_exact(dots(1'000'003, 2, 0.5, random_));
}

// Every pair of short rows has each mode with each distance, at both ends of a row, too.
TEST_F(FaxEncoding, OfEveryPairOfRowsOfTenPixels) {
  constexpr int width = 10;
  for (int above = 0; above < 1 << width; ++above) {
    Picture picture(width, 2 << width);
    for (int below = 0; below < 1 << width; ++below) {
      for (int x = 0; x < width; ++x) {
        if ((above >> x & 1) != 0) picture.blacken(x, 2 * below);
        if ((below >> x & 1) != 0) picture.blacken(x, 2 * below + 1);
      }
    }
    ASSERT_TRUE(encoded(picture) == made_by_libtiff(picture)) << above;
  }
}

// Single pixels below rows without any, which take the most bits of all.
TEST_F(FaxEncoding, OfRowsThatGrowMost) {
  for (const std::int64_t width : {1, 2, 3, 8, 9, 2000, 2001}) {
    for (const std::int64_t first : {0, 1}) {
      Picture stripes(width, 50);
      for (std::int64_t y = 0; y < stripes.height; y += 2) {
        for (std::int64_t x = first; x < width; x += 2) stripes.blacken(x, y);
      }
      expect_exact(stripes);
    }
  }
}

TEST_F(FaxEncoding, OfOneStripAfterAnother) {
  FaxEncoder encoder(333);
  for (int i = 0; i < 3; ++i) {
    const Picture picture = dots(333, 7, 0.4, random_);
    Bytes strip(FaxEncoder::most_bytes(333, 7));
    strip.resize(encoder.encode(picture.bytes.data(), 7, strip));
    EXPECT_TRUE(strip == encoded(picture));
  }
}

}  // namespace
}  // namespace platerip::test
