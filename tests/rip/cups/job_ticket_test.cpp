// The settings that a print job asks for, without running a filter.
#include "rip/cups/job_ticket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

using testing::HasSubstr;

Result<Job> job_of(const char* options, const JobOptions& queue = {}) {
  const auto ticket = JobTicket::read(options, nullptr, [&queue] { return queue; });
  if (!ticket.ok()) return ticket.error();
  return ticket->job();
}

TEST(JobTicket, SetsTheOptionsOfTheTable) {
  const auto job = job_of("halftone=fan no-bpc ink-limit=280 PlateripLevels=4 black-only convert-cmyk=Yes planes=C,K");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->method, halftone::Method("fan"));
  EXPECT_FALSE(job->black_point_compensation);
  EXPECT_EQ(job->ink_limit, 280);
  EXPECT_EQ(job->levels, 4);
  EXPECT_EQ(job->black_only, separation::BlackOnly::pages);
  EXPECT_TRUE(job->convert_cmyk);
  EXPECT_THAT(job->planes, testing::ElementsAre("C", "K"));
}

TEST(JobTicket, RefusesContradictions) {
  EXPECT_EQ(job_of("levels=4 invert").error().setting, "invert");
}

// The queue's owner may look where its users may not. What is wrong is found out when the files are read.
TEST(JobTicket, TakesTheFilesOfTheQueueAsTheyAre) {
  const JobOptions queue{{"profile", "/no/press.icc"}, {"curve", "C=/no/curve"}};
  const auto by_default = job_of("profile=/no/press.icc curve=C=/no/curve", queue);
  ASSERT_TRUE(by_default.ok()) << by_default.error().message;
  EXPECT_EQ(by_default->press_profile, "/no/press.icc");
  EXPECT_EQ(by_default->curves.front().file, "/no/curve");
  EXPECT_THAT(job_of("profile=/no/other.icc", queue).error().message, HasSubstr("/no/other.icc: cannot be used"));
  EXPECT_FALSE(job_of("Profile=/no/press.icc PlateripProfile=/no/press.icc").ok());
}

TEST(JobTicket, HasTheMachineAsTheQueueGivesIt) {
  const auto job = job_of("memory=64 threads=9", {{"memory", "64"}, {"threads", "2"}});
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->memory, std::size_t{64} << 20);
  EXPECT_EQ(job->threads, 2);
}

}  // namespace
}  // namespace platerip::rip
