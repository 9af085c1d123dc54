// Pages that the cores begin while their GPU starts. The GPU is made of the reference backends, or the machine's own if
// there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "rip/makers/gpu_maker.h"
#include "rip/makers/later_gpu.h"
#include "rip/page/rip_page.h"
#include "tests/halftone/quick_methods.h"
#include "tests/rip/late_gpu.h"
#include "tests/rip/report_text.h"
#include "tests/sanitized.h"
#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;
using namespace test;

constexpr std::int64_t width = 97;
constexpr std::int64_t height = 200;

constexpr std::int64_t never = height + 1;

Job job_of(const std::string& backend) {
  Job job;
  job.backend = backend;
  job.threads = 3;
  job.strip_rows = 3;
  return job;
}

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
  std::int64_t rows_seen = 0;  ///< by the callback for the progress
};

Made make_plates(const Job& job, PageRows& page, const std::shared_ptr<Gpu>& gpu = nullptr) {
  PlatesInMemory sink;
  Made made;
  const PageEvents events{.progress = [&](const PageProgress& progress) {
    EXPECT_GT(progress.rows_done, made.rows_seen);
    made.rows_seen = progress.rows_done;
  }};
  made.report = rip_page(job, {"page"}, page, sink, events, {.gpu = gpu, .cores_may_begin = true});
  made.plates = std::move(sink.plates);
  return made;
}

Made reference(Job job, int bits = 8) {
  job.backend = "reference";
  MadePage page(width, height, bits);
  return make_plates(job, page);
}

void expect_same(const Made& made, const Made& expected) {
  ASSERT_TRUE(made.report.ok()) << made.report.error().message;
  ASSERT_TRUE(expected.report.ok()) << expected.report.error().message;
  EXPECT_TRUE(made.plates == expected.plates);
  EXPECT_EQ(made.rows_seen, height);
  EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
  EXPECT_DOUBLE_EQ(made.report->max_total_ink_percent, expected.report->max_total_ink_percent);
  for (std::size_t plate = 0; plate < made.report->plates.size(); ++plate)
    EXPECT_EQ(made.report->plates[plate].coverage_percent, expected.report->plates[plate].coverage_percent);
}

class LateGpus : public TestOnGpus {
 protected:
  /// Makes a page by "auto". The GPU fails at a call and starts at a row.
  Made make_late(const Job& job, std::int64_t at, Call call = Call::none, int strips = 0, int bits = 8) const {
    const auto late = std::make_shared<LateGpu>(std::make_shared<FailingGpu>(gpu_, call, strips));
    SlowPage page(width, height, bits, *late, at);
    return make_plates(job, page, late);
  }
};

// The row at which the page was handed over.
std::int64_t row_of(const Made& made) {
  const std::string& backend = made.report->halftone_backend;
  const std::string words = " to row ";
  const std::size_t at = backend.find(words);
  return at == std::string::npos ? 0 : std::stoll(backend.substr(at + words.size()));
}

TEST_P(LateGpus, GoOnWithPagesOfTheCores) {
  const Made expected = reference(job_of("auto"));
  for (const std::int64_t at : {0, 1, 50, 100, 160}) {
    const Made made = make_late(job_of("auto"), at);
    expect_same(made, expected);
    EXPECT_THAT(made.report->halftone_backend, HasSubstr(GetParam()));
    EXPECT_THAT(made.report->separation_backend, HasSubstr(", then "));
    EXPECT_GE(row_of(made), at);
    EXPECT_LT(row_of(made), height);
    EXPECT_EQ(made.report->without_gpu, "");
    EXPECT_THAT(made.report->warnings, IsEmpty());
  }
}

// Reports see tones before the plates below them are made, on the cores and on the GPU.
TEST_P(LateGpus, GoOnWithReports) {
  const TempFolder folder;
  for (const auto& [method, rows, bits] :
       {std::tuple{"tone", 3, 8}, {"tone", 64, 16}, {"dbs", 3, 16}, {"dbs", 64, 8}}) {
    Job job = job_of("auto");
    job.strip_rows = rows;
    job.method = *halftone::find_method(method);
    job.report.file = folder.file("report.html");
    ASSERT_TRUE(reference(job, bits).report.ok());
    const std::string expected = report_text(*job.report.file);
    for (const std::int64_t at : {0, 1, 50, 100}) {
      for (const auto& [call, strips] : {std::pair{Call::none, 0}, {Call::wait, 2}, {Call::submit, 3}}) {
        SCOPED_TRACE(testing::Message() << method << ", " << rows << " rows, at " << at << ", broken at " << strips);
        ASSERT_TRUE(make_late(job, at, call, strips, bits).report.ok());
        EXPECT_TRUE(report_text(*job.report.file) == expected);
      }
    }
  }
}

TEST_P(LateGpus, GoOnWithEveryHalftone) {
  for (const halftone::Method method : halftone::quick_methods()) {
    Job job = job_of("auto");
    job.method = method;
    const bool is_search = method.info().search != nullptr;
    job.drops.levels = 4;
    if (is_search) job.drops.mix = 0;
    if (!is_search) job.drops.sizes = {0, 28, 55, 100};
    const int bits = is_search ? 8 : 16;  // what GPUs have kernels for
    SCOPED_TRACE(method.name());
    expect_same(make_late(job, 40, Call::none, 0, bits), reference(job, bits));
  }
}

// A search holds rows back when it is handed over. If the GPU fails before it has given them out, or while it does, the
// cores search them again.
TEST_P(LateGpus, GoOnWithSearchesAndGiveThemBack) {
  constexpr std::int64_t columns = 120, rows = 800;
  for (const std::int64_t strip_rows : {10, 60}) {
    Job job = job_of("auto");
    job.method = *halftone::find_method("dbs");
    job.quality = sanitized ? halftone::SearchQuality::draft : halftone::SearchQuality::best;
    job.planes = {"Black"};
    job.strip_rows = strip_rows;
    Job by_reference = job;
    by_reference.backend = "reference";
    MadePage page(columns, rows, 8);
    const Made expected = make_plates(by_reference, page);
    for (const std::int64_t at : {0, 250}) {
      for (const int strips : {-1, 0, 1, 3, 9}) {  // −1: the GPU does not fail
        SCOPED_TRACE(testing::Message() << "strips of " << strip_rows << " rows, handed over at " << at
                                        << ", broken at " << strips);
        const Call call = strips < 0 ? Call::none : Call::wait;
        const auto late = std::make_shared<LateGpu>(std::make_shared<FailingGpu>(gpu_, call, strips));
        SlowPage slow(columns, rows, 8, *late, at);
        const Made made = make_plates(job, slow, late);
        ASSERT_TRUE(made.report.ok()) << made.report.error().message;
        EXPECT_TRUE(made.plates == expected.plates);
        EXPECT_EQ(made.rows_seen, rows);
        EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
        if (strip_rows == 10) {  // else the page may be done before the GPU is ready
          EXPECT_THAT(made.report->halftone_backend, HasSubstr(GetParam()));
        }
      }
    }
  }
}

TEST_P(LateGpus, ThatDoNotStartLeaveThePageToTheCores) {
  for (const std::int64_t at : {never, height}) {
    const Made made = make_late(job_of("auto"), at);
    expect_same(made, reference(job_of("auto")));
    EXPECT_EQ(row_of(made), 0);
    EXPECT_THAT(made.report->halftone_backend, StartsWith("cpu"));
    EXPECT_EQ(made.report->without_gpu, "");
  }
}

TEST_P(LateGpus, ThatCannotBeginLeaveThePageToTheCores) {
  for (const Call call : {Call::health, Call::prepare, Call::begin, Call::take_strips}) {
    SCOPED_TRACE(static_cast<int>(call));
    const Made made = make_late(job_of("auto"), 10, call);
    expect_same(made, reference(job_of("auto")));
    EXPECT_EQ(row_of(made), 0);
    EXPECT_THAT(made.report->halftone_backend, StartsWith("cpu"));
    EXPECT_THAT(made.report->without_gpu, StartsWith("the test's GPU "));
    EXPECT_THAT(made.report->warnings, IsEmpty());
  }
}

TEST_P(LateGpus, ThatFailGiveThePageBackToTheCores) {
  const Made expected = reference(job_of("auto"));
  for (const Call call : {Call::submit, Call::wait}) {
    for (const int strips : {0, 1, 4}) {
      const Made made = make_late(job_of("auto"), 60, call, strips);
      expect_same(made, expected);
      EXPECT_THAT(made.report->halftone_backend, MatchesRegex("cpu .* to row [0-9]+, then .*, then cpu .*"));
      ASSERT_EQ(made.report->warnings.size(), 1);
      const std::string start = "the test's GPU broke; the CPU went on from row ";
      const std::string& warning = made.report->warnings[0].message;
      ASSERT_THAT(warning, StartsWith(start));
      EXPECT_GE(std::stoll(warning.substr(start.size())), row_of(made));
    }
  }
}

TEST_P(LateGpus, AreNotWorthAPageThatIsNearlyDone) {
  const auto late = std::make_shared<LateGpu>(gpu_, 3600);
  SlowPage page(width, height, 8, *late, 0);
  const Made made = make_plates(job_of("auto"), page, late);
  expect_same(made, reference(job_of("auto")));
  EXPECT_THAT(made.report->halftone_backend, StartsWith("cpu"));
  EXPECT_FALSE(late->has_begun());
}

TEST_P(LateGpus, MakeThePageAloneWhereThatWasAskedFor) {
  const auto late = std::make_shared<LateGpu>(gpu_);
  SlowPage page(width, height, 8, *late, 0);
  const Made made = make_plates(job_of("cuda"), page, late);
  expect_same(made, reference(job_of("cuda")));
  EXPECT_THAT(made.report->halftone_backend, StartsWith(GetParam()));
}

TEST_P(LateGpus, MayBeStoppedAtAnyTime) {
  for (const int strips : {0, 3, 30, 50}) {
    const auto late = std::make_shared<LateGpu>(gpu_);
    SlowPage page(width, height, 8, *late, 20);
    PlatesInMemory sink;
    std::atomic<int> asked = 0;
    const auto report = rip_page(job_of("auto"), {"page"}, page, sink, {.stop = [&] { return asked++ >= strips; }},
                                 {.gpu = late, .cores_may_begin = true});
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().message, "page: stopped");
    EXPECT_EQ(report.error().code, ErrorCode::stopped);
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, LateGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

/// Does nothing but begin, slowly.
class EmptyPage : public GpuPage {
 public:
  [[nodiscard]] std::string separation_backend() const override { return "empty"; }
  [[nodiscard]] std::string halftone_backend() const override { return "empty"; }
  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    memory_.resize(strips_bytes(shape, plan, 0));
    return plan;
  }
  Result<std::byte*> take_strips(const halftone::Boundary&) override { return memory_.data(); }
  Status submit(const StripInFlight&) override { return {}; }
  Result<GpuStripDone> wait() override { return GpuStripDone{}; }
  void stop() override {}
  [[nodiscard]] halftone::Boundary boundary() const override { return {}; }

 private:
  std::vector<std::byte> memory_;
};

class EmptyGpu : public MadeGpu {
 public:
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork&) override {
    return std::unique_ptr<GpuPage>(std::make_unique<EmptyPage>());
  }
};

MakerSettings small_page() {
  MakerSettings settings;
  settings.halftone.width = width;
  settings.plate_inks = {0};
  settings.shape = {.width = width, .pixel_row_bytes = width, .planes = 1, .plates = 1, .plate_row_bytes = 13};
  settings.page_height = height;
  settings.rows = RowsToMake::all(height);
  settings.memory = std::size_t{1} << 20;
  settings.cores = *find_backends("reference");
  return settings;
}

// 1024 rows have 172 KiB of pixels and plates.
TEST(GpuStrips, AreWholeStripesOnAShorterSlantWithLittleMemory) {
  MakerSettings settings = small_page();
  settings.page_height = 20'000;
  settings.rows = RowsToMake::all(settings.page_height);
  settings.reader_bytes = 0;
  std::int64_t lower = 32;
  for (const std::size_t kib : {80, 100, 140, 180, 260, 500}) {
    settings.memory = kib << 10;
    const auto maker = GpuMaker::make(settings, std::make_unique<EmptyPage>(), false);
    ASSERT_TRUE(maker.ok()) << maker.error().message;
    const StripPlan& plan = (*maker)->plan();
    EXPECT_EQ(plan.rows % 32, 0) << kib;
    EXPECT_GE(plan.rows, lower) << kib;
    EXPECT_GE(plan.behind, 2) << kib;
    lower = plan.rows;
  }
  EXPECT_GE(lower, 128);
}

// Only the GPU's own threads.
TEST(GpuThreads, AreReadyWhileOthersWork) {
  const auto late = std::make_shared<LateGpu>(std::make_shared<EmptyGpu>());
  LaterGpu gpu(late, small_page());
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(gpu.is_due(0));
  late->start();
  while (!gpu.is_due(1)) std::this_thread::yield();
  EXPECT_FALSE(gpu.is_due(height));
  EXPECT_EQ(gpu.take_maker()->halftone_backend(), "empty");
  EXPECT_EQ(gpu.refusal(), "");
}

TEST(GpuThreads, EndWithAPageThatIsDoneBefore) {
  for (const bool has_started : {false, true}) {
    const auto late = std::make_shared<LateGpu>(std::make_shared<EmptyGpu>());
    if (has_started) late->start();
    LaterGpu gpu(late, small_page());
    for (int i = 0; i < 3; ++i) static_cast<void>(gpu.is_due(1));
    EXPECT_EQ(gpu.refusal(), "");
  }
}

/// Measures the memory of the process when it is asked for strips.
class MeasuringPage : public EmptyPage {
 public:
  explicit MeasuringPage(std::size_t& freed) : freed_(freed) {}
  Result<StripPlan> begin(const StripShape&, const StripPlan& plan) override { return plan; }
  Result<std::byte*> take_strips(const halftone::Boundary&) override {
    const std::size_t before = peak_memory();
    forget_peak();
    freed_ = before - peak_memory();
    return Error{"has seen enough"};
  }

 private:
  std::size_t& freed_;
};

class MeasuringGpu : public MadeGpu {
 public:
  explicit MeasuringGpu(std::size_t& freed) : freed_(freed) {}
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork&) override {
    return std::unique_ptr<GpuPage>(std::make_unique<MeasuringPage>(freed_));
  }

 private:
  std::size_t& freed_;
};

// Six strips of 250 rows take 45 MB.
TEST(HandOver, FreesTheStripsOfTheCoresBeforeTheGpuTakesMemory) {
  if (!memory_can_be_measured) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  std::size_t freed = 0;
  const auto late = std::make_shared<LateGpu>(std::make_shared<MeasuringGpu>(freed));
  SlowPage page(4000, 6000, 8, *late, 2000);
  Job job = job_of("auto");
  job.strip_rows = 250;
  job.memory = std::size_t{256} << 20;
  PlatesInMemory sink;
  forget_peak();
  const auto report = rip_page(job, {"page"}, page, sink, {}, {.gpu = late, .cores_may_begin = true});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->without_gpu, "has seen enough");
  EXPECT_GT(freed, std::size_t{30} << 20);
}

TEST(HandOver, PaysIfEnoughOfThePageIsLeft) {
  constexpr double pause = 0.05;
  EXPECT_TRUE(pays_to_hand_over(0, 1000, 0, pause)) << "nothing is known yet";
  EXPECT_TRUE(pays_to_hand_over(500, 1000, 0.35, pause));
  EXPECT_FALSE(pays_to_hand_over(900, 1000, 0.35, pause));
  EXPECT_FALSE(pays_to_hand_over(1000, 1000, 10, pause));
  EXPECT_TRUE(pays_to_hand_over(900, 1000, 3.5, pause));
  EXPECT_FALSE(pays_to_hand_over(1, 1000, 1e-9, pause));
}

}  // namespace
}  // namespace platerip::rip
