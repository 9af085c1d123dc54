// Pages whose rows several threads read in pieces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>

#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

/// Rows of more than a mebibyte, in one strip.
PageSpec large_page() {
  return {.width = 700, .height = 1100, .bits = 16, .rows_per_strip = 1100};
}

class ParallelReading : public testing::Test {
 protected:
  /// A thread for each task.
  ParallelFor threads() {
    return [this](int count, const std::function<void(int)>& task) {
      most_tasks_ = std::max(most_tasks_, count);
      std::vector<std::future<void>> started;
      for (int i = 0; i < count; ++i) started.push_back(std::async(std::launch::async, task, i));
      for (std::future<void>& each : started) each.get();
    };
  }

  void expect_pixels(const PageSpec& spec) {
    write_page(path_, spec);
    const auto page = read_page(path_, {.parallel = threads()});
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_TRUE(page->pixels == expected_pixels(spec));
    EXPECT_GT(most_tasks_, 1);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
  int most_tasks_ = 0;
};

TEST_F(ParallelReading, GivesTheKnownPixels) {
  expect_pixels(large_page());
}

TEST_F(ParallelReading, SwapsBytes) {
  PageSpec spec = large_page();
  spec.big_endian = true;
  expect_pixels(spec);
}

TEST_F(ParallelReading, PutsTilesBesideEachOther) {
  PageSpec spec = large_page();
  spec.big_endian = true;
  spec.tile_width = 256;
  spec.tile_height = 1024;
  expect_pixels(spec);
}

TEST_F(ParallelReading, OfAFileThatBecomesShorterIsAnError) {
  write_page(path_, large_page());
  auto reader = tiffio::PageReader::open(path_, 0, std::size_t{64} << 20, threads());
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  const std::int64_t row_bytes = reader->info().row_bytes();
  std::vector<std::byte> rows(static_cast<std::size_t>(row_bytes * 1099));
  ASSERT_TRUE(reader->read(1, rows.data(), row_bytes).ok());
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  const Status status = reader->read(1099, rows.data(), row_bytes);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr("the file has become shorter"));
}

}  // namespace
}  // namespace platerip::test
