// Pages that are dealt to GPUs, some of which cannot take them.
#include "rip/pipeline/dealer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "rip/pages/page_files.h"
#include "rip/resources/memory_share.h"

#include "tests/rip/made_gpu.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::rip {
namespace {

using namespace test;
using Plates = std::vector<std::vector<std::byte>>;

constexpr std::size_t page_count = 9;

/// Runs small pages that are all the same.
class DealtPages : public testing::TestWithParam<const char*> {
 protected:
  DealtPages() {
    write_page(path_, spec_);
    job_.backend = GetParam();
    job_.threads = 4;
    job_.strip_rows = 32;
  }

  void deal(const std::vector<std::shared_ptr<Gpu>>& gpus) {
    PageFiles pages(std::vector<std::string>(page_count, dealt_), job_.memory / reader_share);
    std::size_t next = 0;
    const DealSteps steps{.next = [&]() -> std::optional<DealtPage> {
                            auto page = pages.next();
                            if (!page) return std::nullopt;
                            return DealtPage{next++, *std::move(page), job_};
                          },
                          .rip = [&](const DealtPage& turn) { return rip(turn); },
                          .done =
                              [&](const DealtPage& turn, const Result<PageReport>& report) {
                                EXPECT_TRUE(reports_.emplace(turn.number, report).second)
                                    << "page " << turn.number << " twice";
                              },
                          .lost = [&](std::size_t gpu, const Error&) { lost_.push_back(gpu); }};
    Dealer(steps, gpus, job_.threads).run();
  }

  void expect_all_made() {
    ASSERT_EQ(reports_.size(), page_count);
    for (const auto& [page, report] : reports_) {
      ASSERT_TRUE(report.ok()) << report.error().message;
      EXPECT_TRUE(plates_.at(page) == reference()) << "page " << page;
    }
  }

  const PageSpec spec_{.width = 70, .height = 200};
  std::map<std::size_t, Result<PageReport>> reports_;
  std::vector<std::size_t> lost_;
  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
  std::string dealt_ = path_;
  Job job_;

 private:
  Result<PageReport> rip(const DealtPage& turn) {
    MemorySink sink;
    auto report = rip_page(turn.job, turn.page->source, *turn.page->rows, sink, {}, turn.resources);
    const std::lock_guard lock(mutex_);
    plates_[turn.number] = std::move(sink.plates);
    return report;
  }

  Plates reference() const {
    Job job = job_;
    job.backend = "reference";
    MemorySink sink;
    const auto rows = open_page({path_}, job.memory);
    EXPECT_TRUE(rip_page(job, {path_}, **rows, sink).ok());
    return sink.plates;
  }

  std::mutex mutex_;
  std::map<std::size_t, Plates> plates_;
};

std::shared_ptr<Gpu> whole() {
  return std::make_shared<MadeGpu>();
}

std::shared_ptr<Gpu> failing(Call call) {
  return std::make_shared<FailingGpu>(whole(), call, 2);
}

TEST_P(DealtPages, AreMadeOnceEach) {
  deal({whole(), whole(), whole()});
  expect_all_made();
  EXPECT_THAT(lost_, testing::IsEmpty());
}

TEST_P(DealtPages, GoToOtherGpusThanOneThatFails) {
  for (const Call call : {Call::health, Call::begin, Call::submit, Call::wait}) {
    reports_.clear();
    deal({failing(call), whole()});
    expect_all_made();
    for (const auto& [page, report] : reports_) EXPECT_EQ(report->halftone_backend, "made") << "page " << page;
  }
}

TEST_P(DealtPages, OfANetpbmFileGoToOtherGpusToo) {
  const std::string header = "P6 70 200 255\n";
  std::vector<std::byte> bytes(header.size());
  std::memcpy(bytes.data(), header.data(), header.size());
  const std::vector<std::byte> pixels = expected_pixels(spec_);
  bytes.insert(bytes.end(), pixels.begin(), pixels.end());
  dealt_ = folder_.file("page.ppm");
  write_file(dealt_, bytes);
  deal({failing(Call::submit), whole()});
  expect_all_made();
}

TEST_P(DealtPages, OfAKindThatIsNotForAGpuAreTheCpusOrRefused) {
  deal({failing(Call::prepare), failing(Call::prepare)});
  EXPECT_THAT(lost_, testing::IsEmpty());
  if (GetParam() == std::string("auto")) return expect_all_made();
  ASSERT_EQ(reports_.size(), page_count);
  for (const auto& [page, report] : reports_) {
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().message, path_ + ": the test's GPU does no such pages");
  }
}

TEST_P(DealtPages, ThatAreTooWideForTheMemoryAreNoFaultOfTheGpus) {
  write_page(path_, PageSpec{.width = 80'000, .height = 2});
  job_.memory = std::size_t{1} << 20;
  deal({whole(), whole()});
  EXPECT_THAT(lost_, testing::IsEmpty());
  ASSERT_EQ(reports_.size(), page_count);
  for (const auto& [page, report] : reports_) {
    ASSERT_FALSE(report.ok());
    EXPECT_THAT(report.error().message, testing::MatchesRegex(path_ + ": .* too wide .*"));
    EXPECT_THAT(report.error().advice, testing::ElementsAre(testing::Field(&Advice::setting, "memory")));
  }
}

TEST_P(DealtPages, AreTheJobsBackendsWhereAllGpusFail) {
  for (const Call call : {Call::health, Call::begin, Call::submit, Call::wait}) {
    reports_.clear();
    lost_.clear();
    deal({failing(call), failing(call), failing(call)});
    EXPECT_EQ(lost_.size(), 2);
    if (GetParam() == std::string("auto")) {
      expect_all_made();
      continue;
    }
    ASSERT_EQ(reports_.size(), page_count);
    for (const auto& [page, report] : reports_) {
      ASSERT_FALSE(report.ok());
      EXPECT_THAT(report.error().message, testing::HasSubstr("the test's GPU broke"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, DealtPages, testing::Values("cuda", "auto"),
                         [](const auto& backend) { return std::string(backend.param); });

}  // namespace
}  // namespace platerip::rip
