#include "rip/strip_plan.h"

#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

std::size_t bytes(const StripPlan& plan, const RowBytes& row) {
  return static_cast<std::size_t>((row.pixels + row.planes + row.plates) * plan.rows * plan.in_flight);
}

TEST(StripPlan, StaysWithinTheMemoryForAnyPage) {
  for (const std::int64_t width : {1, 100, 8192, 40000, 1000000}) {
    for (const std::int64_t height : {1, 50, 100000}) {
      for (const int threads : {1, 2, 64}) {
        const RowBytes row{3 * width, 4 * width, width / 2 + 4};
        const auto plan = plan_strips(height, row, threads, 64 * mib, std::nullopt);
        if (!plan.ok()) {
          EXPECT_GT((3 * width + 4 * width + width / 2) * threads, 32 * static_cast<std::int64_t>(mib)) << width;
          continue;
        }
        EXPECT_LE(bytes(*plan, row), 64 * mib);
        EXPECT_GE(plan->rows, 1);
        EXPECT_LE(plan->rows, height);
        EXPECT_GE(plan->in_flight, threads);
      }
    }
  }
}

TEST(StripPlan, TakesTheWishForRowsAsFarAsMemoryAllows) {
  const RowBytes row{30000, 40000, 5000};
  EXPECT_EQ(plan_strips(5000, row, 2, 64 * mib, 7)->rows, 7);
  EXPECT_EQ(plan_strips(5000, row, 2, 64 * mib, 1)->rows, 1);
  const auto most = plan_strips(1000000, row, 2, 64 * mib, 1000000);
  EXPECT_LE(bytes(*most, row), 64 * mib);
}

TEST(StripPlan, SaysWhatToDoWhenNotEvenOneRowFits) {
  const auto plan = plan_strips(10, {1 << 30, 1 << 30, 1 << 28}, 2, 64 * mib, std::nullopt);
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.error().message.find("--memory"), std::string::npos);
}

}  // namespace
}  // namespace platerip::rip
