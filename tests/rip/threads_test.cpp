// The threads that the pipeline lends to libraries: every task runs once, including tasks that tasks start.
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

void expect_each_once(const ParallelFor& parallel) {
  constexpr int count = 40;
  std::vector<std::atomic<int>> runs(count * count);
  parallel(count, [&](int outer) { parallel(count, [&](int inner) { ++runs[outer * count + inner]; }); });
  for (const std::atomic<int>& times : runs) EXPECT_EQ(times, 1);
}

TEST(Threads, RunEveryTaskOnceAlsoWithinTasks) {
  for (const int threads : {1, 2, 7}) expect_each_once(on_threads(threads));
  expect_each_once(parallel_for);
}

}  // namespace
}  // namespace platerip::rip
