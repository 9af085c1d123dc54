// Tasks whose ends run in order: each runs once, with memory of its own, and never too many are unfinished.
#include "base/ordered_tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "rip/resources/thread_arena.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr std::size_t lanes = 3;
constexpr std::size_t tasks_per_lane = 40;
const std::vector<int> in_order = [] {
  std::vector<int> numbers;
  for (int i = 0; i < static_cast<int>(tasks_per_lane); ++i) numbers.push_back(i);
  return numbers;
}();

void run_with(int threads, const std::function<void()>& work) {
  ThreadArena(threads).execute(work);
}

TEST(OrderedTasks, EndInTheOrderOfTheirLaneWhoeverRunsThem) {
  for (const int threads : {1, 2, 5}) {
    for (const std::size_t most : {1, 2, 7}) {
      std::vector<std::vector<int>> ended(lanes);
      std::atomic<int> unfinished = 0;
      std::atomic<int> most_unfinished = 0;
      run_with(threads, [&] {
        OrderedTasks tasks(lanes, most, sizeof(int), lend_thread);
        for (int i = 0; i < static_cast<int>(tasks_per_lane); ++i) {
          for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto memory = std::make_shared<std::span<std::byte>>();
            tasks.lane(lane)({.work =
                                  [&, i, memory](std::span<std::byte> mine) {
                                    most_unfinished = std::max<int>(most_unfinished, ++unfinished);
                                    *memory = mine;
                                    std::memcpy(mine.data(), &i, sizeof i);
                                    std::this_thread::sleep_for(std::chrono::microseconds(i * 37 % 200));
                                  },
                              .end =
                                  [&, lane, memory] {
                                    int number = 0;
                                    std::memcpy(&number, memory->data(), sizeof number);
                                    ended[lane].push_back(number);
                                    --unfinished;
                                  }});
          }
        }
        tasks.wait();
        for (const std::vector<int>& numbers : ended) EXPECT_EQ(numbers, in_order) << threads << " threads";
      });
      EXPECT_LE(most_unfinished, static_cast<int>(most));
    }
  }
}

TEST(OrderedTasks, RunOnOtherThreads) {
  std::atomic<int> at_once = 0;
  run_with(3, [&] {
    OrderedTasks tasks(1, 3, 0, lend_thread);
    for (int i = 0; i < 3; ++i) {
      tasks.lane(0)({.work =
                         [&](std::span<std::byte>) {
                           ++at_once;
                           const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
                           while (at_once < 2 && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
                         },
                     .end = [] {}});
    }
    tasks.wait();
  });
  EXPECT_GE(at_once, 2);
}

TEST(OrderedTasks, RunOnNoOtherThreadIfThereIsOne) {
  run_with(1, [] {
    std::set<std::thread::id> threads;
    OrderedTasks tasks(1, 2, 0, lend_thread);
    for (int i = 0; i < 20; ++i) {
      tasks.lane(0)({.work = [&](std::span<std::byte>) { threads.insert(std::this_thread::get_id()); }, .end = [] {}});
    }
    tasks.wait();
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
  });
}

TEST(OrderedTasks, RunOnNoMoreThreadsThanTheyMay) {
  std::atomic<int> running = 0;
  std::atomic<int> most_running = 0;
  run_with(5, [&] {
    OrderedTasks tasks(1, 20, 0, lend_thread, 2);
    for (int i = 0; i < 200; ++i) {
      tasks.lane(0)({.work =
                         [&](std::span<std::byte>) {
                           const int now = ++running;
                           for (int most = most_running; most < now && !most_running.compare_exchange_weak(most, now);)
                             continue;
                           std::this_thread::yield();
                           --running;
                         },
                     .end = [] {}});
    }
    tasks.wait();
  });
  EXPECT_LE(most_running, 2);
}

TEST(OrderedTasks, NeedNotAllEndBeforeTheirOwnerGoesOn) {
  int ended = 0;
  OrderedTasks tasks(1, 10, 0, {});
  for (int i = 0; i < 10; ++i) tasks.lane(0)({.work = [](std::span<std::byte>) {}, .end = [&] { ++ended; }});
  EXPECT_EQ(ended, 0);
  tasks.wait_until([&] { return ended == 3; });
  EXPECT_EQ(ended, 3);
  tasks.wait();
  EXPECT_EQ(ended, 10);
}

TEST(OrderedTasks, AreOverWhenTheirOwnerEnds) {
  for (const int threads : {1, 4}) {
    std::atomic<bool> owner_lives = true;
    std::atomic<bool> ran_too_late = false;
    std::atomic<int> runs = 0;
    run_with(threads, [&] {
      {
        OrderedTasks tasks(2, 20, 0, lend_thread);
        for (std::size_t i = 0; i < 20; ++i) {
          tasks.lane(i % 2)({.work =
                                 [&](std::span<std::byte>) {
                                   ++runs;
                                   std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                   if (!owner_lives) ran_too_late = true;
                                 },
                             .end =
                                 [&] {
                                   if (!owner_lives) ran_too_late = true;
                                 }});
        }
      }
      owner_lives = false;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(ran_too_late);
    EXPECT_LT(runs, 20);
    if (threads == 1) {
      EXPECT_EQ(runs, 0) << "nobody waited for these tasks";
    }
  }
}

TEST(OrderedTasks, PassOnWhatTheyThrow) {
  for (const int threads : {1, 4}) {
    for (const bool at_end : {false, true}) {
      std::vector<int> ended;
      run_with(threads, [&] {
        OrderedTasks tasks(1, 4, 0, lend_thread);
        const auto add_all = [&] {
          for (int i = 0; i < 10; ++i) {
            const auto fail = [i] {
              if (i == 3) throw std::runtime_error("the fourth");
            };
            tasks.lane(0)({.work =
                               [=](std::span<std::byte>) {
                                 if (!at_end) fail();
                               },
                           .end =
                               [&ended, at_end, fail, i] {
                                 if (at_end) fail();
                                 ended.push_back(i);
                               }});
          }
          tasks.wait();
        };
        EXPECT_THROW(add_all(), std::runtime_error);
      });
      EXPECT_LE(ended.size(), 3U);
    }
  }
}

}  // namespace
}  // namespace platerip::rip
