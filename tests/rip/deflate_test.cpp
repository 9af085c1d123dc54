// Compressed rows, decompressed by zlib.
#include "rip/proofs/deflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/seed.h"

namespace platerip::rip {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes compressed(const Bytes& bytes, bool is_last) {
  Bytes out;
  add_deflated(bytes, is_last, out);
  return out;
}

// Of a stream of `size` bytes that ends where its data ends; else nothing.
Bytes decompressed(Bytes stream, std::size_t size) {
  Bytes bytes(size + 1);
  z_stream state{};
  inflateInit2(&state, -MAX_WBITS);
  state.next_in = stream.data();
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = bytes.data();
  state.avail_out = static_cast<uInt>(bytes.size());
  const int result = inflate(&state, Z_FINISH);
  bytes.resize(result == Z_STREAM_END && state.avail_in == 0 ? state.total_out : 0);
  inflateEnd(&state);
  return bytes;
}

// Small numbers are more frequent if `spread` is small.
Bytes noise(std::mt19937& random, std::size_t size, double spread) {
  std::exponential_distribution<double> sizes(1 / spread);
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(std::min(255.0, std::floor(sizes(random))));
  return bytes;
}

// Each byte is rarer by half than the one before, so that codes get as long as they may be.
Bytes halves() {
  Bytes bytes;
  for (std::uint8_t byte = 0; byte < 20; ++byte) bytes.insert(bytes.end(), std::size_t{1} << (19 - byte), byte);
  std::mt19937 random{test_seed()};
  std::ranges::shuffle(bytes, random);
  return bytes;
}

TEST(Deflated, IsDecompressedToTheSameBytes) {
  std::mt19937 random{test_seed()};
  std::vector<Bytes> all{{}, {7}, Bytes(100000, 7), halves()};
  for (const double spread : {0.3, 4.0, 1000.0}) all.push_back(noise(random, 100000, spread));
  for (std::size_t size = 2; size < 80; ++size) all.push_back(noise(random, size, 40));
  all.push_back(noise(random, 50000, 4));
  all.back().resize(100000);  // half of it is even
  for (const Bytes& bytes : all) EXPECT_EQ(decompressed(compressed(bytes, true), bytes.size()), bytes);
}

TEST(Deflated, JoinsPiecesInOneStream) {
  std::mt19937 random{test_seed()};
  const std::vector<Bytes> pieces{noise(random, 1000, 4), Bytes(1000, 3), noise(random, 999, 9), noise(random, 31, 2)};
  Bytes bytes, stream;
  for (const Bytes& piece : pieces) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    add_deflated(piece, &piece == &pieces.back(), stream);
  }
  EXPECT_EQ(decompressed(stream, bytes.size()), bytes);
}

TEST(Deflated, IsSmall) {
  std::mt19937 random{test_seed()};
  EXPECT_LT(compressed(Bytes(100000, 7), true).size(), 1000u);
  EXPECT_LT(compressed(noise(random, 100000, 1000), true).size(), 101000u);
  Bytes half = noise(random, 50000, 4);
  half.resize(100000);
  EXPECT_LT(compressed(half, true).size(), 27000u);
  EXPECT_LT(compressed(noise(random, 100000, 4), true).size(), 46000u);  // 3.4 bits each
  Bytes dots = noise(random, 24, 40);                                    // of a pattern
  for (std::size_t i = 24; i < 100000; ++i) dots.push_back(dots[i - 24]);
  EXPECT_LT(compressed(dots, true).size(), 2000u);
}

}  // namespace
}  // namespace platerip::rip
