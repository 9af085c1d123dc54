#include "tiffio/plates/plate_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <random>

#include "base/files.h"
#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/plates/plate_stream.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::PlateInfo;
using tiffio::PlateReader;

/// Plates of one page with random rows.
struct Page {
  Page(std::int64_t width, std::int64_t height, int bits, const std::vector<std::string>& inks) {
    std::mt19937 random(test_seed());
    for (const std::string& ink : inks) {
      infos.push_back({.width = width,
                       .height = height,
                       .bits = bits,
                       .resolution = {600, 1200.5, 3},
                       .orientation = 6,
                       .ink = ink,
                       .document = "a page"});
      const auto row_bytes = static_cast<std::size_t>(tiffio::plate_row_bytes(infos[0]));
      rows.emplace_back(row_bytes * static_cast<std::size_t>(height));
      for (std::byte& byte : rows.back()) byte = static_cast<std::byte>(random());
      const auto last_mask = static_cast<std::byte>(0xff << (row_bytes * 8 - static_cast<std::size_t>(width * bits)));
      for (std::size_t end = row_bytes; end <= rows.back().size(); end += row_bytes) rows.back()[end - 1] &= last_mask;
    }
  }

  std::vector<PlateInfo> infos;
  std::vector<std::vector<std::byte>> rows;
};

class Reader : public testing::Test {
 protected:
  static std::vector<std::byte> stream(const std::vector<Page>& pages, int copies = 1) {
    std::vector<std::byte> bytes;
    tiffio::PlateStream stream([&bytes](std::span<const std::byte> more) {
      bytes.insert(bytes.end(), more.begin(), more.end());
      return Status();
    });
    for (const Page& page : pages) {
      EXPECT_TRUE(stream.begin(page.infos, copies).ok());
      std::vector<tiffio::PlateRows> rows;
      for (const auto& plate : page.rows) rows.push_back({plate.data(), tiffio::plate_row_bytes(page.infos[0])});
      EXPECT_TRUE(stream.write(page.infos[0].height, rows).ok());
      EXPECT_TRUE(stream.finish().ok());
    }
    EXPECT_TRUE(stream.close(true).ok());
    return bytes;
  }

  Result<PlateReader> open(const std::vector<std::byte>& bytes) {
    file_ = Descriptor(::memfd_create("plates", MFD_CLOEXEC));
    EXPECT_EQ(::write(file_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    return PlateReader::open(file_, "plates");
  }

  static Result<std::vector<std::byte>> rows_of(PlateReader& reader, const tiffio::StreamedPlate& plate) {
    std::vector<std::byte> all;
    const Status status = reader.read(plate, [&](std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
      all.insert(all.end(), data, data + rows * stride);
      return Status();
    });
    if (!status.ok()) return status.error();
    return all;
  }

  TempFolder folder_;
  Descriptor file_{-1};
};

TEST_F(Reader, GivesBackAllPlatesOfAllPages) {
  const std::vector<Page> pages = {Page(13, 1, 1, {"Cyan", "Black"}), Page(1001, 999, 4, {"Cyan"}),
                                   Page(70000, 77, 2, {"Cyan", "Orange", "Black"})};
  for (const int copies : {1, 3}) {
    auto reader = open(stream(pages, copies));
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    ASSERT_EQ(reader->plates().size(), 6u);
    auto plate = reader->plates().begin();
    for (std::size_t page = 0; page < pages.size(); ++page) {
      for (std::size_t i = 0; i < pages[page].infos.size(); ++i, ++plate) {
        const PlateInfo& expected = pages[page].infos[i];
        EXPECT_EQ(plate->page, static_cast<int>(page));
        EXPECT_EQ(plate->info.ink, expected.ink);
        EXPECT_EQ(plate->info.document, "a page");
        EXPECT_EQ(plate->info.bits, expected.bits);
        EXPECT_EQ(plate->info.orientation, 6);
        EXPECT_EQ(plate->info.resolution.y, 1200.5);
        EXPECT_EQ(plate->info.resolution.unit, 3);
        const auto rows = rows_of(*reader, *plate);
        ASSERT_TRUE(rows.ok()) << rows.error().message;
        EXPECT_TRUE(*rows == pages[page].rows[i]);
      }
    }
  }
}

TEST_F(Reader, TakesNothingThatIsCutOff) {
  const auto bytes = stream({Page(301, 203, 1, {"Cyan", "Black"}), Page(301, 203, 1, {"Cyan"})});
  for (std::size_t size = 0; size < bytes.size(); size += 97)
    EXPECT_FALSE(open({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}).ok()) << size;
}

TEST_F(Reader, TakesNoDirectoryForTheLastIfThePointerToTheNextIsCutOff) {
  const auto bytes = stream({Page(301, 203, 1, {"Cyan", "Black"}), Page(301, 203, 1, {"Cyan"})});
  for (std::size_t size = bytes.size() - 600; size < bytes.size() - 300; ++size)
    EXPECT_FALSE(open({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}).ok()) << size;
}

TEST_F(Reader, TakesNoPageForAPlate) {
  write_page(folder_.file("page.tif"), {.width = 40, .height = 30});
  const auto reader = open(read_file(folder_.file("page.tif")));
  ASSERT_FALSE(reader.ok());
  EXPECT_THAT(reader.error().message, HasSubstr("plates"));
}

// Whatever a broken file says, no more is read than it contains.
TEST_F(Reader, DamageIsAnErrorOrOtherPlates) {
  const auto bytes = stream({Page(301, 203, 1, {"Cyan", "Black"})});
  const std::size_t directories = 2 * 38 * 203;
  std::mt19937 random(test_seed());
  int readable = 0;
  for (int round = 0; round < 1000; ++round) {
    auto damaged = bytes;
    for (int i = 0; i < 3; ++i) damaged[directories + random() % (bytes.size() - directories)] = std::byte(random());
    auto reader = open(damaged);
    if (!reader.ok()) continue;
    ++readable;
    std::size_t sum = 0;
    for (const auto& plate : reader->plates()) {
      const auto rows = rows_of(*reader, plate);
      if (rows.ok()) sum += rows->size();
    }
    EXPECT_LE(sum, bytes.size());
  }
  EXPECT_GT(readable, 10);
}

}  // namespace
}  // namespace platerip::test
