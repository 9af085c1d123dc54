#include "tiffio/plates/plate_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>
#include <unistd.h>

#include <memory>
#include <random>
#include <string>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"
#include "tiffio/pages/page_reader.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/plates/plate_reader.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::PlateInfo;
using tiffio::PlateStream;

/// A page of two plates with random rows. Some bits past the width are set, too.
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
  /// A stream into `bytes_`.
  PlateStream into_bytes() {
    bytes_.clear();
    return PlateStream([this](std::span<const std::byte> more) {
      bytes_.insert(bytes_.end(), more.begin(), more.end());
      return Status();
    });
  }

  /// Writes the first rows of a page, `at_once` rows at a time.
  static void put_rows(PlateStream& stream, const Page& page, std::int64_t rows, std::int64_t at_once = 1000) {
    const std::int64_t row_bytes = tiffio::plate_row_bytes(page.infos[0]);
    for (std::int64_t row = 0; row < rows; row += at_once) {
      std::vector<tiffio::PlateRows> data;
      for (const auto& plate : page.rows) data.push_back({plate.data() + row * row_bytes, row_bytes});
      data.resize(page.infos.size());
      EXPECT_TRUE(stream.write(std::min(at_once, rows - row), data).ok());
    }
  }

  static void put_page(PlateStream& stream, const Page& page, int copies = 1, std::int64_t at_once = 1000) {
    EXPECT_TRUE(stream.begin(page.infos, copies).ok());
    put_rows(stream, page, page.infos[0].height, at_once);
    EXPECT_TRUE(stream.finish().ok());
  }

  /// The bytes of a stream of these pages, each `copies` times, whose rows are written `at_once` at a time.
  std::vector<std::byte> written(const std::vector<Page>& pages, std::int64_t at_once = 1000, int copies = 1) {
    PlateStream stream = into_bytes();
    for (const Page& page : pages) put_page(stream, page, copies, at_once);
    EXPECT_TRUE(stream.close(true).ok());
    return bytes_;
  }

  /// Expects that the file has the plates of these pages, and no others.
  void expect_pages(const std::vector<Page>& pages) const {
    const auto tiff = open(bytes_);
    ASSERT_NE(tiff, nullptr);
    for (const Page& page : pages) {
      for (std::size_t plate = 0; plate < page.infos.size(); ++plate) {
        expect_plate(tiff.get(), page, plate);
        const bool is_last = &page == &pages.back() && plate + 1 == page.infos.size();
        EXPECT_EQ(TIFFLastDirectory(tiff.get()), is_last);
        EXPECT_EQ(TIFFReadDirectory(tiff.get()), is_last ? 0 : 1);
      }
    }
  }

  std::unique_ptr<TIFF, decltype(&TIFFClose)> open(const std::vector<std::byte>& bytes) const {
    write_file(folder_.file("plates.tif"), bytes);
    return {TIFFOpen(folder_.file("plates.tif").c_str(), "r"), TIFFClose};
  }

  /// Expects that a reader is told that the file is not complete.
  void expect_incomplete() const {
    const int file = ::open(folder_.file("plates.tif").c_str(), O_RDONLY | O_CLOEXEC);
    const auto reader = tiffio::PlateReader::open(file, "plates.tif");
    ASSERT_FALSE(reader.ok());
    EXPECT_THAT(reader.error().message, HasSubstr("not a complete file"));
    ::close(file);
  }

  /// Expects that the plate at the file's current directory is this one.
  static void expect_plate(TIFF* tiff, const Page& page, std::size_t plate) {
    const PlateInfo& info = page.infos[plate];
    const std::int64_t row_bytes = tiffio::plate_row_bytes(info);
    char* ink = nullptr;
    float resolution = 0;
    ASSERT_EQ(TIFFGetField(tiff, TIFFTAG_PAGENAME, &ink), 1);
    EXPECT_EQ(ink, info.ink);
    char* setters_ink = nullptr;
    std::uint16_t inks = 0;
    ASSERT_EQ(TIFFGetField(tiff, TIFFTAG_INKNAMES, &setters_ink), 1);
    EXPECT_EQ(setters_ink, info.ink);
    ASSERT_EQ(TIFFGetField(tiff, TIFFTAG_NUMBEROFINKS, &inks), 1);
    EXPECT_EQ(inks, 1);
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
  std::vector<std::byte> bytes_;
};

TEST_F(Stream, HoldsAllPlatesOfAllPages) {
  const std::vector<Page> pages = {Page(13, 1, 1), Page(1001, 999, 4), Page(70000, 77, 2)};
  written(pages);
  expect_pages(pages);
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
  EXPECT_FALSE(stream.close(true).ok());
  page.infos[0].compression = tiffio::Compression::deflate;
  const Status status = stream.begin(page.infos, 1);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("compressed"));
}

TEST_F(Stream, HandsOnWhatFails) {
  PlateStream stream([](std::span<const std::byte>) { return Status(Error{"full"}); });
  const Page page(10, 10, 1);
  ASSERT_TRUE(stream.begin(page.infos, 1).ok());  // nothing is written before there are rows
  const std::vector<tiffio::PlateRows> rows = {{page.rows[0].data(), 2}, {page.rows[1].data(), 2}};
  const Status status = stream.write(10, rows);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "full");
}

// In some cases no rows have been written yet, in others some strips have.
TEST_F(Stream, ABrokenPageLeavesThePagesBefore) {
  const std::vector<Page> pages = {Page(1001, 99, 1), Page(13, 1, 1), Page(5000, 999, 4)};
  const Page broken(5000, 999, 4);
  for (const std::size_t whole : {1, 2, 3}) {
    for (const int copies : {1, 3}) {
      for (const std::int64_t rows : {0, 1, 300, 999}) {
        SCOPED_TRACE(testing::Message() << whole << " pages, " << copies << " copies, " << rows << " rows");
        PlateStream stream = into_bytes();
        std::vector<Page> expected;
        for (std::size_t page = 0; page < whole; ++page) {
          put_page(stream, pages[page], copies);
          expected.insert(expected.end(), static_cast<std::size_t>(copies), pages[page]);
        }
        ASSERT_TRUE(stream.begin(broken.infos, 1).ok());
        put_rows(stream, broken, rows);
        ASSERT_TRUE(stream.close(false).ok());
        expect_pages(expected);
        expect_incomplete();
      }
    }
  }
}

// A program that is stopping may still write its last bytes: all are taken, although errors are returned.
TEST_F(Stream, MayBeClosedWhereItsPutHasErrorsToTell) {
  const Page page(5000, 999, 4);
  Status told;
  PlateStream stream([&](std::span<const std::byte> more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
    return told;
  });
  put_page(stream, page);
  ASSERT_TRUE(stream.begin(page.infos, 1).ok());
  put_rows(stream, page, 100);
  told = Error{"stopped"};
  const std::vector<tiffio::PlateRows> rows = {{page.rows[0].data(), 0}, {page.rows[1].data(), 0}};
  ASSERT_FALSE(stream.write(200, rows).ok());
  told = {};
  ASSERT_TRUE(stream.close(false).ok());
  expect_pages({page});
}

// The page's only directory must say where the next one is, before it is known whether there will be one.
TEST_F(Stream, ABrokenPageOfOnePlateLeavesAThumbnail) {
  Page page(5000, 999, 4);
  page.infos.pop_back();
  PlateStream stream = into_bytes();
  put_page(stream, page);
  put_page(stream, page);
  ASSERT_TRUE(stream.begin(page.infos, 1).ok());
  put_rows(stream, page, 300);
  ASSERT_TRUE(stream.close(false).ok());
  const auto tiff = open(bytes_);
  ASSERT_NE(tiff, nullptr);
  expect_plate(tiff.get(), page, 0);
  ASSERT_EQ(TIFFReadDirectory(tiff.get()), 1);
  expect_plate(tiff.get(), page, 0);
  ASSERT_EQ(TIFFReadDirectory(tiff.get()), 1);
  std::uint32_t kind = 0;
  EXPECT_EQ(TIFFGetField(tiff.get(), TIFFTAG_SUBFILETYPE, &kind), 1);
  EXPECT_EQ(kind, static_cast<std::uint32_t>(FILETYPE_REDUCEDIMAGE));
  std::byte pixel{};
  EXPECT_EQ(TIFFReadScanline(tiff.get(), &pixel, 0), 1);
  EXPECT_EQ(TIFFLastDirectory(tiff.get()), 1);
  const auto found = tiffio::find_pages(folder_.file("plates.tif"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->count(), 2);
  EXPECT_FALSE(found->broken);
  expect_incomplete();
}

TEST_F(Stream, ABrokenFirstPageIsNoFile) {
  const Page broken(5000, 999, 4);
  for (const std::int64_t rows : {0, 300}) {
    PlateStream stream = into_bytes();
    ASSERT_TRUE(stream.begin(broken.infos, 1).ok());
    put_rows(stream, broken, rows);
    EXPECT_FALSE(stream.close(false).ok());
  }
}

// A header may promise more than a disk can hold.
TEST_F(Stream, ABrokenPageThatWasToBeHugeIsNotFilledUp) {
  const Page page(5000, 99, 4);
  Page huge(5000, 999, 4);
  for (PlateInfo& info : huge.infos) info.height = 2'000'000'000;
  PlateStream stream = into_bytes();
  put_page(stream, page);
  ASSERT_TRUE(stream.begin(huge.infos, 1).ok());
  put_rows(stream, huge, 999);
  ASSERT_TRUE(stream.close(false).ok());
  EXPECT_LT(bytes_.size(), std::size_t{8} << 20);
  const auto tiff = open(bytes_);
  ASSERT_NE(tiff, nullptr);
  expect_plate(tiff.get(), page, 0);
  ASSERT_EQ(TIFFReadDirectory(tiff.get()), 1);
  expect_plate(tiff.get(), page, 1);
}

}  // namespace
}  // namespace platerip::test
