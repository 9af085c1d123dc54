// A plate in a file, for tests of its writer.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/tiffio/plate_rows.h"
#include "tests/tiffio/temp_folder.h"
#include "tiffio/plates/plate_writer.h"

namespace platerip::test {

inline constexpr std::array every_compression = {tiffio::Compression::none, tiffio::Compression::packbits,
                                                 tiffio::Compression::lzw,  tiffio::Compression::deflate,
                                                 tiffio::Compression::zstd, tiffio::Compression::g4};

class Plate : public testing::Test {
 protected:
  void SetUp() override { unsetenv("SOURCE_DATE_EPOCH"); }

  /// Writes the rows in pieces of random heights (`pieces` 0: all at once), and returns the file's bytes.
  std::vector<std::byte> write(const tiffio::PlateInfo& info, const Rows& rows, unsigned pieces = 0) const {
    const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    EXPECT_GE(fd, 0);
    auto writer = tiffio::PlateWriter::open(fd, path_, info);
    EXPECT_TRUE(writer.ok()) << writer.error().message;
    if (!writer.ok()) return {};
    std::mt19937 random(pieces);
    for (std::int64_t y = 0; y < rows.height;) {
      const std::int64_t most = rows.height - y;
      const std::int64_t count =
          pieces == 0 ? most : std::min<std::int64_t>(most, 1 + static_cast<std::int64_t>(random() % (pieces * 50)));
      Status status = writer->write(count, rows.row(y), rows.stride);
      EXPECT_TRUE(status.ok());
      y += count;
    }
    Status status = writer->finish();
    EXPECT_TRUE(status.ok());
    close(fd);
    return read_file(path_);
  }

  /// All rows of the file, decoded by libtiff.
  std::vector<std::byte> decoded() const {
    const auto tiff = open_tiff();
    std::vector<std::byte> all;
    std::vector<std::byte> strip(static_cast<std::size_t>(TIFFStripSize(tiff.get())));
    for (std::uint32_t i = 0; i < TIFFNumberOfStrips(tiff.get()); ++i) {
      const tmsize_t bytes = TIFFReadEncodedStrip(tiff.get(), i, strip.data(), -1);
      EXPECT_GT(bytes, 0);
      all.insert(all.end(), strip.begin(), strip.begin() + bytes);
    }
    return all;
  }

  std::unique_ptr<TIFF, decltype(&TIFFClose)> open_tiff() const { return {TIFFOpen(path_.c_str(), "r"), TIFFClose}; }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.Cyan.tif");
};

}  // namespace platerip::test
