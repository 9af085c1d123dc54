// Bands of a page that ranks search together, on a GPU that fails. The GPU is one made of the reference backends, and
// also the machine's own if there is one.
#include "rip/mpi/band_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "halftone/search/bands.h"
#include "rip/color/ink_settings.h"
#include "rip/engines/cores_engine.h"
#include "rip/mpi/band_rows.h"
#include "rip/mpi/passed_rows.h"
#include "rip/pipeline/rip_page.h"
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
  MemorySink sink;
  Made made;
  made.report = rip_page(job_of(backend), {"page"}, page, sink);
  made.plates = std::move(sink.plates);
  return made;
}

Status wanted() {
  return {};
}

// The first rows of the page, halftoned by the methods with which the searches begin.
Result<PassedRows> pass_rows(EngineSettings settings, std::int64_t rows, const EngineWish& wish) {
  settings.halftone = halftone::start_of(settings.halftone);
  settings.height = rows;
  MadePage page(width, height, 8);
  return pass_on_gpu(settings, page, wish, wanted);
}

// The same on the cores.
Result<PassedRows> pass_rows_on_cores(EngineSettings settings, std::int64_t rows) {
  settings.halftone = halftone::start_of(settings.halftone);
  settings.height = rows;
  const auto engine = CoresEngine::make(settings);
  if (!engine.ok()) return engine.error();
  MadePage page(width, height, 8);
  if (const Status status = run_pass(**engine, page, rows, settings.threads, wanted); !status.ok())
    return status.error();
  auto boundary = (*engine)->save();
  if (!boundary.ok()) return boundary.error();
  return PassedRows{*std::move(boundary), ""};
}

// What a band begins with. `first_pass`: the GPU for the rows above it, if it has one.
Result<PassedRows> above_band(const EngineSettings& settings, std::int64_t begin, const EngineWish& first_pass) {
  if (begin == 0) return PassedRows();
  auto rows = first_pass.gpu ? pass_rows(settings, begin, first_pass) : pass_rows_on_cores(settings, begin);
  if (rows.ok()) rows->boundary = halftone::band_boundary(settings.halftone, std::move(rows->boundary));
  return rows;
}

// The rows that are given to the halftone.
Made make_band(const Bands& bands, int rank, const EngineWish& wish, const EngineWish& first_pass = {}) {
  const Band band = bands.band(rank);
  RunResources resources;
  resources.make_engine = [&](const EngineSettings& settings) -> Result<std::unique_ptr<Engine>> {
    auto above = above_band(settings, band.begin, first_pass);
    if (!above.ok()) return above.error();
    return BandEngine::make(
        settings,
        {.band = band, .unit = bands.unit(), .ranks = bands.count(), .above = *std::move(above), .engine = wish});
  };
  resources.add_sums = [band](PageSums& sums) {
    sums.rows = band.last - band.first;
    return Status();
  };
  BandRows rows(std::make_unique<MadePage>(width, height, 8), band);
  MemorySink sink;
  Made made;
  made.report = rip_page(job_of(std::string(wish.backend)), {"page"}, rows, sink, {}, resources);
  made.plates = std::move(sink.plates);
  return made;
}

// The rows that a rank makes, of plates that begin at row `begin` of the page.
std::vector<std::vector<std::byte>> rows_of(const Band& band, const Made& made, std::int64_t begin) {
  const std::int64_t row_bytes = halftone::plate_row_bytes(width, 2);
  std::vector<std::vector<std::byte>> rows;
  for (const auto& plate : made.plates)
    rows.emplace_back(plate.begin() + (band.first - begin) * row_bytes,
                      plate.begin() + (band.last - begin) * row_bytes);
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
    const Band band = bands.band(rank);
    const Made by_cores = make_band(bands, rank, {.backend = "cpu"});
    ASSERT_TRUE(by_cores.report.ok()) << by_cores.report.error().message;
    for (const int at : {-1, 0, 1, 5, 9, 14}) {  // −1: the GPU does not fail
      SCOPED_TRACE(testing::Message() << "rank " << rank << ", broken at " << at);
      const Call call = at < 0 ? Call::none : Call::wait;
      const Made made = make_band(bands, rank, {.gpu = std::make_shared<FailingGpu>(gpu_, call, at)});
      ASSERT_TRUE(made.report.ok()) << made.report.error().message;
      EXPECT_TRUE(rows_of(band, made, band.begin) == rows_of(band, page, 0));
      EXPECT_TRUE(made.plates == by_cores.plates) << "above or below the band";
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
    const EngineWish first_pass{.gpu = std::make_shared<FailingGpu>(gpu_, call, at)};
    expect_made_by_cores(make_band(page_bands(), 1, {.backend = "cpu"}, first_pass), at < 0 ? 0 : 1);
  }
}

TEST_P(BandsOnGpus, AreMadeOnTheCpuAfterAGpuThatFailedInTheFirstPass) {
  const EngineWish wish{.gpu = std::make_shared<FailingGpu>(gpu_, Call::wait, 3)};
  expect_made_by_cores(make_band(page_bands(), 1, wish, wish), 1);
}

TEST_P(BandsOnGpus, HaveTheirFirstPassOnTheCpuIfTheGpuCannotBegin) {
  for (const Call call : {Call::prepare, Call::begin, Call::take_strips}) {
    const EngineWish wish{.gpu = std::make_shared<FailingGpu>(gpu_, call, 0)};
    expect_made_by_cores(make_band(page_bands(), 1, wish, wish), 0);
  }
}

TEST_P(BandsOnGpus, EndTheirFirstPassWhereItIsNoLongerWanted) {
  for (const Call call : {Call::none, Call::wait}) {
    RunResources resources;
    resources.make_engine = [&](EngineSettings settings) -> Result<std::unique_ptr<Engine>> {
      settings.halftone = halftone::start_of(settings.halftone);
      MadePage page(width, height, 8);
      int asked = 0;
      const auto passed = pass_on_gpu(settings, page, {.gpu = std::make_shared<FailingGpu>(gpu_, call, 2)},
                                      [&] { return ++asked < 8 ? Status() : Status(Error{"no longer wanted"}); });
      return passed.ok() ? Error{"it went on"} : passed.error();
    };
    MadePage page(width, height, 8);
    MemorySink sink;
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
