#include "rip/strips/ink_use.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "tests/seed.h"

namespace platerip::rip {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

TEST(TotalInk, IsTheSumOfAllInksOfAPixel) {
  auto cyan = bytes({255, 0, 255, /* padding */ 99});
  auto black = bytes({255, 0, 0, 99});
  const std::vector<separation::Plane> planes{{cyan.data(), 4}, {black.data(), 4}};
  TotalInk total;
  total.add(planes, 8, 3, 1);
  EXPECT_DOUBLE_EQ(total.max_percent(), 200);
  EXPECT_DOUBLE_EQ(total.mean_percent(), 100);
}

TEST(TotalInk, CountsEveryPixelOfAWideRow) {
  for (const int width : {1023, 1024, 1025, 5000}) {
    std::vector<std::byte> ink(static_cast<std::size_t>(width), std::byte{51});
    ink.back() = std::byte{255};
    const std::vector<separation::Plane> planes{{ink.data(), width}, {ink.data(), width}};
    TotalInk total;
    total.add(planes, 8, width, 1);
    EXPECT_DOUBLE_EQ(total.max_percent(), 200) << width;
    EXPECT_NEAR(total.mean_percent(), 40 + 160.0 / width, 1e-9) << width;
  }
}

template <typename Sample>
void expect_counted(std::size_t inks, std::int64_t width, Sample least, std::mt19937& random) {
  constexpr Sample solid = std::numeric_limits<Sample>::max();
  std::uniform_int_distribution<std::uint32_t> sample(least, solid);
  std::vector<std::vector<Sample>> samples(inks, std::vector<Sample>(static_cast<std::size_t>(width)));
  std::vector<separation::Plane> planes;
  for (auto& plane : samples) {
    for (Sample& s : plane) s = static_cast<Sample>(sample(random));
    planes.push_back({reinterpret_cast<std::byte*>(plane.data()), 0});
  }
  double sum = 0, most = 0;
  for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
    double total = 0;
    for (const auto& plane : samples) total += plane[x];
    sum += total;
    most = std::max(most, total);
  }
  TotalInk total;
  total.add(planes, 8 * sizeof(Sample), width, 1);
  EXPECT_NEAR(total.mean_percent(), 100 * sum / static_cast<double>(width) / solid, 1e-9) << inks << " inks, " << width;
  EXPECT_NEAR(total.max_percent(), 100 * most / solid, 1e-9) << inks << " inks, " << width;
}

TEST(TotalInk, CountsAnyNumberOfPixelsAndInks) {
  std::mt19937 random(test_seed());
  for (const std::size_t inks : {1, 3, 4, 8})
    for (std::int64_t width = 1; width < 20000; width += width < 130 ? 1 : 1999)
      for (const bool solid : {false, true}) {
        expect_counted<std::uint8_t>(inks, width, solid ? 255 : 0, random);
        expect_counted<std::uint16_t>(inks, width, solid ? 65535 : 0, random);
      }
}

TEST(TotalInk, CountsSixteenBitsAndMerges) {
  std::vector<std::uint16_t> samples{65535, 0};
  const std::vector<separation::Plane> planes{{reinterpret_cast<std::byte*>(samples.data()), 4}};
  TotalInk first;
  first.add(planes, 16, 2, 1);
  TotalInk all;
  all.merge(first);
  all.merge(TotalInk());
  EXPECT_DOUBLE_EQ(all.max_percent(), 100);
  EXPECT_DOUBLE_EQ(all.mean_percent(), 50);
}

TEST(TotalInk, OfNothingIsZero) {
  EXPECT_EQ(TotalInk().mean_percent(), 0);
  EXPECT_EQ(TotalInk().max_percent(), 0);
}

TEST(SumOfLevels, CountsEveryPixelOfEveryDepth) {
  for (const int levels : {2, 3, 4, 16}) {
    const int bits = halftone::plate_bits(levels);
    for (const std::int64_t width : {1, 7, 8, 63, 64, 65, 200}) {
      const std::int64_t row_bytes = halftone::plate_row_bytes(width, levels);
      const std::int64_t stride = row_bytes + 3;
      std::vector<std::byte> pixels(static_cast<std::size_t>(2 * stride), std::byte{0xFF});
      halftone::PlaneSettings uneven;
      for (int level = 0; level < levels; ++level) uneven.drops.amounts.push_back(level * level);
      std::uint64_t expected = 0, expected_uneven = 0;
      for (std::int64_t y = 0; y < 2; ++y) {
        std::memset(pixels.data() + y * stride, 0, static_cast<std::size_t>(row_bytes));
        for (std::int64_t x = 0; x < width; ++x) {
          const auto level = static_cast<unsigned>((x * 7 + y) % levels);
          expected += level;
          expected_uneven += level * level;
          const auto shift = static_cast<unsigned>(8 - bits - x * bits % 8);
          pixels[static_cast<std::size_t>(y * stride + x * bits / 8)] |= static_cast<std::byte>(level << shift);
        }
      }
      const halftone::Plate plate{pixels.data(), stride};
      EXPECT_EQ(sum_of_levels(plate, LevelInk({}, levels), width, 2), expected) << levels << ' ' << width;
      EXPECT_EQ(sum_of_levels(plate, LevelInk(uneven, levels), width, 2), expected_uneven) << levels << ' ' << width;
    }
  }
}

}  // namespace
}  // namespace platerip::rip
