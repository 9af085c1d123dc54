#include "rip/strips/strip_plan.h"

#include <gtest/gtest.h>

#include <limits>

namespace platerip::rip {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

// A page from 8-bit RGB to four plates. A part of its workspace grows with the strip.
PageBytes rgb_page(std::int64_t width, std::int64_t fixed = 0) {
  return {.row = {3 * width, 4 * width, width / 2 + 4},
          .workspace = [width](std::int64_t rows) { return 4096 + rows * width; },
          .fixed = fixed};
}

std::size_t bytes(const StripPlan& plan, const PageBytes& page) {
  const std::int64_t rows = (page.row.pixels + page.row.planes + page.row.plates) * plan.rows;
  return static_cast<std::size_t>((rows + page.workspace(plan.rows)) * plan.in_flight + page.fixed);
}

TEST(StripPlan, StaysWithinTheMemoryForAnyPage) {
  for (const std::int64_t width : {1, 100, 8192, 40000, 1000000}) {
    for (const std::int64_t height : {1, 50, 100000}) {
      for (const int threads : {1, 2, 64}) {
        const PageBytes page = rgb_page(width, 20 * mib);
        const auto plan = plan_strips(height, page, strips_for_cores(threads, false), 128 * mib, std::nullopt);
        if (!plan.ok()) {
          EXPECT_GT(bytes({1, 4}, page), 64 * mib) << width;
          continue;
        }
        EXPECT_LE(bytes(*plan, page), 64 * mib);
        EXPECT_GE(plan->rows, 1);
        EXPECT_LE(plan->rows, height);
        EXPECT_GE(plan->in_flight, 4);
        EXPECT_LE(plan->in_flight, threads + 3);
      }
    }
  }
}

TEST(StripPlan, LendsStripsTheMemoryThatIsNeededAfterThem) {
  PageBytes page = rgb_page(10000);
  const auto without = plan_strips(1000, page, strips_for_cores(2, false), 128 * mib, std::nullopt);
  ASSERT_TRUE(without.ok());
  page.after = 40 * mib;
  const auto with = plan_strips(1000, page, strips_for_cores(2, false), 128 * mib, std::nullopt);
  ASSERT_TRUE(with.ok());
  EXPECT_EQ(with->rows, without->rows);
  page.fixed = 30 * mib;
  EXPECT_FALSE(plan_strips(1000, page, strips_for_cores(2, false), 128 * mib, std::nullopt).ok());
}

TEST(StripPlan, TakesTheWishForRowsAsFarAsMemoryAllows) {
  const PageBytes page = rgb_page(10000);
  EXPECT_EQ(plan_strips(5000, page, strips_for_cores(2, false), 128 * mib, 7)->rows, 7);
  EXPECT_EQ(plan_strips(5000, page, strips_for_cores(2, false), 128 * mib, 1)->rows, 1);
  const auto most = plan_strips(1000000, page, strips_for_cores(2, false), 128 * mib, 1000000);
  EXPECT_LE(bytes(*most, page), 64 * mib);
  EXPECT_GT(bytes({most->rows + 1, most->in_flight}, page), 64 * mib);
}

TEST(StripPlan, TakesFewerStripsBeforeTheyGetLow) {
  const auto plan_of = [](std::int64_t width, int threads) {
    return *plan_strips(50000, rgb_page(width), strips_for_cores(threads, false), 128 * mib, std::nullopt);
  };
  EXPECT_EQ(plan_of(8192, 2).in_flight, 5);
  EXPECT_EQ(plan_of(8192, 2).rows, 64);

  const StripPlan wide = plan_of(40000, 16);
  EXPECT_GE(wide.rows, 24);
  EXPECT_LT(wide.in_flight, 19);
  EXPECT_GT(bytes({24, wide.in_flight + 1}, rgb_page(40000)), 64 * mib) << "one more would fit";

  const StripPlan widest = plan_of(1000000, 16);
  EXPECT_EQ(widest.in_flight, 4);
  EXPECT_LT(widest.rows, 24);
}

TEST(StripPlan, GivesTwoThreadsAnInkOfAStripIfThatPays) {
  const auto rows_of = [](int threads, bool tones, std::size_t memory) {
    return plan_strips(50000, rgb_page(16384), strips_for_cores(threads, tones), memory, std::nullopt)->rows;
  };
  EXPECT_EQ(rows_of(16, true, 1024 * mib), 128);
  EXPECT_EQ(rows_of(16, false, 1024 * mib), 64);
  EXPECT_EQ(rows_of(8, true, 1024 * mib), 64);
  EXPECT_EQ(rows_of(16, true, 128 * mib), rows_of(16, false, 128 * mib)) << "full bands first";
}

TEST(StripPlan, GivesFullStripsOrSaysWhatTheyNeed) {
  StripWish full = strips_for_cores(16, false);
  full.full = true;
  const PageBytes page = rgb_page(40000);
  const auto fewer = plan_strips(5000, page, full, 128 * mib, 48);
  ASSERT_TRUE(fewer.ok());
  EXPECT_EQ(fewer->rows, 48);
  EXPECT_LT(fewer->in_flight, 19);
  const auto refused = plan_strips(5000, page, full, 128 * mib, 200);
  ASSERT_FALSE(refused.ok());
  const std::size_t enough = *memory_advised(refused.error());
  EXPECT_EQ(plan_strips(5000, page, full, enough, 200)->rows, 200);
  EXPECT_FALSE(plan_strips(5000, page, full, enough - 2 * mib, 200).ok());
  EXPECT_EQ(plan_strips(30, page, full, 128 * mib, 48)->rows, 30) << "the page is lower";
}

TEST(StripPlan, LetsStripsBeAsLowAsIsWished) {
  EXPECT_EQ(plan_strips(5000, rgb_page(10000), strips_for_cores(16, false), 128 * mib, 7)->in_flight, 19);
}

TEST(StripPlan, TakesWhatTheReaderLeaves) {
  for (const std::size_t memory : {8 * mib, 128 * mib, 1024 * mib}) {
    for (const std::size_t reader : {memory / 128, memory / 4, memory / 2}) {
      PageBytes page = rgb_page(10000);
      const auto plan_of = [&](std::optional<std::int64_t> most_rows) {
        return plan_strips(1000000, page, {.in_flight = 4, .rows = 1000000}, memory, most_rows);
      };
      const auto halves = plan_of(1000000);
      page.reader = reader;
      page.takes_rest = true;
      const auto most = plan_of(1000000);
      ASSERT_TRUE(halves.ok()) << halves.error().message;
      ASSERT_TRUE(most.ok()) << most.error().message;
      EXPECT_LE(bytes(*halves, page), memory / 2);
      EXPECT_GT(bytes({halves->rows + 1, 4}, page), memory / 2);
      EXPECT_LE(bytes(*most, page), memory - reader) << reader << " bytes are the reader's";
      EXPECT_GT(bytes({most->rows + 1, 4}, page), memory - reader) << "a row more would not fit";
    }
  }
}

TEST(StripPlan, HasRoomForThePixelsOfStripsWhosePlatesComeLater) {
  const StripWish wish{.in_flight = 4, .rows = 128, .least_rows = 1, .slant = {.rows = 256, .stripe_rows = 32}};
  for (const std::size_t memory : {8 * mib, 32 * mib, 128 * mib, 1024 * mib}) {
    const PageBytes page = rgb_page(16384);
    const auto plan = plan_strips(100000, page, wish, memory, std::nullopt);
    if (!plan.ok()) continue;
    EXPECT_EQ(plan->behind,
              (256 + std::max<std::int64_t>(plan->rows, 32) - 1) / std::max<std::int64_t>(plan->rows, 32));
    EXPECT_EQ(plan->buffers(), 4 + plan->behind);
    EXPECT_LE(bytes({plan->rows, plan->buffers()}, page), memory / 2);
  }
  EXPECT_EQ(plan_strips(100000, rgb_page(1000), wish, 128 * mib, std::nullopt)->rows, 128);
}

TEST(StripPlan, HasRoomForTheRowsThatASearchHoldsBack) {
  const PageBytes page = rgb_page(900);
  StripWish wish = strips_for_cores(2, false);
  for (wish.held_rows = 108; wish.held_rows < 1200; wish.held_rows += 64) {
    for (std::size_t memory = mib; memory < 128 * mib; memory += mib / 8) {
      const auto plan = plan_strips(100000, page, wish, memory, std::nullopt);
      if (!plan.ok()) continue;
      EXPECT_GE(plan->held * plan->rows, wish.held_rows);
      EXPECT_LE(bytes({plan->rows, plan->buffers()}, page), memory / 2) << wish.held_rows << " rows are held back";
    }
  }
}

TEST(StripPlan, TakesAnyAmountOfMemory) {
  const PageBytes page = rgb_page(8192);
  const auto plan = plan_strips(5000, page, strips_for_cores(2, false), std::numeric_limits<std::size_t>::max(), 5000);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->rows, 5000);
}

TEST(StripPlan, SaysHowMuchMemoryWouldDo) {
  for (const std::int64_t fixed : {std::int64_t{0}, std::int64_t{100 * mib}}) {
    const PageBytes page = rgb_page(10'000'000, fixed);
    const auto plan = plan_strips(10, page, strips_for_cores(2, false), 128 * mib, std::nullopt);
    ASSERT_FALSE(plan.ok());
    const std::vector<Advice>& ways_out = plan.error().advice;
    ASSERT_EQ(ways_out.size(), 1u);
    EXPECT_EQ(ways_out[0].action, Advice::Action::give_at_least);
    EXPECT_EQ(ways_out[0].setting, "memory");
    const auto enough = static_cast<std::size_t>(std::stoll(ways_out[0].value));
    EXPECT_TRUE(plan_strips(10, page, strips_for_cores(2, false), enough * mib, std::nullopt).ok()) << enough;
    EXPECT_FALSE(plan_strips(10, page, strips_for_cores(2, false), (enough - 2) * mib, std::nullopt).ok()) << enough;
  }
}

}  // namespace
}  // namespace platerip::rip
