// Strips in Deflate: zlib decodes them, they never take more bytes than is said, and nothing but the data changes them.
#include "tiffio/plates/deflate_encoder.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <random>
#include <vector>

#include "tests/seed.h"

namespace platerip::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes encoded(const Bytes& data) {
  constexpr std::byte untouched{0xa5};
  const std::size_t most = tiffio::most_deflate_bytes(data.size());
  Bytes strip(most + 1, untouched);
  const std::size_t bytes = tiffio::encode_deflate(data, std::span(strip).first(most));
  EXPECT_LE(bytes, most);
  EXPECT_EQ(strip.back(), untouched);
  strip.resize(bytes);
  return strip;
}

Bytes decoded_by_zlib(const Bytes& strip, std::size_t bytes) {
  Bytes data(bytes);
  uLongf got = bytes;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(data.data()), &got, reinterpret_cast<const Bytef*>(strip.data()),
                       strip.size()),
            Z_OK);
  EXPECT_EQ(got, bytes);
  return data;
}

// Each bit is set with this probability.
Bytes dots(std::size_t count, double share, std::mt19937& random) {
  Bytes bytes(count);
  std::bernoulli_distribution is_set(share);
  for (std::byte& byte : bytes)
    for (int bit = 0; bit < 8; ++bit) byte = byte << 1 | std::byte{is_set(random)};
  return bytes;
}

// Of dots at a half, which nothing makes smaller, strips grow most.
TEST(DeflateEncoder, KeepsDotsOfAnyNumber) {
  std::mt19937 random(test_seed());
  for (const double share : {0.0, 0.01, 0.1, 0.5, 1.0})
    for (const std::size_t count : {1, 2, 100, 16'383, 65'535, 65'536, 278'528}) {
      const Bytes data = dots(count, share, random);
      ASSERT_EQ(decoded_by_zlib(encoded(data), count), data) << count << " bytes, " << share;
    }
}

TEST(DeflateEncoder, SavesWhatRepeats) {
  std::mt19937 random(test_seed());
  Bytes data = dots(750, 0.5, random);
  for (int row = 0; row < 8; ++row) data.insert(data.end(), data.begin(), data.end());
  EXPECT_LT(encoded(data).size(), data.size() / 10);
}

// The next encoder gets the memory that was freed last.
TEST(DeflateEncoder, DoesNotDependOnWhatWasInItsMemory) {
  std::mt19937 random(test_seed());
  const Bytes data = dots(24'064, 0.1, random);
  const Bytes expected = encoded(data);
  for (int i = 0; i < 50; ++i) {
    std::vector<std::uint32_t> memory(tiffio::deflate_heap_bytes() / sizeof(std::uint32_t));
    for (std::uint32_t& word : memory) word = static_cast<std::uint32_t>(random() & random());
    std::vector<std::uint32_t>().swap(memory);
    ASSERT_EQ(encoded(data), expected) << i;
  }
}

}  // namespace
}  // namespace platerip::test
