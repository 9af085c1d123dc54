// The settings that a print job asks for, without running a filter.
#include "rip/cups/job_ticket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<Job> job_of(const char* options, const JobOptions& queue = {}) {
  const auto ticket = JobTicket::read(options, nullptr, [&queue] { return queue; });
  if (!ticket.ok()) return ticket.error();
  return ticket->job();
}

std::vector<std::string> warnings_of(const std::string& options) {
  const auto ticket = JobTicket::read(options.c_str(), nullptr, {});
  EXPECT_TRUE(ticket.ok());
  return ticket->warnings();
}

/// "Resolution 2540x2540", from which option and how many dots; "" if no resolution is asked for.
std::string resolution_of(const char* options, const JobOptions& queue = {}) {
  const auto ticket = JobTicket::read(options, nullptr, [&queue] { return queue; });
  const auto asked = ticket->resolution();
  if (!asked.ok()) return asked.error().message;
  if (!*asked) return "";
  return (*asked)->option + " " + std::to_string((*asked)->dots.x) + "x" + std::to_string((*asked)->dots.y);
}

TEST(JobTicket, SetsTheOptionsOfTheTable) {
  const auto job =
      job_of("halftone=fan no-bpc ink-limit=280 PlateripLevels=4 keep-black=k convert-cmyk=Yes planes=C,K");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->method, halftone::Method("fan"));
  EXPECT_FALSE(job->black_point_compensation);
  EXPECT_EQ(job->ink_limit, 280);
  EXPECT_EQ(job->drops.levels, 4);
  EXPECT_EQ(job->keep_black, separation::KeepBlack::k);
  EXPECT_TRUE(job->convert_cmyk);
  EXPECT_THAT(job->planes, testing::ElementsAre("C", "K"));
}

TEST(JobTicket, TakesDropSizesOfSeveralInks) {
  const auto job = job_of("drops=0,28,55,100,C=0,1,2,K=0,20,45,101 drop-mix=80");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->drops.sizes, DropSizes({0, 28, 55, 100}));
  ASSERT_EQ(job->drops.of_inks.size(), 2U);
  EXPECT_EQ(job->drops.of_inks[0].value, DropSizes({0, 1, 2}));
  EXPECT_EQ(job->drops.of_inks[1].value, DropSizes({0, 20, 45, 101}));
  EXPECT_EQ(job->drops.mix, 80);
}

TEST(JobTicket, TakesLighterInksOfSeveralInks) {
  const auto job = job_of("light='C=Light Cyan:0.3,K=Gray:0.5,Light Gray:0.2:2'");
  ASSERT_TRUE(job.ok()) << job.error().message;
  ASSERT_EQ(job->drops.lights.size(), 2U);
  EXPECT_EQ(job->drops.lights[0].value, std::vector({LightInk{"Light Cyan", 300}}));
  EXPECT_EQ(job->drops.lights[1].value, std::vector({LightInk{"Gray", 500}, LightInk{"Light Gray", 200, 2}}));
}

TEST(JobTicket, TakesScreensByHalftoneType) {
  const auto job = job_of("halftone-type=spot-85.5-30-20");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->method, halftone::Method("am"));
  EXPECT_EQ(job->screens.ruling, 85.5);
  EXPECT_EQ(job->screens.angle, 30);
  EXPECT_EQ(job->screens.dot->name, "Diamond");
  EXPECT_EQ(job_of("halftone-type=spot")->method, halftone::Method("am"));
  EXPECT_EQ(job_of("halftone-type=spot-100-45-Cross")->screens.dot->name, "Cross");
  EXPECT_EQ(job_of("halftone-type=spot-85 halftone=fan")->method, halftone::Method("fan"));
  EXPECT_EQ(job_of("halftone-type=spot-85 screen-ruling=60")->screens.ruling, 60);
  for (const char* const wrong : {"spot-0", "spot-85-x", "spot-85-45-21", "spot-85-45-Heart", "spot-85-45-1-2-3",
                                  "spot-85-45-1-100", "spot-85-45-1-dark"})
    EXPECT_THAT(job_of((std::string("halftone-type=") + wrong).c_str()).error().message, HasSubstr("halftone-type"));
}

TEST(JobTicket, TakesAHalftoneTypeInAnyCase) {
  const auto job = job_of("halftone-type=SPOT-85-45-diamond");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->method, halftone::Method("am"));
  EXPECT_EQ(job->screens.dot->name, "Diamond");
  EXPECT_EQ(job_of("cupsHalftoneType=Spot-60")->screens.ruling, 60);
}

TEST(JobTicket, APartThatAHalftoneTypeLeavesOutIsAsWithoutIt) {
  const Job plain;
  const auto angle = job_of("halftone-type=spot--30");
  ASSERT_TRUE(angle.ok()) << angle.error().message;
  EXPECT_EQ(angle->screens.ruling, plain.screens.ruling);
  EXPECT_EQ(angle->screens.angle, 30);
  const auto shape = job_of("halftone-type=spot-106--10");
  EXPECT_EQ(shape->screens.ruling, 106);
  EXPECT_EQ(shape->screens.angle, plain.screens.angle);
  EXPECT_EQ(shape->screens.dot->name, "Round");
  EXPECT_EQ(job_of("halftone-type=spot----")->method, halftone::Method("am"));
}

TEST(JobTicket, SaysThatTheGammaOfAHalftoneTypeIsIgnored) {
  EXPECT_EQ(job_of("halftone-type=spot-106-45-10-80")->screens.ruling, 106);
  EXPECT_THAT(warnings_of("halftone-type=spot-106-45-10-80"), ElementsAre(HasSubstr("gamma")));
  EXPECT_THAT(warnings_of("halftone-type=spot-106-45-10"), IsEmpty());
  EXPECT_THAT(warnings_of("halftone-type=spot-106-45-10-"), IsEmpty());
}

TEST(JobTicket, SaysThatHalftoneTypesOfOtherFiltersAreIgnored) {
  for (const std::string type : {"stochastic", "bi-level", "foo2zjs", "dithering", "genordered",
                                 "genordered-106-45-8-80", "Stochastic", "true", "spotted"}) {
    SCOPED_TRACE(type);
    const std::string option = "halftone-type=" + type;
    const auto job = job_of(option.c_str());
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_EQ(job->method, Job().method);
    EXPECT_THAT(warnings_of(option), ElementsAre(HasSubstr("'" + type + "'")));
  }
  for (const char* const nothing :
       {"halftone-type=default", "halftone-type=", "halftone-type=none", "halftone-type=no"})
    EXPECT_THAT(warnings_of(nothing), IsEmpty()) << nothing;
}

TEST(JobTicket, SetsScreens) {
  const auto job = job_of("halftone=am screen-angle=C=15,M=45 PlateripScreenRuling=120 PlateripDot=line dot-size=3");
  ASSERT_TRUE(job.ok()) << job.error().message;
  ASSERT_EQ(job->screens.angles.size(), 2u);
  EXPECT_EQ(job->screens.angles[1].ink, "M");
  EXPECT_EQ(job->screens.angles[1].value, 45);
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

TEST(JobTicket, MakesPlatesWithOptionsOfTheirOwn) {
  const auto plates_of = [](const std::string& list) {
    const auto job = job_of(("plate=" + list).c_str());
    return job.ok() ? words_of(*job, *find_job_option("plate")) : std::vector{job.error().message};
  };
  EXPECT_THAT(plates_of("White=alpha,choke=0.3"), ElementsAre("White=alpha,choke=0.3mm"));
  EXPECT_THAT(plates_of("White=all,choke=2px,under,Varnish=inks:C+K,amount=40,over,Foil=light"),
              ElementsAre("White=all,choke=2px", "Varnish=inks:C+K,amount=40,over", "Foil=light"));
  EXPECT_THAT(plates_of("choke=all,spread=0.1,over"), ElementsAre("choke=all,spread=0.1mm,over"));
  EXPECT_THAT(plates_of("White=alpha,beside"), ElementsAre(HasSubstr("'beside'")));
}

TEST(JobTicket, MovesEdgesAndKnocksOut) {
  const auto job = job_of("PlateripCrisp=soft choke=C=0.1,K=2px spread=M=0.2 knock-out=#102030,tolerance=3");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->crisp, separation::Crisp::soft);
  EXPECT_THAT(words_of(*job, *find_job_option("choke")), ElementsAre("C=0.1mm", "K=2px"));
  EXPECT_THAT(words_of(*job, *find_job_option("spread")), ElementsAre("M=0.2mm"));
  EXPECT_THAT(words_of(*job, *find_job_option("knock-out")), ElementsAre("#102030,tolerance=3"));
}

TEST(JobTicket, MakesFilms) {
  const auto job = job_of("step=2x3,gap=1.5 margin=15 marks=crop,label date=2\\ May PlateripMirror=True");
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->film.step, (Step{2, 3, length_of(1500)}));
  EXPECT_EQ(job->film.margin, length_of(15'000));
  EXPECT_EQ(job->film.marks, (Marks{.crop = true, .label = true}));
  EXPECT_EQ(job->film.date, "2 May");
  EXPECT_TRUE(job->film.mirror);
  EXPECT_EQ(job_of("PlateripMarks=all PlateripMargin=10").error().setting, "marks");
  EXPECT_TRUE(job_of("PlateripMarks=all PlateripMargin=Custom.17").ok());
}

// CUPS mirrors by itself what is printed.
TEST(JobTicket, LeavesMirrorToCups) {
  EXPECT_FALSE(job_of("mirror=true")->film.mirror);
  EXPECT_THAT(warnings_of("mirror=true"), IsEmpty());
  EXPECT_TRUE(job_of("mirror=false PlateripMirror=True")->film.mirror);
}

TEST(JobTicket, WhatThePpdsChooseIsTheDefault) {
  for (const char* const ppd : {PLATERIP_PPDS "/prplates.ppd", PLATERIP_PPDS "/prraster.ppd"}) {
    const auto ticket = JobTicket::read("", ppd, {});
    ASSERT_TRUE(ticket.ok()) << ticket.error().message;
    const auto job = ticket->job();
    ASSERT_TRUE(job.ok()) << job.error().message;
    for (const JobOption* const option : all_job_options())
      EXPECT_THAT(words_of(*job, *option), IsEmpty()) << option->name;
  }
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
  EXPECT_EQ(by_default->curves.front().value, "/no/curve");
  EXPECT_THAT(job_of("profile=/no/other.icc", queue).error().message, HasSubstr("/no/other.icc: cannot be used"));
  EXPECT_FALSE(job_of("Profile=/no/press.icc PlateripProfile=/no/press.icc").ok());
}

TEST(JobTicket, HasTheMachineAsTheQueueGivesIt) {
  const auto job = job_of("memory=64 threads=9", {{"memory", "64"}, {"threads", "2"}});
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->memory, std::size_t{64} << 20);
  EXPECT_EQ(job->threads, 2);
}

TEST(JobTicket, ReadsAResolutionInEveryForm) {
  EXPECT_EQ(resolution_of("ink-limit=280"), "");
  EXPECT_EQ(resolution_of("Resolution=2540dpi"), "Resolution 2540x2540");
  EXPECT_EQ(resolution_of("resolution=720"), "Resolution 720x720");
  EXPECT_EQ(resolution_of("Resolution=1200x1200dpi"), "Resolution 1200x1200");
  EXPECT_EQ(resolution_of("Resolution=1440x720dpi"), "Resolution 1440x720");
  EXPECT_EQ(resolution_of("printer-resolution=1000dpcm"), "printer-resolution 2540x2540");
  EXPECT_EQ(resolution_of("Resolution=Custom.725"), "Resolution 725x725");
  for (const char* const wrong :
       {"fine", "0dpi", "-600dpi", "600x", "600xdpi", "600x0dpi", "600dots", "6e2dpi", "99999999999dpi", "100001dpi"})
    EXPECT_THAT(resolution_of((std::string("Resolution=") + wrong).c_str()), HasSubstr("2540dpi or 1440x720dpi"))
        << wrong;
}

TEST(JobTicket, TheResolutionOfTheJobCountsMoreThanThatOfTheQueue) {
  const char* const both = "printer-resolution=1200dpi Resolution=600dpi";
  EXPECT_EQ(resolution_of(both), "Resolution 600x600");
  EXPECT_EQ(resolution_of(both, {{"Resolution", "600dpi"}}), "printer-resolution 1200x1200");
  EXPECT_EQ(resolution_of(both, {{"printer-resolution", "1200dpi"}}), "Resolution 600x600");
  EXPECT_EQ(resolution_of(both, {{"printer-resolution", "1200dpi"}, {"Resolution", "600dpi"}}), "Resolution 600x600");
}

}  // namespace
}  // namespace platerip::rip
