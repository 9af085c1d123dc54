// The filters of PNGs, against the formulas of ISO/IEC 15948, 9.2, byte by byte.
#include "rip/pages/pictures/png_filters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "base/simd.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

using Row = std::vector<std::byte>;

int paeth_predictor(int a, int b, int c) {
  const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

Row expected_row(int filter, const Row& filtered, const Row& above, std::size_t bytes, std::size_t pixel_bytes) {
  Row row(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    const int a = i < pixel_bytes ? 0 : std::to_integer<int>(row[i - pixel_bytes]);
    const int b = std::to_integer<int>(above[i]);
    const int c = i < pixel_bytes ? 0 : std::to_integer<int>(above[i - pixel_bytes]);
    const std::vector<int> predicted = {0, a, b, (a + b) / 2, paeth_predictor(a, b, c)};
    row[i] = static_cast<std::byte>(std::to_integer<int>(filtered[i]) + predicted[static_cast<std::size_t>(filter)]);
  }
  return row;
}

TEST(PngFilters, GiveTheBytesOfTheFormulas) {
  std::mt19937 random(test_seed());
  const auto random_row = [&random](std::size_t bytes) {
    Row row(bytes);
    const unsigned values = 1U << random() % 9;  // few of them are often equal
    for (std::byte& byte : row) byte = static_cast<std::byte>(random() % values);
    return row;
  };
  for (const std::int64_t target : simd_here()) {
    use_simd(target);
    for (const std::size_t pixel_bytes : {1, 2, 3, 4, 6, 8}) {
      for (std::size_t pixels = 1; pixels < 200; pixels += 1 + pixels / 5) {
        const std::size_t bytes = pixels * pixel_bytes;
        const Row filtered = random_row(bytes), above = random_row(bytes);
        for (int filter = 0; filter < 5; ++filter) {
          Row row(bytes);
          ASSERT_TRUE(rip::undo_png_filter(filter, filtered.data(), above.data(), bytes, pixel_bytes, row.data()));
          EXPECT_TRUE(row == expected_row(filter, filtered, above, bytes, pixel_bytes))
              << "filter " << filter << ", " << pixels << " pixels of " << pixel_bytes << " bytes";
        }
      }
    }
  }
  use_simd(0);
}

TEST(PngFilters, AreFive) {
  Row row(16);
  EXPECT_FALSE(rip::undo_png_filter(5, row.data(), row.data(), 1, 1, row.data()));
  EXPECT_FALSE(rip::undo_png_filter(255, row.data(), row.data(), 1, 1, row.data()));
}

}  // namespace
}  // namespace platerip::test
