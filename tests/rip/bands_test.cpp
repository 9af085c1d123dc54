// Bands of a page that ranks search together, on a GPU that fails. The GPU is one made of the reference backends, and
// also the machine's own if there is one.
#include "rip/mpi/bands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "halftone/search/bands.h"
#include "rip/job/color/ink_settings.h"
#include "rip/page/page_share.h"
#include "rip/page/pass_rows.h"
#include "rip/page/rip_page.h"
#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"

namespace platerip::rip {
namespace {

using testing::HasSubstr;
using namespace test;

constexpr std::int64_t width = 100;
constexpr std::int64_t height = 900;
constexpr int ranks = 2;

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
};

Job job_of(const std::string& backend) {
  Job job;
  job.method = *halftone::find_method("dbs");
  job.quality = halftone::SearchQuality::draft;
  job.backend = backend;
  job.threads = 3;
  job.strip_rows = 32;
  return job;
}

Bands page_bands() {
  const halftone::SearchEffort effort = *search_effort(job_of("auto"));
  return Bands::of(ranks, height, halftone::rows_above(effort), effort.rows_below());
}

Made make_page(const std::string& backend) {
  MadePage page(width, height, 8);
  PlatesInMemory sink;
  Made made;
  made.report = rip_page(job_of(backend), {"page"}, page, sink);
  made.plates = std::move(sink.plates);
  return made;
}

Status wanted() {
  return {};
}

NextPage next_page() {
  return {{"page"}, std::make_unique<MadePage>(width, height, 8)};
}

// The first rows of the page, halftoned by the methods with which the searches begin.
Result<RowsAbove> pass_rows_to(std::int64_t row, MakerSettings settings, const MakerWish& wish,
                               const std::function<Status()>& before_read = wanted) {
  settings.halftone = halftone::start_of(settings.halftone);
  settings.rows = RowsToMake::all(row);
  return pass_rows(settings, wish, next_page(), before_read);
}

// What a band begins with. `first_pass`: who makes the rows above it.
Result<RowsAbove> above_band(const MakerSettings& settings, std::int64_t begin, const MakerWish& first_pass) {
  if (begin == 0) return RowsAbove();
  auto rows = pass_rows_to(begin, settings, first_pass);
  if (rows.ok()) rows->boundary = halftone::band_boundary(settings.halftone, std::move(rows->boundary));
  return rows;
}

// The rows that a rank makes.
Made make_band(const Bands& bands, int rank, const MakerWish& wish, const MakerWish& first_pass = {.backend = "cpu"}) {
  PageShare share{.rows = bands.band(rank), .strip_unit = bands.unit()};
  share.begin = [&](const MakerSettings& settings) { return above_band(settings, share.rows.begin, first_pass); };
  share.add_sums = [](PageSums&) { return Status(); };
  RunResources resources{.gpu = wish.gpu};
  resources.share = std::make_shared<PageShare>(share);
  MadePage page(width, height, 8);
  PlatesInMemory sink;
  Made made;
  made.report = rip_page(job_of(std::string(wish.backend)), {"page"}, page, sink, {}, resources);
  made.plates = std::move(sink.plates);
  return made;
}

// The same rows of the plates of the whole page.
std::vector<std::vector<std::byte>> rows_of(const RowsToMake& band, const Made& page) {
  const std::int64_t row_bytes = halftone::plate_row_bytes(width, 2);
  std::vector<std::vector<std::byte>> rows;
  for (const auto& plate : page.plates)
    rows.emplace_back(plate.begin() + band.first * row_bytes, plate.begin() + band.last * row_bytes);
  return rows;
}

class BandsOnGpus : public TestOnGpus {
 protected:
  // Expects the second band as the cores make it, and this number of warnings that they went on.
  void expect_made_by_cores(const Made& made, std::size_t warnings) const {
    const Made by_cores = make_band(page_bands(), 1, {.backend = "cpu"});
    ASSERT_TRUE(by_cores.report.ok()) << by_cores.report.error().message;
    ASSERT_TRUE(made.report.ok()) << made.report.error().message;
    EXPECT_TRUE(made.plates == by_cores.plates);
    EXPECT_EQ(made.report->halftone_backend, by_cores.report->halftone_backend);
    ASSERT_EQ(made.report->warnings.size(), warnings);
    if (warnings > 0) {
      EXPECT_THAT(made.report->warnings[0].message, HasSubstr("; the CPU went on from row "));
    }
  }
};

TEST_P(BandsOnGpus, GoOnWithTheCpuWhereTheGpuFails) {
  const Bands bands = page_bands();
  ASSERT_EQ(bands.count(), ranks);
  const Made page = make_page("reference");
  ASSERT_TRUE(page.report.ok()) << page.report.error().message;
  for (int rank = 0; rank < ranks; ++rank) {
    const RowsToMake band = bands.band(rank);
    const Made by_cores = make_band(bands, rank, {.backend = "cpu"});
    ASSERT_TRUE(by_cores.report.ok()) << by_cores.report.error().message;
    for (const int at : {-1, 0, 1, 5, 9, 14}) {  // −1: the GPU does not fail
      SCOPED_TRACE(testing::Message() << "rank " << rank << ", broken at " << at);
      const Call call = at < 0 ? Call::none : Call::wait;
      const Made made = make_band(bands, rank, {.gpu = std::make_shared<FailingGpu>(gpu_, call, at)});
      ASSERT_TRUE(made.report.ok()) << made.report.error().message;
      EXPECT_TRUE(made.plates == rows_of(band, page));
      EXPECT_EQ(made.report->height, band.made());
      // The made GPU finishes rows of two strips at once, later also those where a band begins or ends.
      if ((at >= 0 && at <= 5) || GetParam() == std::string("cuda")) {
        EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, by_cores.report->mean_total_ink_percent);
        EXPECT_DOUBLE_EQ(made.report->max_total_ink_percent, by_cores.report->max_total_ink_percent);
      }
      ASSERT_EQ(made.report->warnings.size(), at < 0 ? 0U : 1U);
      if (at >= 0) {
        EXPECT_THAT(made.report->warnings[0].message, HasSubstr("; the CPU went on from row "));
      }
    }
  }
}

// The band itself is made on the cores, so a warning is of the first pass.
TEST_P(BandsOnGpus, GoOnWithTheCpuWhereTheGpuFailsInTheFirstPass) {
  ASSERT_GT(page_bands().band(1).begin, 0);
  for (const int at : {-1, 0, 1, 3, 6, 13, 20, 23}) {  // −1: the GPU does not fail
    SCOPED_TRACE(testing::Message() << "broken at " << at);
    const Call call = at < 0 ? Call::none : Call::wait;
    const MakerWish first_pass{.gpu = std::make_shared<FailingGpu>(gpu_, call, at)};
    expect_made_by_cores(make_band(page_bands(), 1, {.backend = "cpu"}, first_pass), at < 0 ? 0 : 1);
  }
}

TEST_P(BandsOnGpus, AreMadeOnTheCpuAfterAGpuThatFailedInTheFirstPass) {
  const MakerWish wish{.gpu = std::make_shared<FailingGpu>(gpu_, Call::wait, 3)};
  expect_made_by_cores(make_band(page_bands(), 1, wish, wish), 1);
}

TEST_P(BandsOnGpus, HaveTheirFirstPassOnTheCpuIfTheGpuCannotBegin) {
  for (const Call call : {Call::prepare, Call::begin, Call::take_strips}) {
    const MakerWish wish{.gpu = std::make_shared<FailingGpu>(gpu_, call, 0)};
    expect_made_by_cores(make_band(page_bands(), 1, wish, wish), 0);
  }
}

TEST_P(BandsOnGpus, EndTheirFirstPassWhereItIsNoLongerWanted) {
  for (const Call call : {Call::none, Call::wait}) {
    int asked = 0;
    const auto check = [&] { return ++asked < 8 ? Status() : Status(Error{"no longer wanted"}); };
    PageShare share{.rows = page_bands().band(1)};
    share.begin = [&](const MakerSettings& settings) {
      const MakerWish wish{.gpu = std::make_shared<FailingGpu>(gpu_, call, 2)};
      return pass_rows_to(page_bands().band(1).begin, settings, wish, check);
    };
    RunResources resources;
    resources.share = std::make_shared<PageShare>(share);
    MadePage page(width, height, 8);
    PlatesInMemory sink;
    const auto report = rip_page(job_of("auto"), {"page"}, page, sink, {}, resources);
    ASSERT_FALSE(report.ok());
    EXPECT_THAT(report.error().message, HasSubstr("no longer wanted"));
  }
}

TEST_P(BandsOnGpus, FailWhereOnlyTheGpuMayMakeThem) {
  const Bands bands = page_bands();
  const Made made = make_band(bands, 0, {.backend = "cuda", .gpu = std::make_shared<FailingGpu>(gpu_, Call::wait, 3)});
  ASSERT_FALSE(made.report.ok());
  EXPECT_THAT(made.report.error().message, HasSubstr("the test's GPU broke"));
  const Made passed = make_band(bands, 1, {.backend = "cpu"},
                                {.backend = "cuda", .gpu = std::make_shared<FailingGpu>(gpu_, Call::wait, 3)});
  ASSERT_FALSE(passed.report.ok());
  EXPECT_THAT(passed.report.error().message, HasSubstr("the test's GPU broke"));
}

INSTANTIATE_TEST_SUITE_P(Gpus, BandsOnGpus, testing::Values("made", "cuda"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace platerip::rip
