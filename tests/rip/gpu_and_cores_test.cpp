// Pages that a GPU makes with all that changes their inks, and those that it makes together with the cores: these make
// the planes that the GPU halftones, or one goes on from the checkpoint of the other. The GPU is made of the reference
// backends, or the machine's own if there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rip/job/job_options.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"
#include "tests/sanitized.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using namespace test;
using Options = std::vector<std::pair<const char*, const char*>>;

const Options searched{{"halftone", "dbs"}, {"quality", "draft"}, {"planes", "Black"}};

constexpr std::int64_t width = 97;
constexpr std::int64_t height = 1200;

/// A GPU that separates nothing.
class HalftoningGpu : public Gpu {
 public:
  explicit HalftoningGpu(std::shared_ptr<Gpu> gpu) : gpu_(std::move(gpu)) {}

  bool has_started() override { return gpu_->has_started(); }
  double take_over_seconds() const override { return gpu_->take_over_seconds(); }
  Status health() override { return gpu_->health(); }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    if (!settings.gets_planes) return Error{"the test's GPU separates no such pages", ErrorCode::unsupported};
    return gpu_->prepare(settings);
  }
  void release_memory() override { gpu_->release_memory(); }

 private:
  std::shared_ptr<Gpu> gpu_;
};

class GpuAndCores : public TestOnGpus {
 protected:
  void SetUp() override {
    TestOnGpus::SetUp();
    write_file(folder_.file("page.tif"), {});  // a checkpoint notes the page's stamp
  }

  Job job_of(const Options& options, const std::string& backend, const std::string& plates) const {
    Job job;
    for (const auto& [name, word] : options) EXPECT_TRUE(set_option(job, name, word).ok()) << name;
    job.backend = backend;
    job.threads = 3;
    job.strip_rows = 16;
    job.plates.folder = folder_.file(plates);
    job.plates.manifest = true;  // checkpoints want one
    return job;
  }

  /// Makes a page up to a row.
  Result<PageReport> make(const Job& job, const std::shared_ptr<Gpu>& gpu, int bits = 8, std::int64_t end = height,
                          bool has_more_gpus = false) const {
    MadePage page(width, height, bits, end);
    PlateFiles plates(job.plates);
    RunResources resources;
    resources.gpu = gpu;
    resources.has_more_gpus = has_more_gpus;
    return rip_page(job, {folder_.file("page.tif")}, page, plates, {}, resources);
  }

  /// What the reference makes.
  PageReport expected(const Options& options, int bits = 8) const {
    const auto report = make(job_of(options, "reference", "expected"), nullptr, bits);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() ? *report : PageReport();
  }

  static void expect_same(const Result<PageReport>& made, const PageReport& expected) {
    ASSERT_TRUE(made.ok()) << made.error().message;
    ASSERT_EQ(made->plates.size(), expected.plates.size());
    for (std::size_t plate = 0; plate < expected.plates.size(); ++plate)
      EXPECT_TRUE(read_file(made->plates[plate].file) == read_file(expected.plates[plate].file)) << plate;
    EXPECT_DOUBLE_EQ(made->mean_total_ink_percent, expected.mean_total_ink_percent);
    EXPECT_DOUBLE_EQ(made->max_total_ink_percent, expected.max_total_ink_percent);
  }

  TempFolder folder_;
};

TEST_P(GpuAndCores, TheGpuMakesAllThatChangesInks) {
  std::ofstream(folder_.file("split.txt")) << "TONE Cyan \"Light Cyan\"\n0 0 0\n30 0 100\n100 100 0\n";
  std::ofstream(folder_.file("across.txt")) << "px 25 50\n10 25 50\n40 20 40.5\n80 30 70\n";
  const std::string split = "Cyan=" + folder_.file("split.txt"), across = "Cyan=" + folder_.file("across.txt");
  const Options cases[] = {
      {{"plate", "White=inks"}},
      {{"plate", "White=inks:C+M,amount=80"}, {"planes", "White"}, {"spread", "White=3px"}},
      {{"plate", "White=light,choke=2px"}, {"plate", "Dark=dark"}, {"plate", "All=all"}},
      {{"plate", "White=all"}, {"margin", "2"}, {"marks", "all"}, {"mirror", "true"}, {"resolution", "300"}},
      {{"knock-out", "#404040,tolerance=30"}, {"planes", "Magenta,Black"}},
      {{"knock-out", "#404040,tolerance=30"}, {"plate", "White=inks,spread=3px"}, {"spread", "Black=2px"}},
      {{"split", split.c_str()}, {"plate", "White=inks"}, {"across", across.c_str()}},
      {{"split", split.c_str()}, {"knock-out", "#404040,tolerance=30"}, {"crisp", "off"}, {"choke", "Cyan=2px"}},
      {{"split", split.c_str()}, {"planes", "Light Cyan"}, {"ink-limit", "Cyan=60"}},
  };
  for (const Options& options : cases) {
    for (const int bits : {8, 16}) {
      SCOPED_TRACE(testing::PrintToString(options) + std::to_string(bits));
      const auto made = make(job_of(options, "cuda", "made"), gpu_, bits);
      expect_same(made, expected(options, bits));
      EXPECT_THAT(made->separation_backend, StartsWith(GetParam()));
    }
  }
}

TEST_P(GpuAndCores, TheGpuHalftonesWhatTheCoresSeparate) {
  const std::pair<Options, int> cases[] = {
      {{{"plate", "White=all"}, {"choke", "White=3px"}, {"inks", "even"}}, 8},
      {{{"plate", "White=all"},
        {"planes", "White,Black"},
        {"halftone", "dbs"},
        {"quality", "draft"},
        {"levels", "4"},
        {"drop-mix", "0"}},
       8},
      {{{"knock-out", "#404040,tolerance=30"}, {"halftone", "floyd-steinberg"}, {"planes", "Magenta,Black"}}, 16},
      {{{"precision", "exact"}}, 16}};
  for (const auto& [options, bits] : cases) {
    SCOPED_TRACE(testing::PrintToString(options));
    const auto made = make(job_of(options, "cuda", "made"), std::make_shared<HalftoningGpu>(gpu_), bits);
    expect_same(made, expected(options, bits));
    EXPECT_THAT(made->halftone_backend, HasSubstr(GetParam()));
    EXPECT_THAT(made->separation_backend, testing::Not(StartsWith(GetParam())));
  }
}

TEST_P(GpuAndCores, OnlySlowHalftonesAreWorthPlanesOfTheCores) {
  for (const auto& [method, is_worth] : {std::pair{"dbs", true}, {"tone", false}, {"floyd-steinberg", false}}) {
    const Options options{{"planes", "Black"}, {"halftone", method}, {"quality", "draft"}};
    const auto made = make(job_of(options, "auto", "made"), std::make_shared<HalftoningGpu>(gpu_));
    expect_same(made, expected(options));
    EXPECT_EQ(made->halftone_backend.starts_with(GetParam()), is_worth) << made->halftone_backend;
    EXPECT_EQ(made->without_gpu, is_worth ? "" : "the test's GPU separates no such pages");
  }
}

TEST_P(GpuAndCores, TheCoresGoOnWhereAGpuFailsThatGotTheirPlanes) {
  const Options options{{"plate", "White=all"}, {"planes", "White,Black"}, {"halftone", "dbs"}, {"quality", "draft"}};
  const auto gpu = std::make_shared<HalftoningGpu>(gpu_);
  for (const auto& [call, at] : {std::pair{Call::submit, 0}, {Call::submit, 9}, {Call::wait, 12}, {Call::wait, 26}}) {
    const auto made = make(job_of(options, "auto", "made"), std::make_shared<FailingGpu>(gpu, call, at));
    expect_same(made, expected(options));
    EXPECT_THAT(made->halftone_backend, HasSubstr("then cpu"));
  }
}

// No other GPU could do better, and the next page is the GPU's again.
TEST_P(GpuAndCores, TheCoresFinishAPageThatAGpuGivesUp) {
  const Options options{{"halftone", "tone"}};
  const auto gpu = std::make_shared<FailingGpu>(gpu_, Call::give_up, 14);
  const auto made = make(job_of(options, "auto", "made"), gpu, 8, height, /*has_more_gpus=*/true);
  expect_same(made, expected(options));
  EXPECT_THAT(made->halftone_backend, HasSubstr("then cpu"));
  EXPECT_TRUE(gpu->health().ok());
  const auto on_gpu_only = make(job_of(options, "cuda", "made"), gpu);
  ASSERT_FALSE(on_gpu_only.ok());
  EXPECT_THAT(on_gpu_only.error().message, EndsWith("the test's GPU cannot finish this page"));
}

TEST_P(GpuAndCores, GoOnFromEachOthersCheckpoints) {
  const auto gpu = std::make_shared<FailingGpu>(gpu_, Call::none, 0);  // has rows on the plates early, in low strips
  std::vector<Options> methods{{{"halftone", "tone"}}, searched};
  if (!test::sanitized) methods.insert(methods.end(), {{{"halftone", "jarvis"}, {"levels", "4"}}, {{"inks", "even"}}});
  for (const Options& method : methods) {
    for (const auto& [first, then] : {std::pair{"cuda", "cuda"}, {"cuda", "cpu"}, {"cpu", "auto"}, {"auto", "auto"}}) {
      for (const std::int64_t end : {900, 1190}) {
        SCOPED_TRACE(testing::Message() << testing::PrintToString(method) << first << then << end);
        Job job = job_of(method, first, "made");
        job.checkpoint = 0;
        const auto broken = make(job, gpu, 8, end);
        ASSERT_FALSE(broken.ok());
        EXPECT_THAT(broken.error().message, HasSubstr("the page is cut off"));
        job.backend = then;
        auto made = make(job, gpu);
        if (!made.ok() && std::string(then) == "cuda") {
          EXPECT_THAT(made.error().message, HasSubstr("only the CPU goes on in the middle of a band of a search"));
          job.backend = "auto";
          made = make(job, gpu);
        }
        expect_same(made, expected(method));
        ASSERT_EQ(made->notes.size(), 1u);
        EXPECT_THAT(made->notes[0].message, StartsWith("went on at row "));
      }
    }
  }
}

// Checkpoints come between strips, when the GPU still has strips on the slant. If it fails later, the cores need their
// pixels.
TEST_P(GpuAndCores, TheCoresGoOnAfterCheckpointsOfAGpuThatFails) {
  for (const Options& method : {Options{{"halftone", "tone"}}, searched}) {
    for (const int at : {3, 14, 25}) {
      Job job = job_of(method, "auto", "made");
      job.checkpoint = 0;
      const auto made = make(job, std::make_shared<FailingGpu>(gpu_, Call::wait, at));
      expect_same(made, expected(method));
      EXPECT_THAT(made->halftone_backend, HasSubstr("then cpu"));
    }
  }
}

TEST_P(GpuAndCores, TheGpuSeparatesWithExactPrecision) {
  const Options options{{"precision", "exact"}};
  for (const int bits : {8, 16}) {
    const auto made = make(job_of(options, "cuda", "made"), gpu_, bits);
    expect_same(made, expected(options, bits));
    EXPECT_THAT(made->separation_backend, StartsWith(GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, GpuAndCores, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::rip
