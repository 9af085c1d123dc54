// Pages that are made ahead of those that are asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "rip/pages/pdf/pages_ahead.h"

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PagesAheadTest : public testing::Test {
 protected:
  int make(int first, int count, const std::function<bool()>& stop) {
    {
      const std::lock_guard lock(mutex_);
      for (int index = first; index < first + count; ++index) begun_.push_back(index);
    }
    if (first == bad_) throw std::runtime_error("bad");
    while (first == endless_ && stop && !stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 10 * first;
  }

  /// The pages that have been begun since the last call, in order. Waits until there are `count`.
  std::vector<int> begun(std::size_t count) {
    for (;;) {
      const std::lock_guard lock(mutex_);
      if (begun_.size() < count) continue;
      std::sort(begun_.begin(), begun_.end());
      return std::exchange(begun_, {});
    }
  }

  std::mutex mutex_;
  std::vector<int> begun_;
  int bad_ = -1;
  int endless_ = -1;
  int most_together_ = 1;
  PagesAhead<int> pages_{
      [this](int first) { return std::clamp(10 - first, 0, most_together_); },
      [this](int first, int count, const std::function<bool()>& stop) { return make(first, count, stop); }};
};

TEST_F(PagesAheadTest, AreTheNextOnes) {
  EXPECT_EQ(pages_.take(0, 2), 0);
  EXPECT_THAT(begun(3), ElementsAre(0, 1, 2));
  EXPECT_EQ(pages_.take(1, 2), 10);
  EXPECT_THAT(begun(1), ElementsAre(3));
  EXPECT_EQ(pages_.take(2, 1), 20);
  EXPECT_THAT(begun(0), IsEmpty());
}

TEST_F(PagesAheadTest, AreThoseOfAShard) {
  pages_.take(1, 1);
  EXPECT_THAT(begun(2), ElementsAre(1, 2));
  pages_.take(4, 2);
  EXPECT_THAT(begun(2), ElementsAre(4, 7));
  EXPECT_EQ(pages_.take(7, 2), 70);
  EXPECT_THAT(begun(0), IsEmpty());
}

TEST_F(PagesAheadTest, MayBeAskedForAgain) {
  pages_.take(3, 1);
  EXPECT_EQ(pages_.take(3, 1), 30);
  EXPECT_EQ(pages_.take(2, 1), 20);
  EXPECT_EQ(pages_.take(4, 0), 40);
  EXPECT_THAT(begun(4), ElementsAre(2, 3, 3, 4));
}

TEST_F(PagesAheadTest, EndWhenNobodyWantsThem) {
  endless_ = 1;
  pages_.take(0, 1);
  begun(2);
  EXPECT_EQ(pages_.take(5, 0), 50);  // page 1 has been passed over
  endless_ = 6;
  pages_.take(5, 1);
}

TEST_F(PagesAheadTest, FailWhenTheyAreAskedFor) {
  bad_ = 1;
  EXPECT_EQ(pages_.take(0, 2), 0);
  EXPECT_THROW(pages_.take(1, 2), std::runtime_error);
  EXPECT_EQ(pages_.take(2, 2), 20);
}

TEST_F(PagesAheadTest, AreMadeTogetherWhenTheFirstOnesHaveCome) {
  most_together_ = 3;
  EXPECT_EQ(pages_.take(0, 1), 0);
  EXPECT_THAT(begun(2), ElementsAre(0, 1));
  EXPECT_EQ(pages_.take(1, 1), 10);
  EXPECT_THAT(begun(2), ElementsAre(2, 3));
  EXPECT_EQ(pages_.take(2, 1), 20);
  EXPECT_THAT(begun(3), ElementsAre(4, 5, 6));
  EXPECT_EQ(pages_.take(3, 1), 20);
  EXPECT_THAT(begun(0), IsEmpty());
  EXPECT_EQ(pages_.take(5, 1), 40);
  EXPECT_THAT(begun(1), ElementsAre(7));  // pages are asked for in steps of two
}

TEST_F(PagesAheadTest, StayWantedWhileSomebodyWaitsForOneOfThem) {
  most_together_ = 3;
  for (int index = 0; index < 3; ++index) pages_.take(index, 1);
  EXPECT_EQ(pages_.take(4, 0), 40);
  EXPECT_EQ(pages_.take(9, 0), 90);
  EXPECT_EQ(pages_.take(5, 0), 50);  // its range has been passed over
}

TEST_F(PagesAheadTest, MayBeTakenByManyThreads) {
  most_together_ = 2;
  std::vector<std::jthread> threads;
  for (int first = 0; first < 4; ++first)
    threads.emplace_back([this, first] {
      for (int index = first; index < 10; index += 4)
        EXPECT_THAT(pages_.take(index, 3), testing::AnyOf(10 * index, 10 * index - 10));
    });
}

}  // namespace
}  // namespace platerip::rip
