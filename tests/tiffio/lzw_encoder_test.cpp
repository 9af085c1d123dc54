// Bytes that the LZW encoder makes: libtiff decodes them, and would have made as few.
#include "tiffio/plates/lzw_encoder.h"

#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

using tiffio::LzwEncoder;
using Bytes = std::vector<std::byte>;

class LzwEncoding : public testing::Test {
 protected:
  using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

  /// A gray page of one row, which libtiff closes complete.
  Tiff begin(std::size_t bytes) const {
    Tiff tiff(TIFFOpen(path_.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(bytes));
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    return tiff;
  }

  std::size_t bytes_of_libtiff(Bytes data) const {
    TIFFWriteEncodedStrip(begin(data.size()).get(), 0, data.data(), static_cast<tmsize_t>(data.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    return static_cast<std::size_t>(TIFFGetStrileByteCount(tiff.get(), 0));
  }

  Bytes decoded_by_libtiff(Bytes strip, std::size_t bytes) const {
    TIFFWriteRawStrip(begin(bytes).get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    const Tiff tiff(TIFFOpen(path_.c_str(), "r"), TIFFClose);
    Bytes data(bytes);
    EXPECT_EQ(TIFFReadEncodedStrip(tiff.get(), 0, data.data(), -1), static_cast<tmsize_t>(bytes));
    return data;
  }

  Bytes encoded(const Bytes& data) {
    constexpr std::byte untouched{0xa5};
    const std::size_t most = LzwEncoder::most_bytes(data.size());
    Bytes strip(most + 1, untouched);
    const std::size_t bytes = encoder_.encode(data, std::span(strip).first(most));
    EXPECT_LE(bytes, most);
    EXPECT_EQ(strip.back(), untouched);
    strip.resize(bytes);
    return strip;
  }

  void expect_exact(const Bytes& data) {
    EXPECT_TRUE(decoded_by_libtiff(encoded(data), data.size()) == data) << data.size() << " bytes";
  }

  Bytes random_bytes(std::size_t count, unsigned values) {
    Bytes bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_() % values);
    return bytes;
  }

  /// Each bit is set with this probability.
  Bytes dots(std::size_t count, double share) {
    Bytes bytes(count);
    std::bernoulli_distribution is_set(share);
    for (std::byte& byte : bytes) {
      for (int bit = 0; bit < 8; ++bit) byte = byte << 1 | std::byte{is_set(random_)};
    }
    return bytes;
  }

  std::mt19937 random_{test_seed()};

 private:
  const TempFolder folder_;
  const std::string path_ = folder_.file("strip.tif");
  LzwEncoder encoder_;
};

// In random bytes nearly every byte takes a code, so codes become longer after 254, 766 and 1,790 bytes, and the table
// is full after 3,836. Data may end there.
TEST_F(LzwEncoding, OfDataThatEndAnywhere) {
  const Bytes data = random_bytes(8'000, 256);
  for (const auto& [first, last] : {std::pair{1, 300}, {760, 780}, {1'780, 1'810}, {3'830, 3'900}, {7'660, 7'760}}) {
    for (int count = first; count <= last; ++count) expect_exact({data.begin(), data.begin() + count});
  }
}

TEST_F(LzwEncoding, OfStringsThatRepeat) {
  for (const unsigned values : {1U, 2U, 3U, 17U})
    for (const std::size_t count : {1, 2, 3, 1'000, 50'000, 1'000'000}) expect_exact(random_bytes(count, values));
}

TEST_F(LzwEncoding, OfDotsTakesNoMoreBytesThanLibtiff) {
  for (const double share : {0.0, 0.01, 0.1, 0.5, 0.9, 1.0}) {
    const Bytes data = dots(278'528, share);
    expect_exact(data);
    const std::size_t of_libtiff = bytes_of_libtiff(data);
    EXPECT_LE(encoded(data).size(), of_libtiff + of_libtiff / 1000) << share;
  }
}

}  // namespace
}  // namespace platerip::test
