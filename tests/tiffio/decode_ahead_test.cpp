// Compressed pages whose strips and tiles several threads decode ahead. Rows and errors are those of one thread.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <random>

#include "tests/lent_threads.h"
#include "tests/on_threads.h"
#include "tests/seed.h"
#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using Numbers = std::vector<std::uint16_t>;

ReadOptions with_threads(int threads, std::int64_t chunk) {
  ReadOptions options;
  options.chunk = chunk;
  options.parallel = on_threads(threads);
  options.threads = threads;
  options.lend = lent_threads(threads - 1);
  return options;
}

/// Many low strips, few high ones, one, and tiles of several sizes.
std::vector<PageSpec> layouts_of(const PageSpec& page) {
  std::vector<PageSpec> specs;
  for (const std::uint32_t rows : {1U, 5U, 16U, 150U, 400U}) {
    specs.push_back(page);
    specs.back().rows_per_strip = rows;
  }
  for (const auto& [width, height] : {std::pair{16U, 16U}, {64U, 48U}, {256U, 32U}, {32U, 256U}}) {
    specs.push_back(page);
    specs.back().tile_width = width;
    specs.back().tile_height = height;
  }
  return specs;
}

class DecodeAhead : public testing::Test {
 protected:
  /// Reads the page with these threads, in requests of random height, with much memory and with little.
  void expect_pixels(const PageSpec& spec, int threads) const {
    SCOPED_TRACE("compression " + std::to_string(spec.compression) + ", bits " + std::to_string(spec.bits) +
                 ", planar " + std::to_string(spec.planar) + ", rows per strip " + std::to_string(spec.rows_per_strip) +
                 ", tiles " + std::to_string(spec.tile_width) + " x " + std::to_string(spec.tile_height) +
                 ", threads " + std::to_string(threads));
    const std::vector<std::byte> expected = expected_pixels(spec);
    ReadOptions options = with_threads(threads, -1);
    options.seed = test_seed();
    const auto page = read_page(path_, options);
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_TRUE(page->pixels == expected);
    options.memory = mib;
    options.padding = 3;
    const auto with_less = read_page(path_, options);
    ASSERT_TRUE(with_less.ok()) << with_less.error().message;
    EXPECT_TRUE(with_less->pixels == expected);
    const auto with_least = read_page_tightly(path_, options);
    ASSERT_TRUE(with_least.ok()) << with_least.error().message;
    EXPECT_TRUE(with_least->pixels == expected);
  }

  /// Reads the page 16 rows at a time: the error, and after how many rows it came.
  std::pair<std::string, std::int64_t> error_with(int threads) const {
    const ParallelFor parallel = on_threads(threads);
    auto reader = tiffio::PageReader::open(path_, 0, 8 * mib, parallel, threads, lent_threads(threads - 1));
    if (!reader.ok()) return {reader.error().message, -1};
    const std::int64_t row_bytes = reader->info().row_bytes();
    std::vector<std::byte> rows(static_cast<std::size_t>(16 * row_bytes));
    for (std::int64_t row = 0; row < std::min<std::int64_t>(reader->info().height, 1000); row += 16) {
      const std::int64_t count = std::min<std::int64_t>(16, reader->info().height - row);
      const Status status = reader->read(count, rows.data(), row_bytes);
      if (!status.ok()) return {status.error().message, row};
    }
    return {"", reader->info().height};
  }

  /// Keeps half of the data of these strips or tiles.
  void cut_off(const std::vector<std::uint32_t>& blocks) const {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path_.c_str(), "r+"), TIFFClose);
    std::uint64_t* bytes = nullptr;
    TIFFGetField(tiff.get(), TIFFIsTiled(tiff.get()) != 0 ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &bytes);
    for (const std::uint32_t block : blocks) bytes[block] /= 2;
    TIFFSetField(tiff.get(), TIFFTAG_DOCUMENTNAME, "cut off");
    ASSERT_NE(TIFFRewriteDirectory(tiff.get()), 0);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

TEST_F(DecodeAhead, GivesTheKnownPixels) {
  RecordProperty("seed", std::to_string(test_seed()));
  PageSpec rgb{.width = 203, .height = 301};
  PageSpec white{.width = 203, .height = 301, .samples = 1, .photometric = PHOTOMETRIC_MINISWHITE};
  PageSpec cmyk{.width = 203, .height = 301, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED};
  std::size_t number = 0;
  for (const PageSpec& kind : {rgb, white, cmyk}) {
    for (PageSpec spec : layouts_of(kind)) {
      constexpr std::array<std::uint16_t, 4> codecs = {COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD,
                                                       COMPRESSION_PACKBITS};
      spec.compression = codecs[++number % codecs.size()];
      if (TIFFIsCODECConfigured(spec.compression) == 0) continue;
      spec.predictor =
          spec.compression == COMPRESSION_PACKBITS || number % 5 == 0 ? PREDICTOR_NONE : PREDICTOR_HORIZONTAL;
      spec.bits = number % 3 == 0 ? 16 : 8;
      spec.planar = number % 5 < 2 ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG;
      spec.big_endian = number % 7 < 3;
      write_page(path_, spec);
      for (const int threads : {1, 2, 7}) expect_pixels(spec, threads);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DecodeAhead, GivesWhatOneThreadGivesOfEveryOtherCodec) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_LZMA, COMPRESSION_WEBP, COMPRESSION_JPEG}) {
    if (TIFFIsCODECConfigured(compression) == 0) continue;
    for (const PageSpec& spec :
         {PageSpec{.width = 203, .height = 301, .compression = compression, .smooth = true}, PageSpec{.width = 203,
                                                                                             .height = 301,
                                                                                             .compression = compression,
                                                                                             .tile_width = 64,
                                                                                             .tile_height = 64,
                                                                                             .smooth = true}}) {
      write_page(path_, spec);
      const auto alone = read_page(path_);
      ASSERT_TRUE(alone.ok()) << alone.error().message;
      const auto together = read_page(path_, with_threads(7, -1));
      ASSERT_TRUE(together.ok()) << together.error().message;
      EXPECT_TRUE(alone->pixels == together->pixels) << "compression " << compression;
    }
  }
}

TEST_F(DecodeAhead, GoesOnBetweenCalls) {
  const PageSpec spec{.width = 203, .height = 301, .compression = COMPRESSION_LZW};
  write_page(path_, spec);
  const std::vector<std::byte> expected = expected_pixels(spec);
  std::vector<std::function<void()>> lent;
  const LendThread later = [&lent](const std::function<void()>& task) { lent.push_back(task); };
  auto reader = tiffio::PageReader::open(path_, 0, 8 * mib, {}, 2, later);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  const std::int64_t row_bytes = reader->info().row_bytes();
  std::vector<std::byte> rows(expected.size());
  ASSERT_TRUE(reader->read(1, rows.data(), row_bytes).ok());
  for (const auto& task : lent) task();
  std::filesystem::resize_file(path_, 0);
  const Status others = reader->read(spec.height - 1, rows.data() + row_bytes, row_bytes);
  ASSERT_TRUE(others.ok()) << others.error().message;
  EXPECT_TRUE(rows == expected);
}

TEST_F(DecodeAhead, ReportsTheFirstDamagedRowsOfThePage) {
  for (const std::uint16_t compression : Numbers{COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE,
                                                 COMPRESSION_ZSTD, COMPRESSION_LZMA, COMPRESSION_WEBP}) {
    if (TIFFIsCODECConfigured(compression) == 0) continue;
    SCOPED_TRACE("compression " + std::to_string(compression));
    PageSpec spec{.width = 64, .height = 640, .compression = compression, .smooth = true};
    write_page(path_, spec);  // strips of 16 rows
    cut_off({39, 23, 19});
    const auto strips = error_with(1);
    EXPECT_THAT(strips.first, HasSubstr("rows 304 to 319 are damaged"));
    EXPECT_EQ(strips.second, 304);
    spec.tile_width = spec.tile_height = 32;
    write_page(path_, spec);  // two tiles across
    cut_off({39, 22, 21});
    const auto tiles = error_with(1);
    EXPECT_THAT(tiles.first, HasSubstr("rows 320 to 351 are damaged"));
    for (int again = 0; again < 5; ++again) {
      for (const int threads : {2, 7}) EXPECT_EQ(error_with(threads), tiles);
    }
    spec.tile_width = 0;
    write_page(path_, spec);
    cut_off({39, 23, 19});
    for (int again = 0; again < 5; ++again) {
      for (const int threads : {2, 7}) EXPECT_EQ(error_with(threads), strips);
    }
  }
}

TEST_F(DecodeAhead, ReportsTheFirstDamagedRowsOfSeparatePlanes) {
  write_page(path_, {.width = 64, .height = 640, .planar = PLANARCONFIG_SEPARATE, .compression = COMPRESSION_LZW});
  cut_off({30, 40 + 20, 80 + 11});  // of red, green and blue
  const auto alone = error_with(1);
  EXPECT_THAT(alone.first, HasSubstr("rows 176 to 191 are damaged"));
  EXPECT_EQ(error_with(2), alone);
  EXPECT_EQ(error_with(7), alone);
}

TEST_F(DecodeAhead, OfRandomDamageGivesWhatOneThreadGives) {
  RecordProperty("seed", std::to_string(test_seed()));
  std::mt19937 random(test_seed());
  for (const std::uint16_t compression :
       Numbers{COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD, COMPRESSION_JPEG}) {
    if (TIFFIsCODECConfigured(compression) == 0) continue;
    for (const std::uint32_t tile : {0U, 48U}) {
      write_page(path_,
                 {.width = 64,
                  .height = 640,
                  .planar = tile == 0 ? std::uint16_t{PLANARCONFIG_SEPARATE} : std::uint16_t{PLANARCONFIG_CONTIG},
                  .compression = compression,
                  .tile_width = tile,
                  .tile_height = tile,
                  .smooth = compression == COMPRESSION_JPEG});
      const std::vector<std::byte> whole = read_file(path_);
      for (int round = 0; round < 12; ++round) {
        SCOPED_TRACE("compression " + std::to_string(compression) + ", round " + std::to_string(round));
        std::vector<std::byte> damaged = whole;
        for (auto hits = 1 + random() % 6; hits > 0; --hits)
          damaged[random() % damaged.size()] = static_cast<std::byte>(random());
        write_file(path_, damaged);
        EXPECT_EQ(error_with(7), error_with(1));
        ReadOptions options;
        options.chunk = 16;
        options.most_rows = 1000;
        options.memory = 8 * mib;
        const auto alone = read_page(path_, options);
        options.parallel = on_threads(7);
        options.threads = 7;
        options.lend = lent_threads(6);
        const auto together = read_page(path_, options);
        ASSERT_EQ(together.ok(), alone.ok());
        if (alone.ok()) {
          EXPECT_TRUE(together->pixels == alone->pixels);
        }
      }
    }
  }
}

TEST_F(DecodeAhead, OfAFileThatBecomesShorterIsAnError) {
  const PageSpec spec{.width = 1003, .height = 3001, .compression = COMPRESSION_LZW};
  for (const int threads : {1, 7}) {
    write_page(path_, spec);
    auto reader = tiffio::PageReader::open(path_, 0, 64 * mib, on_threads(threads), threads, lent_threads(threads - 1));
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    const std::int64_t row_bytes = reader->info().row_bytes();
    std::vector<std::byte> rows(static_cast<std::size_t>(row_bytes * 3000));
    ASSERT_TRUE(reader->read(1, rows.data(), row_bytes).ok());
    std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
    const Status status = reader->read(3000, rows.data(), row_bytes);
    ASSERT_FALSE(status.ok());
    EXPECT_THAT(status.error().message, HasSubstr(" are damaged (Read error"));
  }
}

}  // namespace
}  // namespace platerip::test
