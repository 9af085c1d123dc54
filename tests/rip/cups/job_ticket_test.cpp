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

TEST(JobTicket, TakesScreensByHalftoneType) {
  const auto job = job_of("halftone-type=spot-85.5-30-20");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->method, halftone::Method("am"));
  EXPECT_EQ(job->screens.ruling, 85.5);
  EXPECT_EQ(job->screens.turn, -15);
  EXPECT_EQ(job->screens.dot->name, "Diamond");
  EXPECT_EQ(job_of("halftone-type=spot")->method, halftone::Method("am"));
  EXPECT_EQ(job_of("halftone-type=spot-100-45-Cross")->screens.dot->name, "Cross");
  EXPECT_EQ(job_of("halftone-type=stochastic")->method, Job().method);
  EXPECT_EQ(job_of("halftone-type=spot-85 halftone=fan")->method, halftone::Method("fan"));
  EXPECT_EQ(job_of("halftone-type=spot-85 screen-ruling=60")->screens.ruling, 60);
  for (const char* const wrong : {"spot-0", "spot-85-x", "spot-85-45-21", "spot-85-45-Heart", "spot-85-45-1-2-3"})
    EXPECT_THAT(job_of((std::string("halftone-type=") + wrong).c_str()).error().message, HasSubstr("halftone-type"));
}

TEST(JobTicket, SetsScreens) {
  const auto job = job_of("halftone=am screen-angle=C=15,M=45 PlateripScreenRuling=120 PlateripDot=line dot-size=3");
  ASSERT_TRUE(job.ok()) << job.error().message;
  ASSERT_EQ(job->screens.angles.size(), 2u);
  EXPECT_EQ(job->screens.angles[1].ink, "M");
  EXPECT_EQ(job->screens.angles[1].angle, 45);
  EXPECT_EQ(job->screens.ruling, 120);
  EXPECT_EQ(job->screens.dot->name, "Line");
  EXPECT_EQ(job->screens.dot_size, 3);
  EXPECT_THAT(job_of("screen-file=C=/no/tile").error().message, HasSubstr("/no/tile: cannot be used"));
}

TEST(JobTicket, SpreadsInks) {
  const auto job = job_of("halftone=tone PlateripInks=even");
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->inks, Inks::even);
}

TEST(JobTicket, SetsHowLongASearchGoesOn) {
  const auto job = job_of("halftone=dbs PlateripQuality=draft search-rounds=3");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->quality, halftone::SearchQuality::draft);
  EXPECT_EQ(job->search_rounds, 3);
  EXPECT_EQ(job_of("PlateripSearchRounds=Default")->search_rounds, std::nullopt);
  EXPECT_EQ(job_of("search-rounds=9").error().setting, "search-rounds");
}

TEST(JobTicket, RefusesContradictions) {
  EXPECT_EQ(job_of("levels=4 invert").error().setting, "invert");
  EXPECT_EQ(job_of("halftone=fan inks=even").error().setting, "inks");
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
