// The total ink limit of one pixel.
#include "separation/ink_limit.h"
#include "tests/seed.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace platerip::separation {
namespace {

using Pixel = std::vector<std::uint8_t>;

Pixel limited(Pixel inks, InkLimit limit) {
  limit_inks(limit, std::span(inks));
  return inks;
}

TEST(InkLimit, LeavesWhatIsWithinIt) {
  EXPECT_EQ(limited({255, 255, 200, 55}, {765, 3}), (Pixel{255, 255, 200, 55}));
  EXPECT_EQ(limited({0, 0, 0, 0}, {255, 3}), (Pixel{0, 0, 0, 0}));
}

TEST(InkLimit, ReducesAllButBlackInProportion) {
  EXPECT_EQ(limited({200, 100, 50, 255}, {430, 3}), (Pixel{100, 50, 25, 255}));
  EXPECT_EQ(limited({255, 255, 255, 255}, {255, 3}), (Pixel{0, 0, 0, 255}));
  EXPECT_EQ(limited({255, 255, 255, 1}, {765, 3}), (Pixel{254, 254, 254, 1}));
}

TEST(InkLimit, KeepsBlackWhereverItIs) {
  EXPECT_EQ(limited({255, 200, 100, 50}, {430, 0}), (Pixel{255, 100, 50, 25}));
}

TEST(InkLimit, WithoutBlackReducesEveryInk) {
  EXPECT_EQ(limited({200, 100, 100}, {300, -1}), (Pixel{150, 75, 75}));
  EXPECT_EQ(limited({255, 255, 255}, {255, -1}), (Pixel{85, 85, 85}));
}

template <typename Sample>
void check_random_pixels() {
  std::mt19937 random(test_seed());
  constexpr std::uint64_t max = std::numeric_limits<Sample>::max();
  for (int round = 0; round < 200000; ++round) {
    const int n = 3 + static_cast<int>(random() % 6);
    const int black = static_cast<int>(random() % (n + 1)) - 1;
    const InkLimit limit{static_cast<std::uint32_t>(max + random() % (max * (n - 1) + 1)), black};
    std::vector<Sample> before(static_cast<std::size_t>(n));
    for (Sample& s : before) s = static_cast<Sample>(random() % 3 ? random() : max);
    std::vector<Sample> after = before;
    limit_inks(limit, std::span(after));

    const std::uint64_t sum_before = std::accumulate(before.begin(), before.end(), std::uint64_t{0});
    const std::uint64_t sum_after = std::accumulate(after.begin(), after.end(), std::uint64_t{0});
    ASSERT_LE(sum_after, limit.total);
    if (sum_before <= limit.total) {
      ASSERT_EQ(after, before);
      continue;
    }
    ASSERT_GT(sum_after + static_cast<std::uint64_t>(n), limit.total) << "no more than rounding is lost";
    if (black >= 0) {
      ASSERT_EQ(after[static_cast<std::size_t>(black)], before[static_cast<std::size_t>(black)]);
    }
    for (std::size_t i = 0; i < after.size(); ++i) ASSERT_LE(after[i], before[i]);
  }
}

TEST(InkLimit, HoldsForRandom8BitPixels) {
  check_random_pixels<std::uint8_t>();
}
TEST(InkLimit, HoldsForRandom16BitPixels) {
  check_random_pixels<std::uint16_t>();
}

}  // namespace
}  // namespace platerip::separation
