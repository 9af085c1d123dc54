#include "tiffio/plate_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <memory>
#include <random>
#include <string>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"
#include "tiffio/plate_layout.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::PlateInfo;
using tiffio::PlateStream;

/// A page of two plates with random rows, some bits past the width set too.
struct Page {
  Page(std::int64_t width, std::int64_t height, int bits) {
    for (const char* ink : {"Cyan", "a long name of an ink"}) {
      infos.push_back({.width = width,
                       .height = height,
                       .bits = bits,
                       .resolution = {600, 1200.5, 2},
                       .orientation = 6,
                       .ink = ink,
                       .document = "page"});
      rows.emplace_back(static_cast<std::size_t>(tiffio::plate_row_bytes(infos[0]) * height));
    }
    std::mt19937 random(test_seed());
    for (auto& plate : rows) {
      for (std::byte& byte : plate) byte = static_cast<std::byte>(random());
    }
  }

  std::vector<PlateInfo> infos;
  std::vector<std::vector<std::byte>> rows;
};

class Stream : public testing::Test {
 protected:
  /// The bytes of a stream of these pages, their rows handed over `at_once`, each page `copies` times.
  std::vector<std::byte> written(const std::vector<Page>& pages, std::int64_t at_once = 1000, int copies = 1) {
    std::vector<std::byte> bytes;
    PlateStream stream([&bytes](std::span<const std::byte> more) {
      bytes.insert(bytes.end(), more.begin(), more.end());
      return Status();
    });
    for (const Page& page : pages) {
      EXPECT_TRUE(stream.begin(page.infos, copies).ok());
      const std::int64_t row_bytes = tiffio::plate_row_bytes(page.infos[0]);
      for (std::int64_t row = 0; row < page.infos[0].height; row += at_once) {
        std::vector<tiffio::PlateRows> rows;
        for (const auto& plate : page.rows) rows.push_back({plate.data() + row * row_bytes, row_bytes});
        EXPECT_TRUE(stream.write(std::min(at_once, page.infos[0].height - row), rows).ok());
      }
      EXPECT_TRUE(stream.finish().ok());
    }
    EXPECT_TRUE(stream.close().ok());
    return bytes;
  }

  std::unique_ptr<TIFF, decltype(&TIFFClose)> open(const std::vector<std::byte>& bytes) const {
    write_file(folder_.file("plates.tif"), bytes);
    return {TIFFOpen(folder_.file("plates.tif").c_str(), "r"), TIFFClose};
  }

  /// What libtiff reads where the file stands is this plate.
  static void expect_plate(TIFF* tiff, const Page& page, std::size_t plate) {
    const PlateInfo& info = page.infos[plate];
    const std::int64_t row_bytes = tiffio::plate_row_bytes(info);
    char* ink = nullptr;
    float resolution = 0;
    ASSERT_EQ(TIFFGetField(tiff, TIFFTAG_PAGENAME, &ink), 1);
    EXPECT_EQ(ink, info.ink);
    ASSERT_EQ(TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &resolution), 1);
    EXPECT_FLOAT_EQ(resolution, 1200.5);
    ASSERT_EQ(TIFFScanlineSize(tiff), row_bytes);
    std::vector<std::byte> row(static_cast<std::size_t>(row_bytes));
    const auto last_mask = static_cast<std::byte>(0xff << (row_bytes * 8 - info.width * info.bits));
    for (std::int64_t y = 0; y < info.height; ++y) {
      ASSERT_EQ(TIFFReadScanline(tiff, row.data(), static_cast<std::uint32_t>(y)), 1);
      std::vector<std::byte> expected(page.rows[plate].begin() + y * row_bytes,
                                      page.rows[plate].begin() + (y + 1) * row_bytes);
      expected.back() &= last_mask;
      ASSERT_EQ(row, expected) << y;
    }
  }

  TempFolder folder_;
};

TEST_F(Stream, HoldsAllPlatesOfAllPages) {
  const std::vector<Page> pages = {Page(13, 1, 1), Page(1001, 999, 4), Page(70000, 77, 2)};
  const auto tiff = open(written(pages));
  ASSERT_NE(tiff, nullptr);
  for (const Page& page : pages) {
    for (std::size_t plate = 0; plate < 2; ++plate) {
      expect_plate(tiff.get(), page, plate);
      EXPECT_EQ(TIFFReadDirectory(tiff.get()), &page == &pages.back() && plate == 1 ? 0 : 1);
    }
  }
}

TEST_F(Stream, DoesNotDependOnHowRowsAreHandedOver) {
  const std::vector<Page> pages = {Page(1001, 999, 1)};
  const auto bytes = written(pages);
  for (const std::int64_t at_once : {1, 7, 500}) EXPECT_TRUE(written(pages, at_once) == bytes) << at_once;
}

TEST_F(Stream, CopiesShareTheirStrips) {
  const std::vector<Page> pages = {Page(1001, 999, 1), Page(501, 99, 1)};
  const auto bytes = written(pages, 1000, 3);
  EXPECT_LT(bytes.size(), written(pages).size() + 4096);
  const auto tiff = open(bytes);
  ASSERT_NE(tiff, nullptr);
  EXPECT_EQ(TIFFNumberOfDirectories(tiff.get()), 12);
  ASSERT_EQ(TIFFSetDirectory(tiff.get(), 5), 1);
  expect_plate(tiff.get(), pages[0], 1);
}

TEST_F(Stream, RefusesWhatItCannotWrite) {
  PlateStream stream([](std::span<const std::byte>) { return Status(); });
  Page page(10, 10, 1);
  EXPECT_FALSE(stream.close().ok());
  page.infos[0].compression = tiffio::Compression::deflate;
  const Status status = stream.begin(page.infos, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("compressed"));
}

TEST_F(Stream, HandsOnWhatFails) {
  PlateStream stream([](std::span<const std::byte>) { return Status(Error{"full"}); });
  const Status status = stream.begin(Page(10, 10, 1).infos, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "full");
}

}  // namespace
}  // namespace platerip::test
