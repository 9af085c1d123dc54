// Checksums of zlib's format, with every instruction set.
#include "tiffio/pages/adler.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <vector>

#include "base/simd.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

using Bytes = std::vector<std::byte>;

void expect_checksums(const Bytes& bytes) {
  const auto data = std::span(bytes);
  for (std::size_t count = 0; count <= bytes.size(); count += 1 + count / 7) {
    const auto expected = ::adler32(1, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(count));
    EXPECT_EQ(tiffio::next_adler(tiffio::first_adler, data.first(count)), expected) << count << " bytes";
    const std::uint32_t before = tiffio::next_adler(tiffio::first_adler, data.first(count / 3));
    EXPECT_EQ(tiffio::next_adler(before, data.first(count).subspan(count / 3)), expected) << count << " bytes in two";
  }
}

TEST(Adler, IsZlibs) {
  std::mt19937 random(test_seed());
  Bytes noise(200'000);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
  const Bytes largest_sums(200'000, std::byte{255});
  std::vector<std::int64_t> targets = simd_here();
  targets.push_back(0);
  for (const std::int64_t target : targets) {
    use_simd(target);
    expect_checksums(noise);
    expect_checksums(largest_sums);
  }
}

}  // namespace
}  // namespace platerip::test
