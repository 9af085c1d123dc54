#include "tiffio/plates/plate_writer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>

#include "tests/sanitized.h"
#include "tests/tiffio/plate_file.h"
#include "tiffio/plates/plate_layout.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using tiffio::Compression;
using tiffio::PlateInfo;
using tiffio::PlateWriter;

/// What the file must contain: nothing past the width, and rows flipped within it if that was asked for.
std::vector<std::byte> expected(const PlateInfo& info, const Rows& rows) {
  std::vector<std::byte> all;
  const std::int64_t bits = info.width * info.bits;
  for (std::int64_t y = 0; y < rows.height; ++y) {
    for (std::int64_t i = 0; i < rows.row_bytes; ++i) {
      const std::int64_t inside = std::min<std::int64_t>(8, bits - i * 8);
      const int mask = 0xff << (8 - inside) & 0xff;
      const int value = static_cast<int>(rows.row(y)[i]) ^ (info.invert ? 0xff : 0);
      all.push_back(static_cast<std::byte>(value & mask));
    }
  }
  return all;
}

TEST_F(Plate, HoldsItsBitsInEveryCompression) {
  for (const Compression compression : every_compression) {
    for (const std::int64_t width : {1, 7, 8, 9, 64, 1001}) {
      for (const bool invert : {false, true}) {
        for (const int padding : {0, 5}) {
          const PlateInfo info{.width = width, .height = 77, .compression = compression, .invert = invert};
          const Rows rows(info, padding);
          write(info, rows);
          EXPECT_TRUE(decoded() == expected(info, rows))
              << "compression " << static_cast<int>(compression) << ", width " << width;
        }
      }
    }
  }
}

TEST_F(Plate, HoldsTwoAndFourBitsPerPixel) {
  for (const int bits : {2, 4}) {
    for (const Compression compression : {Compression::none, Compression::packbits, Compression::zstd}) {
      const PlateInfo info{.width = 333, .height = 50, .bits = bits, .compression = compression};
      const Rows rows(info);
      write(info, rows);
      EXPECT_TRUE(decoded() == expected(info, rows));
    }
  }
}

TEST_F(Plate, IsTheSameBytesHoweverItsRowsAreHandedOver) {
  for (const Compression compression : every_compression) {
    for (const std::int64_t width : {24000, 24003}) {  // strips of 174 rows; with and without bits past the width
      const PlateInfo info{.width = width, .height = 400, .ink = "Cyan", .compression = compression};
      const Rows rows(info);
      const auto whole = write(info, rows);
      EXPECT_TRUE(decoded() == expected(info, rows));
      for (const unsigned pieces : sanitized ? std::vector{9U} : std::vector{1U, 2U, 9U})
        EXPECT_TRUE(write(info, rows, pieces) == whole);

      Rows padded(info, 13);
      for (std::int64_t y = 0; y < rows.height; ++y) {
        std::copy_n(rows.row(y), rows.row_bytes, padded.bytes.begin() + y * padded.stride);
      }
      EXPECT_TRUE(write(info, padded, 3) == whole);
    }
  }
}

TEST_F(Plate, LeavesTheCallersRowsAlone) {
  for (const Compression compression : every_compression) {
    const PlateInfo info{.width = 24003, .height = 300, .compression = compression, .invert = true};
    const Rows rows(info);
    write(info, rows);
    EXPECT_TRUE(rows.bytes == Rows(info).bytes);
  }
}

template <typename Value>
Value tag(TIFF* tiff, std::uint32_t number) {
  Value value{};
  EXPECT_EQ(TIFFGetField(tiff, number, &value), 1) << "tag " << number;
  return value;
}

TEST_F(Plate, CarriesItsTags) {
  const PlateInfo info{.width = 801,
                       .height = 5000,
                       .resolution = {.x = 2400, .y = 1200, .unit = RESUNIT_CENTIMETER},
                       .orientation = 6,
                       .ink = "PANTONE 300 \u00c9",
                       .document = "page.tif",
                       .compression = Compression::g4,
                       .invert = true};
  write(info, Rows(info));
  const auto tiff = open_tiff();
  EXPECT_EQ(tag<std::uint32_t>(tiff.get(), TIFFTAG_IMAGEWIDTH), 801U);
  EXPECT_EQ(tag<std::uint32_t>(tiff.get(), TIFFTAG_IMAGELENGTH), 5000U);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_BITSPERSAMPLE), 1);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_SAMPLESPERPIXEL), 1);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_PHOTOMETRIC), PHOTOMETRIC_MINISWHITE);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_COMPRESSION), COMPRESSION_CCITTFAX4);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_FILLORDER), FILLORDER_MSB2LSB);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_PLANARCONFIG), PLANARCONFIG_CONTIG);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_ORIENTATION), 6);
  EXPECT_EQ(tag<float>(tiff.get(), TIFFTAG_XRESOLUTION), 2400);
  EXPECT_EQ(tag<float>(tiff.get(), TIFFTAG_YRESOLUTION), 1200);
  EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_RESOLUTIONUNIT), RESUNIT_CENTIMETER);
  EXPECT_STREQ(tag<const char*>(tiff.get(), TIFFTAG_PAGENAME), "PANTONE 300 \u00c9");
  EXPECT_STREQ(tag<const char*>(tiff.get(), TIFFTAG_DOCUMENTNAME), "page.tif");
  EXPECT_THAT(tag<const char*>(tiff.get(), TIFFTAG_SOFTWARE), StartsWith("platerip "));
  const auto strip_rows = tag<std::uint32_t>(tiff.get(), TIFFTAG_ROWSPERSTRIP);
  EXPECT_GE(strip_rows * 101, 256U << 10);
  EXPECT_LE(strip_rows * 101, 1024U << 10);
  const char* date = nullptr;
  EXPECT_EQ(TIFFGetField(tiff.get(), TIFFTAG_DATETIME, &date), 0) << "no date unless it is given";
}

TEST_F(Plate, NamesItsInkWhereSettersLookForIt) {
  for (const char* ink : {"Cyan", "PANTONE 300 \u00c9", "White"}) {
    const PlateInfo info{.width = 8, .height = 8, .ink = ink};
    write(info, Rows(info));
    const auto tiff = open_tiff();
    EXPECT_STREQ(tag<const char*>(tiff.get(), TIFFTAG_INKNAMES), ink);
    EXPECT_EQ(tag<std::uint16_t>(tiff.get(), TIFFTAG_NUMBEROFINKS), 1);
  }
}

class Seen : public tiffio::FileObserver {
 public:
  void take(std::span<const std::byte> more) override { bytes.insert(bytes.end(), more.begin(), more.end()); }
  void restart() override {
    bytes.clear();
    ++restarts;
  }

  std::vector<std::byte> bytes;
  int restarts = 0;
};

TEST_F(Plate, ShowsItsFileWhileItIsWritten) {
  for (const Compression compression : every_compression) {
    for (const std::int64_t width : {1, 9, 1001}) {
      const PlateInfo info{.width = width, .height = 7001, .ink = "Cyan", .compression = compression};
      const Rows rows(info);
      const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
      Seen seen;
      auto writer = PlateWriter::open(fd, path_, info, {}, &seen);
      ASSERT_TRUE(writer.ok());
      ASSERT_TRUE(writer->write(rows.height, rows.row(0), rows.stride).ok());
      const std::size_t seen_early = seen.bytes.size();
      ASSERT_TRUE(writer->finish().ok());
      close(fd);
      EXPECT_TRUE(seen.bytes == read_file(path_)) << static_cast<int>(compression) << ' ' << width;
      EXPECT_EQ(seen.restarts, 0);
      const auto data = static_cast<std::size_t>(rows.height * rows.row_bytes);
      EXPECT_EQ(seen_early, compression == Compression::none ? 8 + data : 0) << "what is not read again";
    }
  }
}

TEST_F(Plate, SaysNothingOfAnUnknownResolution) {
  const PlateInfo info{.width = 8, .height = 8};
  write(info, Rows(info));
  const auto tiff = open_tiff();
  float value = 0;
  std::uint16_t unit = 0;
  EXPECT_EQ(TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &value), 0);
  EXPECT_EQ(TIFFGetField(tiff.get(), TIFFTAG_YRESOLUTION, &value), 0);
  EXPECT_EQ(TIFFGetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, &unit), 0);
}

TEST_F(Plate, IsDatedBySourceDateEpochOnly) {
  const PlateInfo info{.width = 8, .height = 8};
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  setenv("TZ", "America/New_York", 1);
  write(info, Rows(info));
  EXPECT_STREQ(tag<const char*>(open_tiff().get(), TIFFTAG_DATETIME), "2023:11:14 22:13:20");

  for (const char* wrong : {"", "yesterday", "12x", "-5", "99999999999999"}) {
    setenv("SOURCE_DATE_EPOCH", wrong, 1);
    const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    const auto writer = PlateWriter::open(fd, path_, info);
    ASSERT_FALSE(writer.ok()) << wrong;
    EXPECT_THAT(writer.error().message, HasSubstr("SOURCE_DATE_EPOCH"));
    close(fd);
  }
}

TEST_F(Plate, IsABigTiffWhenItCouldPassFourGigabytes) {
  struct Case {
    std::int64_t width;
    std::int64_t height;
    Compression compression;
    bool big;
  };
  for (const Case& c :
       {Case{180000, 180000, Compression::none, false}, Case{186000, 186000, Compression::none, true},
        Case{180000, 180000, Compression::packbits, false}, Case{180000, 180000, Compression::lzw, true},
        Case{180000, 180000, Compression::deflate, false}, Case{180000, 180000, Compression::zstd, false},
        Case{140000, 140000, Compression::lzw, false}, Case{60000, 60000, Compression::g4, false},
        Case{180000, 180000, Compression::g4, true}, Case{0xffffffff, 0xffffffff, Compression::none, true}}) {
    const PlateInfo info{.width = c.width, .height = c.height, .compression = c.compression};
    EXPECT_EQ(tiffio::needs_big_tiff(info), c.big) << c.width << " x " << c.height;
    const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    {
      const auto writer = PlateWriter::open(fd, path_, info);
      ASSERT_TRUE(writer.ok()) << writer.error().message;
    }
    close(fd);
    EXPECT_EQ(read_file(path_).at(2), static_cast<std::byte>(c.big ? 43 : 42)) << "the version in the header";
  }
}

TEST_F(Plate, IncompressibleRowsStayWithinTheWorstCase) {
  // What needs_big_tiff() relies on, tested at a size that can be written: the rows that each codec compresses worst.
  for (const Compression compression : every_compression) {
    const PlateInfo info{.width = 8000, .height = 2000, .compression = compression};
    Rows rows(info);
    std::mt19937 random(5);
    for (std::byte& byte : rows.bytes) byte = static_cast<std::byte>(random());
    const std::size_t noise = write(info, rows).size();
    std::fill(rows.bytes.begin(), rows.bytes.end(), std::byte{0x55});
    const std::size_t stripes = write(info, rows).size();
    const std::size_t worst = tiffio::worst_plate_bytes(info);
    EXPECT_LE(std::max(noise, stripes), worst) << "compression " << static_cast<int>(compression);
  }
}

TEST_F(Plate, RefusesWhatNoPlateCanBe) {
  const auto refused = [this](const PlateInfo& info, const std::string& words) {
    const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    const auto writer = PlateWriter::open(fd, path_, info);
    close(fd);
    ASSERT_FALSE(writer.ok()) << words;
    EXPECT_THAT(writer.error().message, AllOf(StartsWith(path_ + ": "), HasSubstr(words), HasSubstr("; ")));
  };
  refused({.width = 0, .height = 1}, "0 x 1 pixels");
  refused({.width = 1, .height = -1}, "1 x -1 pixels");
  refused({.width = std::int64_t{1} << 32, .height = 1}, "no TIFF can hold");
  refused({.width = std::numeric_limits<std::int64_t>::max(), .height = 1}, "no TIFF can hold");
  refused({.width = 8, .height = 8, .bits = 3}, "3 bits");
  refused({.width = 8, .height = 8, .bits = 2, .compression = Compression::g4}, "g4");
  refused({.width = 8, .height = 8, .bits = 4, .invert = true}, "inverted");
}

TEST_F(Plate, CompressionsHaveNames) {
  const std::vector<std::pair<const char*, Compression>> names = {
      {"none", Compression::none},       {"packbits", Compression::packbits}, {"lzw", Compression::lzw},
      {"deflate", Compression::deflate}, {"zstd", Compression::zstd},         {"g4", Compression::g4}};
  for (const auto& [name, compression] : names) {
    const auto found = tiffio::find_compression(name);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(*found, compression);
  }
  for (const char* name : {"", "NONE", "gif"}) {
    const auto found = tiffio::find_compression(name);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(found.error().message, HasSubstr("take none, packbits, lzw, deflate, zstd or g4"));
  }
}

TEST_F(Plate, IsNotFinishedByItsEnd) {
  const PlateInfo info{.width = 8000, .height = 2000};
  const Rows rows(info);
  const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
  std::size_t before = 0;
  {
    auto writer = PlateWriter::open(fd, path_, info);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->write(1000, rows.row(0), rows.stride).ok());
    before = read_file(path_).size();
  }
  close(fd);
  EXPECT_EQ(read_file(path_).size(), before);
}

}  // namespace
}  // namespace platerip::test
