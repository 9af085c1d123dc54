// A page on a GPU, and what happens if the GPU fails. The GPU is one made of the reference backends, and also the
// machine's own if there is one.
#include "rip/makers/gpu.h"
#include "rip/makers/gpu_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "rip/app/summary.h"
#include "rip/job/job_options.h"
#include "rip/makers/gpu_maker.h"
#include "rip/page/rip_page.h"
#include "tests/halftone/quick_methods.h"
#include "tests/rip/halftone_names.h"
#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"
#include "tests/rip/report_text.h"
#include "tests/sanitized.h"
#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using namespace test;

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
};

/// A job and its resources.
struct GpuJob : Job {
  RunResources resources;
};

constexpr std::int64_t width = 333;
constexpr std::int64_t height = 200;

GpuJob job_of(const std::string& backend) {
  GpuJob job;
  job.backend = backend;
  job.threads = 3;
  job.strip_rows = 32;
  return job;
}

Made make_plates(const GpuJob& job, int bits = 8, std::int64_t rows = height) {
  MadePage page(width, rows, bits);
  PlatesInMemory sink;
  Made made;
  made.report = rip_page(job, {"page"}, page, sink, {}, job.resources);
  made.plates = std::move(sink.plates);
  return made;
}

class GpuPages : public TestOnGpus {
 protected:
  GpuJob job(Call call, int at, const std::string& backend = "auto") const {
    GpuJob job = job_of(backend);
    job.resources.gpu = std::make_shared<FailingGpu>(gpu_, call, at);
    return job;
  }
};

void expect_same(const Made& made, const Made& expected) {
  ASSERT_TRUE(made.report.ok()) << made.report.error().message;
  ASSERT_TRUE(expected.report.ok()) << expected.report.error().message;
  EXPECT_TRUE(made.plates == expected.plates);
  EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
  EXPECT_DOUBLE_EQ(made.report->max_total_ink_percent, expected.report->max_total_ink_percent);
}

TEST_P(GpuPages, HaveTheBitsOfTheReference) {
  for (const std::string& name : gpu_halftone_names()) {
    const halftone::Method method = *halftone::find_method(name);
    for (const int bits : {8, 16}) {
      GpuJob with_gpu = job(Call::none, 0, "cuda");
      with_gpu.method = method;
      with_gpu.planes = bits == 8 ? std::vector<std::string>{} : std::vector<std::string>{"Magenta", "Black"};
      GpuJob reference = with_gpu;
      reference.backend = "reference";
      const Made made = make_plates(with_gpu, bits);
      expect_same(made, make_plates(reference, bits));
      EXPECT_THAT(made.report->halftone_backend, HasSubstr(GetParam())) << made.report->without_gpu;
      EXPECT_THAT(made.report->warnings, IsEmpty());
    }
  }
}

// The report of a page whose boxes are a pixel, or so many that their tones are kept strip by strip.
std::string report_of(const TempFolder& folder, GpuJob job, std::int64_t page_width, std::int64_t page_height) {
  job.report.file = folder.file("report.html");
  job.planes = {"Magenta", "Black"};
  MadePage page(page_width, page_height, 8);
  PlatesInMemory sink;
  const auto made = rip_page(job, {"page"}, page, sink, {}, job.resources);
  EXPECT_TRUE(made.ok()) << made.error().message;
  if (!made.ok()) return "";
  EXPECT_EQ(made->halftone_backend.starts_with("cpu"), job.backend == "cpu") << made->halftone_backend;
  return report_text(*job.report.file);
}

TEST_P(GpuPages, HaveTheReportOfTheCores) {
  const TempFolder folder;
  for (const auto& [page_width, page_height, rows] : {std::tuple{333, 200, 32}, {20, 15'000, 900}}) {
    for (const char* method : {"tone", "floyd-steinberg", "dbs"}) {
      GpuJob cores = job_of("cpu");
      cores.strip_rows = rows;
      cores.method = *halftone::find_method(method);
      const std::string expected = report_of(folder, cores, page_width, page_height);
      for (const auto& [call, at] :
           {std::pair{Call::none, 0}, {Call::wait, 0}, {Call::wait, 3}, {Call::wait, 9}, {Call::submit, 4}}) {
        SCOPED_TRACE(testing::Message() << page_height << " rows, " << method << ", broken at " << at);
        GpuJob with_gpu = job(call, at);
        with_gpu.strip_rows = rows;
        with_gpu.method = cores.method;
        EXPECT_TRUE(report_of(folder, with_gpu, page_width, page_height) == expected);
      }
    }
  }
}

TEST_P(GpuPages, OfOtherColoursMayFollowEachOther) {
  using profiles::Intent;
  GpuJob with_gpu = job(Call::none, 0, "cuda");
  for (const Intent intent : {Intent::relative, Intent::relative, Intent::saturation, Intent::relative}) {
    with_gpu.intent = intent;
    GpuJob reference = job_of("reference");
    reference.intent = intent;
    expect_same(make_plates(with_gpu), make_plates(reference));
  }
}

// The GPU keeps the table of all colours from one page to the next, but not beyond a page without it.
TEST_P(GpuPages, OfExactColoursMayFollowEachOther) {
  using separation::Precision;
  constexpr std::int64_t rows = 800;  // enough for the table
  const TempFolder cache;
  GpuJob with_gpu = job(Call::none, 0, "cuda");
  with_gpu.resources.cache = cache.file("cache");
  for (const Precision precision : {Precision::exact, Precision::exact, Precision::littlecms, Precision::exact}) {
    with_gpu.precision = precision;
    GpuJob reference = job_of("reference");
    reference.precision = precision;
    const Made made = make_plates(with_gpu, 8, rows);
    expect_same(made, make_plates(reference, 8, rows));
    const bool has_table = std::string_view(GetParam()) == "cuda" && precision == Precision::exact;
    EXPECT_THAT(made.report->separation_backend, HasSubstr(has_table ? "exact, table" : ""));
  }
}

TEST_P(GpuPages, HaveGraysInBlackAlone) {
  GpuJob with_gpu = job(Call::none, 0, "cuda");
  with_gpu.keep_black = separation::KeepBlack::neutral;
  for (const int bits : {8, 16}) {
    GpuJob reference = with_gpu;
    reference.backend = "reference";
    expect_same(make_plates(with_gpu, bits), make_plates(reference, bits));
  }
}

// The GPU fails at every number of strips on the slant, including strips without rows that return the last rows.
TEST_P(GpuPages, GoOnWithTheCpuWhereTheGpuFails) {
  const Made expected = make_plates(job_of("reference"));
  for (const std::int64_t rows : {1, 32, 90, 1000}) {
    const auto strips = static_cast<int>((height + rows - 1) / rows);
    const int behind = strips_behind(rows);
    for (const Call call : {Call::submit, Call::wait}) {
      for (const int at : {0, 1, strips / 2, strips - 1, strips, strips + behind - 1}) {
        SCOPED_TRACE(testing::Message() << "strips of " << rows << " rows, broken at " << at << " by "
                                        << (call == Call::submit ? "submit" : "wait"));
        GpuJob failing = job(call, at);
        failing.strip_rows = rows;
        const Made made = make_plates(failing);
        expect_same(made, expected);
        ASSERT_EQ(made.report->warnings.size(), 1);
        const std::string& warning = made.report->warnings[0].message;
        const std::string start = "the test's GPU broke; the CPU went on from row ";
        ASSERT_THAT(warning, testing::StartsWith(start));
        const std::int64_t row = std::stoll(warning.substr(start.size()));
        EXPECT_GE(row, std::min(height, (at - behind) * rows));
        EXPECT_LE(row, at * rows);
        EXPECT_THAT(made.report->halftone_backend, HasSubstr("then cpu"));
      }
    }
  }
}

TEST_P(GpuPages, HaveTheSameBitsInStripsOfAnyHeight) {
  const Made expected = make_plates(job_of("reference"));
  for (const std::int64_t rows : {1, 3, 31, 32, 33, 64, 128, 199, 200, 1000}) {
    SCOPED_TRACE(rows);
    GpuJob whole = job(Call::none, 0, "cuda");
    whole.strip_rows = rows;
    expect_same(make_plates(whole), expected);
    whole.threads = 1;
    expect_same(make_plates(whole), expected);
  }
}

TEST_P(GpuPages, GoOnWithTheCpuForEveryHalftone) {
  for (const halftone::Method method : halftone::quick_methods()) {
    GpuJob failing = job(Call::wait, 3);
    failing.method = method;
    const bool is_search = method.info().search != nullptr;
    failing.drops.levels = 4;
    if (is_search) failing.drops.mix = 0;
    if (!is_search) failing.drops.sizes = {0, 28, 55, 100};
    const int bits = is_search ? 8 : 16;  // what GPUs have kernels for
    GpuJob reference = failing;
    reference.backend = "reference";
    expect_same(make_plates(failing, bits), make_plates(reference, bits));
  }
}

TEST_P(GpuPages, SpreadInksEvenlyAndGoOnWithTheCpu) {
  for (const char* const name : {"tone", "centred"}) {
    GpuJob reference = job_of("reference");
    reference.method = *halftone::find_method(name);
    reference.inks = Inks::even;
    const Made expected = make_plates(reference);
    for (const std::int64_t rows : {3, 32, 100, 1000}) {
      for (const int at : {-1, 0, 2}) {  // −1: the GPU does not fail
        SCOPED_TRACE(testing::Message() << name << " in strips of " << rows << " rows, broken at " << at);
        GpuJob made = at < 0 ? job(Call::none, 0, "cuda") : job(Call::wait, at);
        made.method = reference.method;
        made.inks = Inks::even;
        made.strip_rows = rows;
        expect_same(make_plates(made), expected);
      }
    }
  }
}

// A search holds back 108 rows or more. Their pixels are still in the buffers when the GPU fails.
TEST_P(GpuPages, AreSearchedAndGoOnWithTheCpu) {
  using enum halftone::SearchQuality;
  for (const auto quality : test::sanitized ? std::vector{draft} : std::vector{draft, best}) {
    GpuJob reference = job_of("reference");
    reference.method = *halftone::find_method("dbs");
    reference.quality = quality;
    reference.planes = {"Black"};
    const Made expected = make_plates(reference, 8, 700);
    for (const std::int64_t rows :
         test::sanitized || quality == best ? std::vector<std::int64_t>{32} : std::vector<std::int64_t>{3, 32, 256}) {
      const auto strips = static_cast<int>((700 + rows - 1) / rows);
      for (const int at : {-1, 0, strips / 2, strips - 1, strips + 2}) {  // −1: it does not fail
        SCOPED_TRACE(testing::Message() << "strips of " << rows << " rows, broken at " << at);
        GpuJob made = at < 0 ? job(Call::none, 0, "cuda") : job(Call::wait, at);
        made.method = reference.method;
        made.quality = quality;
        made.planes = reference.planes;
        made.strip_rows = rows;
        const Made plates = make_plates(made, 8, 700);
        expect_same(plates, expected);
        if (at >= 0 && at < strips) {
          EXPECT_THAT(plates.report->halftone_backend, HasSubstr("then cpu"));
        }
      }
    }
  }
}

TEST_P(GpuPages, AreSearchedInAllInksTogetherAndGoOnWithTheCpu) {
  GpuJob reference = job_of("reference");
  reference.method = *halftone::find_method("dbs");
  reference.inks = Inks::together;
  reference.quality = halftone::SearchQuality::draft;
  const Made expected = make_plates(reference, 8, 400);
  for (const int at : {-1, 2, 9}) {  // −1: the GPU does not fail
    GpuJob made = at < 0 ? job(Call::none, 0, "cuda") : job(Call::wait, at);
    made.method = reference.method;
    made.inks = reference.inks;
    made.quality = reference.quality;
    const Made plates = make_plates(made, 8, 400);
    expect_same(plates, expected);
    if (at >= 0) {
      EXPECT_THAT(plates.report->halftone_backend, HasSubstr("then cpu"));
    }
  }
}

TEST_P(GpuPages, GoOnWithTheCpuInStripsOfManyBands) {
  GpuJob failing = job(Call::wait, 1);
  failing.strip_rows = 90;
  failing.threads = 5;
  expect_same(make_plates(failing), make_plates(job_of("reference")));
}

TEST_P(GpuPages, FailWhereOnlyTheGpuMayMakeThem) {
  for (const Call call : {Call::health, Call::begin, Call::submit, Call::wait}) {
    const Made made = make_plates(job(call, 2, "cuda"));
    ASSERT_FALSE(made.report.ok());
    EXPECT_THAT(made.report.error().message, testing::StartsWith("page: the test's GPU broke"));
    EXPECT_EQ(made.report.error().code, ErrorCode::device);
    const bool on_the_way = call == Call::submit || call == Call::wait;
    EXPECT_EQ(made.report.error().advice.empty(), !on_the_way);
  }
}

TEST_P(GpuPages, AreTheCpusWhereTheGpuDoesNotBegin) {
  const Made expected = make_plates(job_of("reference"));
  for (const Call call : {Call::health, Call::prepare, Call::begin}) {
    const Made made = make_plates(job(call, 0));
    expect_same(made, expected);
    EXPECT_THAT(made.report->halftone_backend, HasSubstr("cpu"));
    EXPECT_THAT(made.report->without_gpu, HasSubstr("the test's GPU"));
    EXPECT_THAT(made.report->warnings, IsEmpty());
  }
}

TEST_P(GpuPages, ThatAreNotForTheGpuAreRefusedWhereOnlyItMayMakeThem) {
  const Made made = make_plates(job(Call::prepare, 0, "cuda"));
  ASSERT_FALSE(made.report.ok());
  EXPECT_EQ(made.report.error().message, "page: the test's GPU does no such pages");
}

TEST_P(GpuPages, AreTheCpusWhereThatWasAskedFor) {
  const Made made = make_plates(job(Call::none, 0, "reference"));
  expect_same(made, make_plates(job_of("reference")));
  EXPECT_THAT(made.report->halftone_backend, HasSubstr("reference"));
  EXPECT_EQ(made.report->without_gpu, "");
}

TEST_P(GpuPages, SayInTheirSummariesHowTheyWereMade) {
  const auto summary_of = [](const Made& made) { return nlohmann::json::parse(json_summary(*made.report, 0)); };
  const auto whole = summary_of(make_plates(job(Call::none, 0)));
  EXPECT_EQ(whole["warning"], "");
  EXPECT_EQ(whole["without_gpu"], "");
  const auto replaced = summary_of(make_plates(job(Call::wait, 2)));
  EXPECT_THAT(replaced["warning"].get<std::string>(),
              testing::MatchesRegex("the test's GPU broke; the CPU went on from row (0|32|64)"));
  EXPECT_EQ(replaced["without_gpu"], "");
  const auto refused = summary_of(make_plates(job(Call::begin, 0)));
  EXPECT_EQ(refused["warning"], "");
  EXPECT_EQ(refused["without_gpu"], "the test's GPU broke");
}

TEST(GpuPage, HasStripsThatAreWorthWhileThere) {
  const auto made_with = [](Call call, std::int64_t rows) {
    GpuJob low = job_of("auto");
    low.strip_rows = 8;
    low.resources.gpu = std::make_shared<FailingGpu>(std::make_shared<MadeGpu>(), call, 1, 64);
    return make_plates(low, 8, rows);
  };
  const Made on_gpu = made_with(Call::none, height);
  expect_same(on_gpu, make_plates(job_of("reference")));
  EXPECT_EQ(on_gpu.report->strip_rows, 64);
  EXPECT_EQ(made_with(Call::none, 20).report->strip_rows, 20);
  const Made by_both = made_with(Call::wait, height);
  expect_same(by_both, on_gpu);
  EXPECT_EQ(by_both.report->strip_rows, 8);  // of the cores
}

// The GPU keeps the memory for the strips of the page before. This page is low, but its strips could be high.
TEST_P(GpuPages, ThatGoToTheCoresHaveTheMemoryThatTheGpuKept) {
  if (!memory_can_be_measured) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  const auto memory_now = [] {
    forget_peak();
    return peak_memory();
  };
  GpuJob on_gpu = job(Call::none, 0);
  on_gpu.memory = std::size_t{512} << 20;
  on_gpu.strip_rows = 1000;
  MadePage page(4000, 1000, 8);
  PlatesInMemory sink;
  ASSERT_TRUE(rip_page(on_gpu, {"page"}, page, sink, {}, on_gpu.resources).ok());
  const std::size_t strips = 4 * on_gpu.strip_rows.value() * page.info().row_bytes();
  const std::size_t kept = memory_now();
  ASSERT_TRUE(make_plates(job(Call::prepare, 0)).report.ok());
  EXPECT_LT(memory_now(), kept - strips / 2);
}

TEST_P(GpuPages, AreNamedWhereTheyAreStopped) {
  for (const int strips : {0, 3}) {
    MadePage page(width, height, 8);
    PlatesInMemory sink;
    std::atomic<int> asked = 0;
    const GpuJob run = job(Call::none, 0);
    const auto report = rip_page(run, {"page"}, page, sink, {.stop = [&] { return asked++ >= strips; }}, run.resources);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().message, "page: stopped");
  }
}

/// A page that waits until it is released, or for some seconds.
class LatePage : public MadePage {
 public:
  explicit LatePage(std::future<void> go) : MadePage(width, height, 8), go_(std::move(go)) {}
  [[nodiscard]] std::future<void> asked_for() { return asked_for_.get_future(); }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (go_.valid()) {
      asked_for_.set_value();
      go_.wait_for(std::chrono::seconds(20));
      go_ = {};
    }
    return MadePage::read(rows, out, stride);
  }

 private:
  std::future<void> go_;
  std::promise<void> asked_for_;
};

TEST(GpuPage, MayBeStoppedWhileItWaitsForAnother) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  GpuJob job = job_of("cuda");
  job.resources.gpu = open_gpu(0, 0);
  std::promise<void> go;
  LatePage first(go.get_future());
  PlatesInMemory first_plates;
  auto first_report =
      std::async(std::launch::async, [&] { return rip_page(job, {"first"}, first, first_plates, {}, job.resources); });
  first.asked_for().wait();

  MadePage second(width, height, 8);
  PlatesInMemory second_plates;
  const auto report = rip_page(job, {"second"}, second, second_plates, {.stop = [] { return true; }}, job.resources);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().message, "second: stopped");
  EXPECT_EQ(report.error().code, ErrorCode::stopped);
  EXPECT_EQ(first_report.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  go.set_value();
  const auto made = first_report.get();
  EXPECT_TRUE(made.ok()) << made.error().message;
}

TEST(GpuPage, IsTheCpusWhereTheGpuIsFull) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  const auto make_wide_plates = [](const std::string& backend) {
    GpuJob job = job_of(backend);
    job.resources.gpu = open_gpu(0, std::size_t{1} << 20);
    MadePage page(5000, 64, 8);
    PlatesInMemory sink;
    Made made;
    made.report = rip_page(job, {"page"}, page, sink, {}, job.resources);
    made.plates = std::move(sink.plates);
    return made;
  };
  const Made refused = make_wide_plates("cuda");
  ASSERT_FALSE(refused.report.ok());
  EXPECT_THAT(
      refused.report.error().message,
      testing::MatchesRegex("page: cuda: the page needs [0-9]+ MiB of the GPU's memory and 1 MiB are free for it"));
  const Made made = make_wide_plates("auto");
  expect_same(made, make_wide_plates("reference"));
  EXPECT_THAT(made.report->without_gpu, HasSubstr("of the GPU's memory and 1 MiB are free"));
}

TEST(GpuPage, IsAnErrorWhereThereIsNoGpu) {
  const Status found = find_gpu(0);
  if (found.ok()) GTEST_SKIP() << "there is a GPU";
  const Made made = make_plates(job_of("cuda"));
  ASSERT_FALSE(made.report.ok());
  EXPECT_EQ(made.report.error().message, "page: " + found.error().message);
}

INSTANTIATE_TEST_SUITE_P(Gpus, GpuPages, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::rip
