// Pages that are dealt to GPUs, some of which cannot take them.
#include "rip/runs/dealer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "rip/pages/page_files.h"
#include "rip/resources/memory_share.h"

#include "tests/rip/late_gpu.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::rip {
namespace {

using namespace test;
using Plates = std::vector<std::vector<std::byte>>;

constexpr std::size_t page_count = 9;

/// A run whose functions the test gives.
class MadeRun : public RunPages {
 public:
  struct Functions {
    std::function<std::optional<DealtPage>()> next;
    std::function<bool(DealtPage&)> open;
    std::function<Result<PageReport>(const DealtPage&)> make;
    std::function<void(const DealtPage&, const Result<PageReport>&)> done;
    std::function<void(std::size_t, const Error&)> lost;
  };
  explicit MadeRun(Functions functions) : functions_(std::move(functions)) {}
  std::optional<DealtPage> next() override { return functions_.next(); }
  bool open(DealtPage& turn) override { return functions_.open(turn); }
  Result<PageReport> make(const DealtPage& turn) override { return functions_.make(turn); }
  void done(const DealtPage& turn, const Result<PageReport>& report) override { functions_.done(turn, report); }
  void lost(std::size_t gpu, const Error& error) override { functions_.lost(gpu, error); }

 private:
  Functions functions_;
};

bool opened(DealtPage& turn) {
  open_rows(turn);
  return true;
}

/// Runs small pages that are all the same.
class DealtPages : public testing::TestWithParam<const char*> {
 protected:
  DealtPages() {
    write_page(path_, spec_);
    job_.backend = GetParam();
    job_.threads = 4;
    job_.strip_rows = 32;
  }

  void deal(const std::vector<std::shared_ptr<Gpu>>& gpus, bool cores_may_take_pages = false) {
    PageFiles pages(std::vector<std::string>(page_count, dealt_), memory_of(job_) / reader_share);
    std::size_t next = 0;
    MadeRun run({.next = [&]() -> std::optional<DealtPage> {
                   auto page = pages.next();
                   if (!page) return std::nullopt;
                   return DealtPage{next++, *std::move(page), job_};
                 },
                 .open = opened,
                 .make = [&](const DealtPage& turn) { return rip(turn); },
                 .done =
                     [&](const DealtPage& turn, const Result<PageReport>& report) {
                       EXPECT_TRUE(reports_.emplace(turn.number, report).second) << "page " << turn.number << " twice";
                       EXPECT_EQ(turn.number, reports_.size() - 1) << "not in order";
                     },
                 .lost = [&](std::size_t gpu, const Error&) { lost_.push_back(gpu); }});
    Dealer(run, gpus, job_.threads, cores_may_take_pages).run();
  }

  void expect_all_made() {
    ASSERT_EQ(reports_.size(), page_count);
    const Plates expected = reference();
    for (const auto& [page, report] : reports_) {
      ASSERT_TRUE(report.ok()) << report.error().message;
      EXPECT_TRUE(plates_.at(page) == expected) << "page " << page;
    }
  }

  const PageSpec spec_{.width = 70, .height = 200};
  std::map<std::size_t, Result<PageReport>> reports_;
  std::vector<std::size_t> lost_;
  std::vector<Job> turns_;  // the jobs of all pages, as they were dealt
  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
  std::string dealt_ = path_;
  Job job_;

 private:
  Result<PageReport> rip(const DealtPage& turn) {
    PlatesInMemory sink;
    auto report = rip_page(turn.job, turn.page->source, *turn.page->rows, sink, {}, turn.resources);
    const std::lock_guard lock(mutex_);
    plates_[turn.number] = std::move(sink.plates);
    turns_.push_back(turn.job);
    return report;
  }

  Plates reference() const {
    Job job = job_;
    job.backend = "reference";
    PlatesInMemory sink;
    const auto rows = open_page({path_}, memory_of(job));
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

// Two GPUs share the threads, and with fewer threads the usual memory would be less.
TEST_P(DealtPages, KeepTheMemoryUnderWhichTheyWereOpened) {
  job_.threads = 16;
  deal({whole(), failing(Call::submit)});
  expect_all_made();
  ASSERT_GE(turns_.size(), page_count);
  EXPECT_TRUE(std::ranges::any_of(turns_, [](const Job& turn) { return turn.threads == 8; }));
  for (const Job& turn : turns_) {
    EXPECT_EQ(memory_range(turn).usual, memory_range(job_).usual);
    EXPECT_EQ(memory_range(turn).most, memory_range(job_).most);
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

/// Pages that the cores take, too.
class PagesOfAll : public DealtPages {
 protected:
  PagesOfAll() { job_.threads = 8; }

  void deal_to_all(const std::vector<std::shared_ptr<Gpu>>& gpus) {
    reports_.clear();
    lost_.clear();
    deal(gpus, true);
  }

  std::ptrdiff_t count_by(const std::string& backend) const {
    return std::ranges::count_if(reports_,
                                 [&](const auto& made) { return made.second->halftone_backend.starts_with(backend); });
  }
};

TEST_P(PagesOfAll, AreMadeOnceEach) {
  for (int i = 0; i < 5; ++i) {
    deal_to_all({whole()});
    expect_all_made();
  }
  job_.threads = 24;
  deal_to_all({whole(), whole(), whole()});
  expect_all_made();
}

TEST_P(PagesOfAll, AreTheCoresWhereTheGpuDoesNotStart) {
  deal_to_all({std::make_shared<LateGpu>(whole())});
  expect_all_made();
  EXPECT_EQ(count_by("cpu"), page_count);
  for (const auto& [page, report] : reports_) EXPECT_EQ(report->without_gpu, "");
}

TEST_P(PagesOfAll, AreTheCoresWhereTheGpuCannotStart) {
  const auto gpu = std::make_shared<LateGpu>(failing(Call::health));
  gpu->start();
  deal_to_all({gpu});
  expect_all_made();
  EXPECT_EQ(count_by("cpu"), page_count);
  for (const auto& [page, report] : reports_) EXPECT_EQ(report->without_gpu, "the test's GPU broke");
}

TEST_P(PagesOfAll, AreAllMadeWhereAGpuFails) {
  for (const Call call : {Call::health, Call::prepare, Call::begin, Call::take_strips, Call::submit, Call::wait}) {
    deal_to_all({failing(call)});
    expect_all_made();
    EXPECT_THAT(lost_, testing::IsEmpty());
    job_.threads = 16;
    deal_to_all({failing(call), whole()});
    expect_all_made();
    deal_to_all({failing(call), failing(call)});
    expect_all_made();
    job_.threads = 8;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, PagesOfAll, testing::Values("auto"),
                         [](const auto& backend) { return std::string(backend.param); });

// The GPU starts when the page is read, and then has no other page.
TEST(LastPage, IsHandedOverToAGpuWithoutOne) {
  const auto gpu = std::make_shared<LateGpu>(whole());
  Job job;
  job.threads = 8;
  job.strip_rows = 1;
  bool is_dealt = false;
  std::string backend;
  MadeRun run({.next = [&]() -> std::optional<DealtPage> {
                 if (std::exchange(is_dealt, true)) return std::nullopt;
                 return DealtPage{0, NextPage{{"page"}, std::make_unique<SlowPage>(70, 200, 8, *gpu, 10)}, job};
               },
               .open = opened,
               .make =
                   [&](const DealtPage& turn) {
                     PlatesInMemory sink;
                     return rip_page(turn.job, turn.page->source, *turn.page->rows, sink, {}, turn.resources);
                   },
               .done =
                   [&](const DealtPage&, const Result<PageReport>& report) {
                     ASSERT_TRUE(report.ok()) << report.error().message;
                     backend = report->halftone_backend;
                   },
               .lost = [](std::size_t, const Error&) { ADD_FAILURE(); }});
  Dealer(run, {gpu}, job.threads, true).run();
  EXPECT_THAT(backend, testing::MatchesRegex("cpu .* to row [0-9]+, then made"));
}

/// Makes nothing. Starts after some questions.
class EmptyGpu : public Gpu {
 public:
  explicit EmptyGpu(int questions) : questions_(questions) {}
  bool has_started() override { return questions_-- <= 0; }
  double take_over_seconds() const override { return 0; }
  Status health() override { return is_broken ? Status(Error{"broken", ErrorCode::device}) : Status(); }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork&) override { return Error{"makes nothing"}; }
  void release_memory() override {}

  std::atomic<bool> is_broken = false;

 private:
  std::atomic<int> questions_;
};

// Only the dealer's own threads. Every GPU breaks at its third page.
TEST(DealtByThreads, AreDoneOnceAndInOrder) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  write_page(path, PageSpec{.width = 1, .height = 1});
  for (const int questions : {0, 2, 1'000'000}) {
    std::vector<std::shared_ptr<Gpu>> gpus;
    for (int gpu = 0; gpu < 3; ++gpu) gpus.push_back(std::make_shared<EmptyGpu>(questions));
    std::map<Gpu*, std::atomic<int>> made;
    for (const auto& gpu : gpus) made[gpu.get()] = 0;
    std::size_t next = 0, done = 0;
    MadeRun run({.next = [&]() -> std::optional<DealtPage> {
                   if (next == 60) return std::nullopt;
                   return DealtPage{next++, NextPage{{path}, nullptr}, {}};
                 },
                 .open = [](const DealtPage& turn) { return turn.number % 5 != 0; },
                 .make = [&](const DealtPage& turn) -> Result<PageReport> {
                   std::this_thread::sleep_for(std::chrono::microseconds(turn.number % 7 * 100));
                   const auto found = made.find(turn.resources.gpu.get());
                   if (found == made.end()) {
                     EXPECT_EQ(turn.job.threads, 24);
                     static_cast<void>(turn.resources.gpu->has_started());
                     return PageReport{};
                   }
                   EXPECT_GE(turn.job.threads, 8);
                   if (++found->second == 3) {
                     static_cast<EmptyGpu*>(found->first)->is_broken = true;
                     return Error{"broken", ErrorCode::device};
                   }
                   return PageReport{};
                 },
                 .done =
                     [&](const DealtPage& turn, const auto&) {
                       if (done % 5 == 0) ++done;  // not made
                       EXPECT_EQ(turn.number, done++);
                     },
                 .lost = [](std::size_t, const Error&) {}});
    Dealer(run, gpus, 24, true).run();
    EXPECT_EQ(done, 60);
  }
}

TEST(ThreadShares, AreAllThreadsForTheCoresWhileNoGpuWorks) {
  const auto shares = [](int threads, std::size_t gpus, bool cores) {
    const ThreadShares divided = share_threads(threads, gpus, cores);
    return std::pair(divided.of_gpu, divided.of_cores);
  };
  EXPECT_EQ(shares(16, 1, true), std::pair(16, 16));
  EXPECT_EQ(shares(64, 4, true), std::pair(16, 64));
  for (const int threads : {1, 2, 7}) EXPECT_EQ(shares(threads, 1, true), std::pair(threads, 0));
  EXPECT_EQ(shares(16, 1, false), std::pair(16, 0));
  EXPECT_EQ(shares(16, 8, true), std::pair(2, 0));
  EXPECT_EQ(shares(2, 8, true), std::pair(1, 0));
  EXPECT_EQ(share_threads(16, 0, true).of_cores, 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, DealtPages, testing::Values("cuda", "auto"),
                         [](const auto& backend) { return std::string(backend.param); });

}  // namespace
}  // namespace platerip::rip
