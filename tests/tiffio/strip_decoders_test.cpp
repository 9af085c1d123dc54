// What decodes LZW and Deflate beside libtiff: every byte is the same, in pieces of any size, and damage does no harm.
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/seed.h"
#include "tests/tiffio/stored_pieces.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"
#include "tiffio/pages/inflater.h"
#include "tiffio/pages/lzw_decoder.h"
#include "tiffio/plates/lzw_encoder.h"

namespace platerip::test {
namespace {

using tiffio::StripDecoder;
using tiffio::StripEnd;
using Bytes = std::vector<std::byte>;
using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

struct Codec {
  std::string name;
  std::uint16_t scheme;
};

class StripDecoders : public testing::TestWithParam<Codec> {
 protected:
  Bytes encoded_by_libtiff(Bytes data) const {
    TIFFWriteEncodedStrip(begin(data.size()).get(), 0, data.data(), static_cast<tmsize_t>(data.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    Bytes strip(TIFFGetStrileByteCount(tiff.get(), 0));
    TIFFReadRawStrip(tiff.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    return strip;
  }

  /// Nothing if libtiff refuses the strip.
  Bytes decoded_by_libtiff(Bytes strip, std::size_t bytes) const {
    TIFFWriteRawStrip(begin(bytes).get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
    Bytes data(bytes);
    if (TIFFReadEncodedStrip(tiff.get(), 0, data.data(), -1) != static_cast<tmsize_t>(bytes)) data.clear();
    return data;
  }

  /// Nothing if the decoder refuses the strip, of which it gets `stored_piece` bytes at a time.
  Bytes decoded(const Bytes& strip, std::size_t bytes, std::size_t piece, std::size_t stored_piece = 1 << 20) {
    stored_.emplace(strip, stored_piece);
    decoder_->begin(*stored_);
    Bytes data(bytes);
    for (std::size_t at = 0; at < bytes; at += piece) {
      if (!decoder_->decode(std::span(data).subspan(at, std::min(piece, bytes - at)))) return {};
    }
    return data;
  }

  /// Runs that grow long, noise that fills the tables, and a pattern.
  Bytes mixed(std::size_t bytes) {
    Bytes data(bytes);
    for (std::size_t at = 0; at < bytes;) {
      const std::size_t end = std::min(bytes, at + 1 + random_() % 9000);
      const unsigned values = 1U << random_() % 9;
      for (; at < end; ++at) data[at] = static_cast<std::byte>(random_() % values);
    }
    return data;
  }

  std::mt19937 random_{test_seed()};
  const std::unique_ptr<StripDecoder> decoder_ = make_decoder();

 private:
  static std::unique_ptr<StripDecoder> make_decoder() {
    if (GetParam().scheme == COMPRESSION_LZW) return std::make_unique<tiffio::LzwDecoder>();
    return std::make_unique<tiffio::Inflater>();
  }

  /// A gray page of one row.
  Tiff begin(std::size_t bytes) const {
    Tiff tiff(TIFFOpen(path_.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(bytes));
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, GetParam().scheme);
    return tiff;
  }

  std::optional<StoredPieces> stored_;
  const TempFolder folder_;
  const std::string path_ = folder_.file("strip.tif");
};

TEST_P(StripDecoders, GiveEveryByteInPiecesOfAnySize) {
  for (const std::size_t bytes : {1, 2, 3, 8, 9, 255, 256, 4000, 100'000}) {
    const Bytes data = mixed(bytes);
    const Bytes strip = encoded_by_libtiff(data);
    for (const std::size_t piece : {1, 7, 8, 9, 100, 5000, 100'000})
      EXPECT_TRUE(decoded(strip, bytes, piece) == data) << bytes << " bytes, " << piece << " at a time";
  }
}

TEST_P(StripDecoders, TakeTheStripInPiecesOfAnySize) {
  const Bytes data = mixed(100'000);
  const Bytes strip = encoded_by_libtiff(data);
  for (const std::size_t stored_piece : {2, 3, 7, 8, 100, 8192, 65'536}) {
    EXPECT_TRUE(decoded(strip, data.size(), 5000, stored_piece) == data) << stored_piece << " at a time";
    EXPECT_EQ(decoder_->end(), StripEnd::right) << stored_piece << " at a time";
  }
}

TEST_P(StripDecoders, GiveTheFirstBytesOfAStripThatHasMore) {
  const Bytes data = mixed(20'000);
  const Bytes strip = encoded_by_libtiff(data);
  for (std::size_t bytes = 1; bytes < data.size(); bytes += 997) {
    EXPECT_TRUE(decoded(strip, bytes, 512) == Bytes(data.begin(), data.begin() + bytes)) << bytes;
    EXPECT_EQ(decoder_->end(), GetParam().scheme == COMPRESSION_LZW ? StripEnd::right : StripEnd::unknown) << bytes;
  }
}

TEST_P(StripDecoders, RefuseStripsThatEndTooEarly) {
  const Bytes data = mixed(5000);
  const Bytes strip = encoded_by_libtiff(data);
  for (std::size_t length = 0; length + 8 < strip.size(); length += 1 + length / 20)
    EXPECT_TRUE(decoded({strip.begin(), strip.begin() + length}, data.size(), 512).empty()) << length;
}

// The decoder may refuse what libtiff takes, which is then asked.
TEST_P(StripDecoders, TakeNothingOfDamagedStripsThatLibtiffDoesNot) {
  TIFFErrorHandler const errors = TIFFSetErrorHandler(nullptr);
  TIFFErrorHandler const warnings = TIFFSetWarningHandler(nullptr);
  const Bytes data = mixed(12'000);
  const Bytes strip = encoded_by_libtiff(data);
  for (int round = 0; round < 300; ++round) {
    Bytes damaged = strip;
    for (auto hits = 1 + random_() % 3; hits > 0; --hits)
      damaged[random_() % damaged.size()] ^= static_cast<std::byte>(1U << random_() % 8);
    const Bytes taken = decoded(damaged, data.size(), 700, 2 + random_() % 1000);
    if (taken.empty() || decoder_->end() != StripEnd::right) continue;
    EXPECT_TRUE(taken == decoded_by_libtiff(damaged, data.size())) << "round " << round;
  }
  TIFFSetErrorHandler(errors);
  TIFFSetWarningHandler(warnings);
}

INSTANTIATE_TEST_SUITE_P(Codecs, StripDecoders,
                         testing::Values(Codec{"lzw", COMPRESSION_LZW}, Codec{"deflate", COMPRESSION_ADOBE_DEFLATE}),
                         [](const auto& test) { return test.param.name; });

// Its codes become longer, and its table is cleared, at other places than libtiff's.
TEST(LzwDecoding, OfWhatTheEncoderOfPlatesWrites) {
  std::mt19937 random(test_seed());
  tiffio::LzwEncoder encoder;
  tiffio::LzwDecoder decoder;
  for (std::size_t bytes = 1; bytes < 20'000; bytes += 1 + bytes / 30) {
    Bytes data(bytes);
    const unsigned values = 1U << random() % 9;
    for (std::byte& byte : data) byte = static_cast<std::byte>(random() % values);
    Bytes strip(tiffio::LzwEncoder::most_bytes(bytes));
    strip.resize(encoder.encode(data, strip));
    StoredPieces stored(strip, strip.size());
    decoder.begin(stored);
    Bytes decoded(bytes);
    ASSERT_TRUE(decoder.decode(decoded));
    EXPECT_TRUE(decoded == data) << bytes << " bytes of " << values << " values";
  }
}

// The data are read in several pieces. The only strip of a large page is decoded row by row, or many rows at once.
TEST(LongStrips, GiveEveryPixelHoweverTheyAreRead) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  for (const std::uint16_t codec : {std::uint16_t{COMPRESSION_LZW}, std::uint16_t{COMPRESSION_ADOBE_DEFLATE}}) {
    for (const std::uint32_t rows : {100U, 750U}) {
      const PageSpec spec = {.width = 2000,
                             .height = 750,
                             .compression = codec,
                             .predictor = PREDICTOR_HORIZONTAL,
                             .rows_per_strip = rows};
      write_page(path, spec);
      for (const int padding : {0, 5}) {
        const auto page = read_page(path, {.chunk = -1, .padding = padding, .seed = test_seed()});
        ASSERT_TRUE(page.ok()) << page.error().message;
        EXPECT_TRUE(page->pixels == expected_pixels(spec)) << codec << ", strips of " << rows << " rows";
      }
    }
  }
}

TEST(Deflate, WithAWrongChecksumIsRefusedHoweverItIsRead) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  for (const std::uint32_t rows : {4U, 64U}) {
    write_page(path, {.width = 2000, .height = 64, .compression = COMPRESSION_ADOBE_DEFLATE, .rows_per_strip = rows});
    Bytes file = read_file(path);
    {
      const Tiff tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
      const std::uint32_t last = TIFFNumberOfStrips(tiff.get()) - 1;
      file[TIFFGetStrileOffset(tiff.get(), last) + TIFFGetStrileByteCount(tiff.get(), last) - 1] ^= std::byte{1};
    }
    write_file(path, file);
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{64} << 20}) {
      const auto page = read_page(path, {.memory = memory});
      ASSERT_FALSE(page.ok());
      EXPECT_NE(page.error().message.find("checksum"), std::string::npos) << page.error().message;
    }
  }
}

}  // namespace
}  // namespace platerip::test
