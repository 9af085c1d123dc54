// Parts of pixels are copied byte by byte, whatever their sizes and wherever they lie.
#include "separation/simd/pixel_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/simd.h"
#include "tests/seed.h"

namespace platerip::separation::simd {
namespace {

TEST(PixelPart, HasTheBytesOfEveryPixelAndNoOthers) {
  choose_simd();
  std::mt19937 random(test_seed());
  const auto any = [&](int from, int to) { return from + static_cast<int>(random() % unsigned(to - from + 1)); };
  for (int trial = 0; trial < 2000; ++trial) {
    const int pixel = any(1, 40), bytes = any(1, pixel), first = any(0, pixel - bytes), count = any(0, 100);
    const std::size_t unaligned = random() % 16;
    std::vector<std::byte> pixels(unaligned + static_cast<std::size_t>(count * pixel));
    std::ranges::generate(pixels, [&] { return static_cast<std::byte>(random()); });
    std::vector<std::byte> expected(unaligned, std::byte{1});
    for (int i = 0; i < count; ++i) {
      const auto at = pixels.begin() + static_cast<std::ptrdiff_t>(unaligned) + i * pixel + first;
      expected.insert(expected.end(), at, at + bytes);
    }
    expected.resize(expected.size() + 16, std::byte{1});
    std::vector<std::byte> copied(expected.size(), std::byte{1});
    PixelPart(pixel, first, bytes).copy(pixels.data() + unaligned, count, copied.data() + unaligned);
    ASSERT_EQ(copied, expected) << bytes << " bytes from " << first << " of " << pixel << ", " << count << " pixels";
  }
}

}  // namespace
}  // namespace platerip::separation::simd
