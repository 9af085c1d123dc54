// The memory of a page: it grows as the errors of its plan advise, and pages that have grown wait for each other.
#include "rip/resources/page_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "rip/resources/memory_share.h"

namespace platerip::rip {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// A plan that needs `needed` bytes.
Result<std::size_t> plan(std::size_t needed, std::size_t allowed) {
  if (allowed >= needed) return allowed;
  return Error{"it is too wide", ErrorCode::no_memory, {enough_memory(needed, 1)}};
}

bool fits(const PageMemory& memory, std::size_t needed) {
  return memory.within([needed](std::size_t allowed) { return plan(needed, allowed); }).ok();
}

TEST(PageMemory, GrowsToWhatIsAdvisedAndNoFurther) {
  const PageMemory memory({4 * mib, 100 * mib}, std::make_shared<RunMemory>());
  EXPECT_TRUE(fits(memory, 4 * mib));
  EXPECT_EQ(memory.growth(), "");
  EXPECT_TRUE(fits(memory, 30 * mib - 5));
  EXPECT_EQ(memory.bytes(), 30 * mib);
  EXPECT_EQ(memory.usual(), 4 * mib);
  EXPECT_EQ(memory.growth(), "memory: grown to 30 MiB because it is too wide");
  EXPECT_FALSE(fits(memory, 101 * mib));
  EXPECT_EQ(memory.bytes(), 30 * mib);
}

TEST(PageMemory, ThatSomebodyHasLimitedNeverGrows) {
  const PageMemory memory(4 * mib);
  EXPECT_FALSE(fits(memory, 5 * mib));
  EXPECT_EQ(memory.bytes(), 4 * mib);
}

TEST(PageMemory, DoesNotGrowForOtherErrors) {
  const PageMemory memory({4 * mib, 100 * mib}, nullptr);
  const std::vector<Error> others = {{"broken"},
                                     {"wide", ErrorCode::no_memory},
                                     {"wide", ErrorCode::no_memory, {{Advice::Action::give_larger, "memory"}}},
                                     {"wide", ErrorCode::no_space, {enough_memory(5 * mib, 1)}}};
  for (const Error& error : others)
    EXPECT_FALSE(memory.within([&error](std::size_t) -> Result<int> { return error; }).ok());
  EXPECT_EQ(memory.bytes(), 4 * mib);
}

TEST(PageMemory, StaysAsItIsWhenItIsSettled) {
  PageMemory memory({4 * mib, 100 * mib}, nullptr);
  EXPECT_TRUE(fits(memory, 8 * mib));
  memory.settle();
  EXPECT_FALSE(fits(memory, 9 * mib));
  EXPECT_TRUE(fits(memory, 8 * mib));
}

TEST(PageMemory, OfAllPagesTogetherStaysWithinTheMost) {
  const auto run = std::make_shared<RunMemory>();
  const MemoryRange range(10 * mib, 100 * mib);
  auto first = std::make_unique<PageMemory>(range, run);
  EXPECT_TRUE(fits(*first, 60 * mib));
  const PageMemory second(range, run);
  EXPECT_TRUE(fits(second, 40 * mib)) << "both fit";
  std::atomic<bool> has_ended = false;
  auto grows = std::async(std::launch::async, [&] {
    const PageMemory third(range, run);
    const bool grown = fits(third, 50 * mib);
    return grown && has_ended;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  has_ended = true;
  first.reset();
  EXPECT_TRUE(grows.get()) << "it has not waited for the first";
}

TEST(PageMemory, OfPagesThatWaitForEachOtherIsGrantedInTurn) {
  const auto run = std::make_shared<RunMemory>();
  std::vector<std::future<bool>> pages;
  std::atomic<std::size_t> held = 0;
  std::atomic<bool> too_much = false;
  for (int page = 0; page < 8; ++page) {
    pages.push_back(std::async(std::launch::async, [&] {
      const PageMemory memory({10 * mib, 100 * mib}, run);
      const bool grown = fits(memory, 60 * mib) && fits(memory, 90 * mib);
      if ((held += memory.bytes()) > 100 * mib) too_much = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      held -= memory.bytes();
      return grown;
    }));
  }
  for (std::future<bool>& page : pages) EXPECT_TRUE(page.get());
  EXPECT_FALSE(too_much);
}

TEST(PageMemory, OfAPageThatIsStoppedDoesNotWait) {
  const auto run = std::make_shared<RunMemory>();
  const MemoryRange range(10 * mib, 100 * mib);
  const PageMemory first(range, run);
  ASSERT_TRUE(fits(first, 90 * mib));
  std::atomic<bool> stop = false;
  auto page = std::async(std::launch::async, [&] {
    const PageMemory memory(range, run, [&] { return stop.load(); });
    return fits(memory, 20 * mib) || memory.bytes() != 10 * mib;
  });
  stop = true;
  EXPECT_FALSE(page.get());
}

}  // namespace
}  // namespace platerip::rip
