// The resolution of pages, in every type of tag and with one direction missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/seed.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using tiffio::Rational;

struct Value {
  std::uint16_t type = TIFF_RATIONAL;
  std::vector<std::uint64_t> bits = {};
  std::uint64_t count = 1;
};

Value rational(std::uint64_t numerator, std::uint64_t denominator) {
  return {.bits = {numerator, denominator}};
}

class ResolutionTags : public testing::Test {
 protected:
  tiffio::PageInfo info_of(const RawTiff& file) const {
    const std::string path = folder_.file("page.tif");
    write_file(path, file.bytes());
    const auto page = read_page(path);
    EXPECT_TRUE(page.ok()) << page.error().message;
    return page.ok() ? page->info : tiffio::PageInfo();
  }

  static RawTiff page(const Value& x) {
    RawTiff file = raw_rgb_page(4, 4, 48);
    file.set(TIFFTAG_XRESOLUTION, x.type, x.bits, x.count);
    return file;
  }

  const TempFolder folder_;
};

TEST_F(ResolutionTags, OfEveryTypeAreRead) {
  const std::pair<Value, double> cases[] = {
      {rational(4724409, 10000), 472.4409},
      {{.type = TIFF_SRATIONAL, .bits = {600, 2}}, 300},
      {{.type = TIFF_FLOAT, .bits = {std::bit_cast<std::uint32_t>(1200.5F)}}, 1200.5},
      {{.type = TIFF_DOUBLE, .bits = {std::bit_cast<std::uint64_t>(0.1)}}, 0.1},
      {{.type = TIFF_BYTE, .bits = {200}}, 200},
      {{.type = TIFF_SHORT, .bits = {65535}}, 65535},
      {{.type = TIFF_LONG, .bits = {100000}}, 100000},
  };
  for (const auto& [value, expected] : cases) {
    for (const bool big : {false, true}) {
      for (const bool big_endian : {false, true}) {
        RawTiff file = page(value);
        file.set(TIFFTAG_YRESOLUTION, TIFF_SHORT, {7});
        file.set(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, {RESUNIT_CENTIMETER});
        file.big = big;
        file.big_endian = big_endian;
        file.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {file.data_offset()});
        const auto info = info_of(file);
        EXPECT_EQ(info.resolution.x, expected) << value.type << big << big_endian;
        EXPECT_EQ(info.resolution.y, 7);
        EXPECT_EQ(info.resolution.unit, RESUNIT_CENTIMETER);
        EXPECT_FALSE(info.has_one_resolution);
      }
    }
  }
}

TEST_F(ResolutionTags, OfOneDirectionCountForBoth) {
  const std::uint64_t nan = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());
  const std::uint64_t infinite = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity());
  const std::uint64_t negative = std::bit_cast<std::uint32_t>(-300.0F);
  const Value unusable[] = {rational(0, 1),
                            rational(0, 0),
                            rational(300, 0),
                            {.type = TIFF_FLOAT, .bits = {nan}},
                            {.type = TIFF_FLOAT, .bits = {infinite}},
                            {.type = TIFF_FLOAT, .bits = {negative}},
                            {.type = TIFF_SRATIONAL, .bits = {0xffffff00, 1}},
                            {.type = TIFF_SLONG, .bits = {0xffffff00}},
                            {.type = TIFF_ASCII, .bits = {'3', '0', '0', 0}, .count = 4},
                            {.type = TIFF_RATIONAL, .bits = {0x7fffffff}, .count = 1u << 30},
                            {.type = TIFF_SHORT, .bits = {300, 300}, .count = 2}};
  for (const Value& other : unusable) {
    for (const bool swapped : {false, true}) {
      RawTiff file = raw_rgb_page(4, 4, 48);
      const std::uint16_t known = swapped ? TIFFTAG_YRESOLUTION : TIFFTAG_XRESOLUTION;
      file.set(known, TIFF_RATIONAL, {6000000, 10000}, 1);
      auto info = info_of(file);
      EXPECT_TRUE(info.has_one_resolution);
      EXPECT_EQ(info.resolution.x, 600);
      EXPECT_EQ(info.resolution.y, 600);
      file.set(swapped ? TIFFTAG_XRESOLUTION : TIFFTAG_YRESOLUTION, other.type, other.bits, other.count);
      info = info_of(file);
      EXPECT_TRUE(info.has_one_resolution) << other.type;
      EXPECT_EQ(info.resolution.x.numerator(), 6000000u);
      EXPECT_EQ(info.resolution.y.numerator(), 6000000u);
      EXPECT_EQ(info.resolution.y.denominator(), 10000u);
    }
  }
}

TEST_F(ResolutionTags, OfUnknownUnitsAreInches) {
  for (const std::uint64_t unit : {0, 4, 9, 65535}) {
    RawTiff file = page(rational(300, 1));
    file.set(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, {unit});
    EXPECT_EQ(info_of(file).resolution.unit, RESUNIT_INCH);
  }
}

TEST(Rationals, AreTheNearestOnes) {
  EXPECT_EQ(Rational(1200.5).numerator(), 2401u);
  EXPECT_EQ(Rational(1200.5).denominator(), 2u);
  EXPECT_EQ(Rational(0.1).denominator(), 10u);
  EXPECT_EQ(Rational(600).denominator(), 1u);
  EXPECT_EQ(Rational(4294967295).numerator(), 4294967295u);
  for (const double none : {0.0, -1.0, 1e-12, 4294967296.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(Rational(none), 0) << none;
  std::mt19937 random(test_seed());
  for (int i = 0; i < 10000; ++i) {
    const double value = std::exp(std::uniform_real_distribution(-10.0, 22.0)(random));
    EXPECT_NEAR(Rational(value), value, std::max(1.0, value) * 0x1p-31);
    const auto numerator = static_cast<std::uint32_t>(random()), denominator = static_cast<std::uint32_t>(random() | 1);
    EXPECT_EQ(Rational(Rational(numerator, denominator)), Rational(numerator, denominator));
  }
}

}  // namespace
}  // namespace platerip::test
