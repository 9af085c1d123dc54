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

Row random_row(std::mt19937& random, std::size_t bytes) {
  Row row(bytes);
  const unsigned values = 1U << random() % 9;  // few of them are often equal
  for (std::byte& byte : row) byte = static_cast<std::byte>(random() % values);
  return row;
}

TEST(PngFilters, GiveTheBytesOfTheFormulas) {
  std::mt19937 random(test_seed());
  for (const std::int64_t target : simd_here()) {
    use_simd(target);
    for (const std::size_t pixel_bytes : {1, 2, 3, 4, 6, 8}) {
      for (std::size_t pixels = 1; pixels < 200; pixels += 1 + pixels / 5) {
        const std::size_t bytes = pixels * pixel_bytes, count = 1 + random() % 12;
        const Row first_above = random_row(random, bytes);
        Row stored, expected, above = first_above;
        int filter = 0;
        for (std::size_t i = 0; i < count; ++i) {
          if (i % 6 == 0 || random() % 3 == 0) filter = static_cast<int>(random() % 5);  // some are often the same
          const Row filtered = random_row(random, bytes);
          above = expected_row(filter, filtered, above, bytes, pixel_bytes);
          stored.push_back(static_cast<std::byte>(filter));
          stored.insert(stored.end(), filtered.begin(), filtered.end());
          expected.insert(expected.end(), above.begin(), above.end());
        }
        Row rows(count * bytes);
        ASSERT_EQ(rip::undo_png_filters({stored.data(), count, bytes, pixel_bytes}, first_above.data(), rows.data()),
                  count);
        EXPECT_TRUE(rows == expected) << count << " rows of " << pixels << " pixels of " << pixel_bytes << " bytes";
      }
    }
  }
  use_simd(0);
}

TEST(PngFilters, AreFive) {
  for (const int filter : {5, 255}) {
    const Row stored = {std::byte{3}, std::byte{1}, static_cast<std::byte>(filter), std::byte{1}};
    Row above(1), rows(2);
    EXPECT_EQ(rip::undo_png_filters({stored.data(), 2, 1, 1}, above.data(), rows.data()), 1u);
  }
}

}  // namespace
}  // namespace platerip::test
