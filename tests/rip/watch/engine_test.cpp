// What the jobs of a service share.
#include "rip/watch/engine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace platerip::rip {
namespace {

Job screened_job() {
  Job job;
  job.backend = "cpu";
  job.ink_limit = 250;
  return job;
}

TEST(TheEngine, OpensTheFilesOfEqualJobsOnce) {
  Engine engine(4);
  Job plain;
  plain.backend = "cpu";
  const auto first = engine.resources_for(plain, 1000);
  const auto second = engine.resources_for(plain, 2000);
  const auto other = engine.resources_for(screened_job(), 1000);
  ASSERT_TRUE(first.ok() && second.ok() && other.ok());
  EXPECT_EQ(first->press, second->press);
  EXPECT_EQ(first->tables, second->tables);
  EXPECT_NE(first->press, other->press);
  EXPECT_EQ(engine.counts().opened, 2u);
  EXPECT_EQ(engine.counts().presses, 2u);
}

TEST(TheEngine, GivesBackWhatNobodyUses) {
  Engine engine(4);
  ASSERT_TRUE(engine.resources_for(screened_job(), 1000).ok());
  engine.give_back(std::chrono::hours(1));
  EXPECT_EQ(engine.counts().presses, 1u);
  engine.give_back(std::chrono::seconds(0));
  EXPECT_EQ(engine.counts().presses, 0u);
}

TEST(TheEngine, CountsTheMemoryOfAllQueuesTogether) {
  Engine engine(4);
  Job plain;
  plain.backend = "cpu";
  const auto one = engine.resources_for(plain, 1000);
  const auto other = engine.resources_for(screened_job(), 1000);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(one->memory, other->memory);
}

TEST(TheEngine, SharesItsThreadsAmongThePagesInWork) {
  Engine engine(4);
  const Engine::Share alone(engine);
  EXPECT_EQ(alone.threads(), 4);
  {
    const Engine::Share second(engine);
    EXPECT_EQ(second.threads(), 2);
    std::optional<Engine::Share> many[6];
    for (auto& share : many) EXPECT_GE(share.emplace(engine).threads(), 1);
    EXPECT_EQ(engine.counts().pages, 8);
  }
  EXPECT_EQ(engine.counts().pages, 1);
}

}  // namespace
}  // namespace platerip::rip
