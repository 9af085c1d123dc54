// Pages of which only some rows are read.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

struct Layout {
  PageSpec page;
  bool is_ready = false;  // its rows are stored as they are returned
};

std::vector<Layout> layouts() {
  return {
      {{}, true},
      {{.tile_width = 16, .tile_height = 16}, true},
      {{.bits = 16, .big_endian = true}, true},
      {{.planar = PLANARCONFIG_SEPARATE}},
      {{.bits = 4, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}},
      {{.samples = 1, .photometric = PHOTOMETRIC_MINISWHITE}},
      {{.samples = 1, .photometric = PHOTOMETRIC_PALETTE}},
      {{.bits = 32, .sample_format = SAMPLEFORMAT_IEEEFP}},
      {{.compression = COMPRESSION_LZW}},
      {{.compression = COMPRESSION_ADOBE_DEFLATE, .rows_per_strip = 53}},
      {{.compression = COMPRESSION_PACKBITS, .rows_per_strip = 1}},
      {{.compression = COMPRESSION_LZW, .tile_width = 32, .tile_height = 32}},
      {{.bits = 16, .planar = PLANARCONFIG_SEPARATE, .compression = COMPRESSION_ADOBE_DEFLATE}},
      {{.bits = 4, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK, .compression = COMPRESSION_LZW}},
  };
}

class SkippedRows : public testing::TestWithParam<std::size_t> {
 protected:
  // Reads and passes over rows in turn, a random number each time.
  void expect_rows(const std::string& path, const PageSpec& spec, std::size_t memory, int threads) {
    const std::vector<std::byte> expected = expected_pixels(spec);
    const ParallelFor one_by_one = [](int count, const std::function<void(int)>& task) {
      for (int i = 0; i < count; ++i) task(i);
    };
    const LendThread at_once = [](const std::function<void()>& task) { task(); };
    auto reader = tiffio::PageReader::open(path, 0, memory, one_by_one, threads, at_once);
    if (!reader.ok()) return;  // it needs more memory
    const std::int64_t row_bytes = reader->info().row_bytes();
    for (std::int64_t row = 0; row < spec.height;) {
      const auto some = [&] {
        return static_cast<std::int64_t>(random_() % static_cast<unsigned>(spec.height - row + 1)) / 3;
      };
      const std::int64_t skipped = some();
      ASSERT_TRUE(reader->skip(skipped).ok());
      row += skipped;
      const std::int64_t rows = std::min<std::int64_t>(1 + some(), spec.height - row);
      std::vector<std::byte> read(static_cast<std::size_t>(rows * row_bytes));
      const Status status = reader->read(rows, read.data(), row_bytes);
      ASSERT_TRUE(status.ok()) << status.error().message;
      ASSERT_EQ(std::memcmp(read.data(), expected.data() + row * row_bytes, read.size()), 0)
          << "rows " << row << " to " << row + rows << " with " << memory << " bytes";
      row += rows;
      if (reader->reads_anywhere()) expect_rows_anywhere(*reader, expected, spec.height);
    }
  }

  // Between others, whose order this does not change.
  void expect_rows_anywhere(const tiffio::PageReader& reader, const std::vector<std::byte>& expected,
                            std::int64_t height) {
    const std::int64_t row_bytes = reader.info().row_bytes(), stride = row_bytes + 6;
    const std::int64_t row = static_cast<std::int64_t>(random_() % static_cast<unsigned>(height));
    const std::int64_t rows = 1 + static_cast<std::int64_t>(random_() % static_cast<unsigned>(height - row));
    const bool upwards = random_() % 2 == 0;
    std::vector<std::byte> read(static_cast<std::size_t>(rows * stride));
    std::byte* const first = upwards ? read.data() + (rows - 1) * stride : read.data();
    ASSERT_TRUE(reader.read_at(row, rows, first, upwards ? -stride : stride).ok());
    for (std::int64_t y = 0; y < rows; ++y)
      ASSERT_EQ(std::memcmp(first + (upwards ? -y : y) * stride, expected.data() + (row + y) * row_bytes,
                            static_cast<std::size_t>(row_bytes)),
                0)
          << "row " << row + y;
  }

  const TempFolder folder_;
  std::mt19937 random_{test_seed()};
};

TEST_P(SkippedRows, LeaveTheOthersAsTheyAre) {
  const PageSpec spec = layouts()[GetParam()].page;
  const std::string path = folder_.file("page.tif");
  write_page(path, spec);
  for (std::size_t memory = 4096; memory <= std::size_t{1} << 24; memory *= 2) {
    for (int i = 0; i < 4; ++i) expect_rows(path, spec, memory, 1 + i % 2 * 3);
  }
}

INSTANTIATE_TEST_SUITE_P(, SkippedRows, testing::Range<std::size_t>(0, layouts().size()));

TEST(StoredRows, AreReadAnywhereIfTheyAreReturnedAsTheyAre) {
  const TempFolder folder;
  for (std::size_t i = 0; i < layouts().size(); ++i) {
    const std::string path = folder.file("page.tif");
    write_page(path, layouts()[i].page);
    const auto reader = tiffio::PageReader::open(path, 0, std::size_t{1} << 24);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    EXPECT_EQ(reader->reads_anywhere(), layouts()[i].is_ready) << "layout " << i;
  }
}

TEST(StoredRows, OfAFileThatHasBecomeShorterAreAnError) {
  const TempFolder folder;
  for (const Layout& layout : layouts()) {
    if (!layout.is_ready) continue;
    const std::string path = folder.file("page.tif");
    write_page(path, layout.page);
    auto reader = tiffio::PageReader::open(path, 0, std::size_t{1} << 24);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    const std::int64_t row_bytes = reader->info().row_bytes(), height = reader->info().height;
    std::vector<std::byte> rows(static_cast<std::size_t>(height * row_bytes));
    EXPECT_TRUE(reader->read_at(0, 8, rows.data(), row_bytes).ok());  // which are still there
    const auto expect_error = [&](const Status& status, const std::string& lost) {
      ASSERT_FALSE(status.ok());
      EXPECT_EQ(status.error().code, ErrorCode::unreadable);
      EXPECT_EQ(status.error().message, path + ": " + lost +
                                            " cannot be read: the file has become shorter; check the disk and get the "
                                            "page again");
    };
    const std::string last = "rows 48 to 52";
    expect_error(reader->read_at(48, 5, rows.data(), row_bytes), last);
    expect_error(reader->read_at(48, 5, rows.data() + 4 * row_bytes, -row_bytes), last);
    ASSERT_TRUE(reader->skip(48).ok());
    expect_error(reader->read(5, rows.data(), row_bytes), last);
  }
}

// A rank of several need not decode what the others do.
TEST(SkippedStrips, AreNotDecoded) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  PageSpec spec;
  spec.compression = COMPRESSION_ADOBE_DEFLATE;
  write_page(path, spec);
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r+"), TIFFClose);
    std::vector<std::byte> damage(static_cast<std::size_t>(TIFFRawStripSize(tiff.get(), 1)), std::byte{0xff});
    ASSERT_GT(TIFFWriteRawStrip(tiff.get(), 1, damage.data(), std::ssize(damage)), 0);
  }
  for (const std::size_t memory : {std::size_t{1} << 12, std::size_t{1} << 24}) {
    auto reader = tiffio::PageReader::open(path, 0, memory, {}, 1);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    const std::int64_t row_bytes = reader->info().row_bytes();
    std::vector<std::byte> rows(static_cast<std::size_t>(21 * row_bytes));
    EXPECT_TRUE(reader->skip(16).ok());
    EXPECT_TRUE(reader->skip(16).ok());
    EXPECT_TRUE(reader->read(21, rows.data(), row_bytes).ok());
    EXPECT_EQ(std::memcmp(rows.data(), expected_pixels(spec).data() + 32 * row_bytes, rows.size()), 0);
  }
}

}  // namespace
}  // namespace platerip::test
