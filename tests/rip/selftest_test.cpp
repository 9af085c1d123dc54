// `platerip selftest`: every path of this machine has the plates of the reference; and of a path that has not, it says
// which pages differ, and how to see that again. The paths of the tests are GPUs made of the reference backends.
#include "rip/selftest/selftest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "rip/selftest/comparison.h"
#include "tests/profiles/made_profiles.h"
#include "tests/rip/made_gpu.h"
#include "tests/sanitized.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using namespace test;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Passes everything on, and flips a dot in the third row and column of the first plate of each strip.
class WrongPage : public GpuPage {
 public:
  explicit WrongPage(std::unique_ptr<GpuPage> page) : page_(std::move(page)) {}
  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }
  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override { return page_->begin(shape, plan); }
  Result<std::byte*> take_strips(const halftone::Boundary& above) override { return page_->take_strips(above); }
  Status submit(const StripInFlight& strip) override {
    const std::lock_guard lock(mutex_);
    submitted_.push_back(strip.plates.front());
    return page_->submit(strip);
  }
  Result<GpuStripDone> wait() override {
    auto done = page_->wait();
    const std::lock_guard lock(mutex_);
    const halftone::Plate plate = submitted_.front();
    submitted_.pop_front();
    if (done.ok() && done->rows > 2) plate.pixels[2 * plate.stride] ^= std::byte{0x20};
    return done;
  }
  void stop() override { page_->stop(); }
  [[nodiscard]] halftone::Boundary boundary() const override { return page_->boundary(); }

 private:
  std::unique_ptr<GpuPage> page_;
  std::mutex mutex_;
  std::deque<halftone::Plate> submitted_;
};

/// Is wrong for one method, and plates of more than two levels.
class WrongGpu : public MadeGpu {
 public:
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    auto page = MadeGpu::prepare(settings);
    const bool is_wrong = settings.halftone.levels > 2 && settings.halftone.planes[0].method.name() == "jarvis";
    if (!page.ok() || !is_wrong) return page;
    return std::unique_ptr<GpuPage>(std::make_unique<WrongPage>(*std::move(page)));
  }
};

/// Makes no pages.
class RefusingGpu : public MadeGpu {
 public:
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork&) override {
    return Error{"the test's GPU does no such pages", ErrorCode::unsupported};
  }
};

Path gpu_path(const std::string& name, std::shared_ptr<Gpu> gpu) {
  return {.name = name, .backend = "cuda", .made_by = "made", .gpu = std::move(gpu)};
}

Paths paths_of(std::vector<Path> here) {
  return {.reference = {.name = "reference", .backend = "reference", .made_by = "reference"},
          .here = std::move(here),
          .absent = {{"cuda7", "the test has none"}}};
}

/// All kinds, with small pages.
std::vector<Kind> small_kinds() {
  std::vector<Kind> kinds = *kinds_of_trials({});
  for (Kind& kind : kinds) kind.pixels = std::min<std::int64_t>(kind.pixels, 2000);
  return kinds;
}

/// The kinds of these methods.
std::vector<Kind> kinds_of(const std::vector<std::string>& methods) {
  std::vector<Kind> kinds = small_kinds();
  std::erase_if(kinds, [&](const Kind& kind) {
    return std::ranges::none_of(methods, [&](const std::string& method) { return kind.name.starts_with(method); });
  });
  return kinds;
}

ComparisonSettings short_settings(int rounds) {
  return {.seed = test_seed(), .seconds = 1e6, .rounds = rounds, .timed_seconds = 0};
}

TEST(Selftest, FindsThatAllPathsOfThisMachineAreRight) {
  const Paths paths = find_paths();
  if (paths.here.empty()) GTEST_SKIP() << "NOT TESTED: this machine has only the reference";
  const Comparison comparison = compare_paths(paths, small_kinds(), short_settings(sanitized ? 1 : 3));
  for (const Failure& failure : comparison.failures)
    ADD_FAILURE() << failure.path << ": " << failure.trial.text() << ": " << failure.what;
  for (const KindResult& kind : comparison.kinds) {
    EXPECT_EQ(kind.not_made, "") << kind.kind.name;
    EXPECT_EQ(kind.pages, comparison.rounds) << kind.kind.name;
    for (const PathResult& path : kind.paths) EXPECT_GT(path.pages, 0) << kind.kind.name;
  }
}

TEST(Selftest, NamesThePathThatDiffersAndMakesThePageSmall) {
  const Paths paths =
      paths_of({gpu_path("right", std::make_shared<MadeGpu>()), gpu_path("wrong", std::make_shared<WrongGpu>())});
  const Comparison comparison = compare_paths(paths, kinds_of({"jarvis", "fan"}), short_settings(3));
  ASSERT_EQ(comparison.failures.size(), 1u);
  const Failure& failure = comparison.failures.front();
  EXPECT_EQ(failure.path, "wrong");
  EXPECT_EQ(failure.kind, "jarvis, drops");
  EXPECT_EQ(failure.trial.word("halftone"), "jarvis");
  EXPECT_EQ(failure.trial.page.info.height, 3) << failure.trial.text();
  EXPECT_EQ(failure.trial.page.info.width, 1) << failure.trial.text();
  EXPECT_THAT(failure.trial.hand_overs, IsEmpty());
  EXPECT_LE(failure.trial.options.size(), 3u) << failure.trial.text();
  EXPECT_THAT(failure.what, HasSubstr("differs first in row 2, byte 0"));
  EXPECT_EQ(comparison.kinds.back().paths[0].pages, 3);
  EXPECT_EQ(comparison.kinds.back().pages, 3);
}

TEST(Selftest, SeparatesForGivenPressesAndDeviceLinks) {
  const TempFolder folder;
  write_file(folder.file("press.icc"), made::press());
  write_file(folder.file("link.icc"), made::device_link());
  std::vector<Kind> kinds = *kinds_of_trials(std::array{folder.file("press.icc"), folder.file("link.icc")});
  std::erase_if(kinds, [](const Kind& kind) { return kind.name.find(".icc") == std::string::npos; });
  EXPECT_EQ(kinds.size(), 16u) << "from RGB, gray and CMYK to the press, and through the link";
  const Paths paths = paths_of({gpu_path("made", std::make_shared<MadeGpu>())});
  const Comparison comparison = compare_paths(paths, kinds, short_settings(1));
  EXPECT_THAT(comparison.failures, IsEmpty());
  for (const KindResult& kind : comparison.kinds) {
    EXPECT_EQ(kind.not_made, "") << kind.kind.name;
    EXPECT_EQ(kind.paths[0].pages, 1) << kind.kind.name;
  }
}

TEST(Selftest, SaysWhatAPathDoesNotMake) {
  const Paths paths =
      paths_of({gpu_path("made", std::make_shared<MadeGpu>()), gpu_path("other", std::make_shared<RefusingGpu>())});
  const Comparison comparison = compare_paths(paths, kinds_of({"bayer"}), short_settings(1));
  EXPECT_THAT(comparison.failures, IsEmpty());
  for (const KindResult& kind : comparison.kinds) {
    EXPECT_EQ(kind.paths[0].not_made, "");
    EXPECT_EQ(kind.paths[1].not_made, "the test's GPU does no such pages");
    EXPECT_EQ(kind.paths[1].pages, 0);
  }
}

/// What a run of the command has printed, and its exit status.
struct Printed {
  int status = 0;
  std::string out, err;
};

Printed selftest_with(const std::vector<const char*>& words, const Paths& paths) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Printed run;
  const auto options = parse_selftest_options(words);
  run.status = options.ok() ? run_selftest(*options, paths) : selftest(words);
  run.out = testing::internal::GetCapturedStdout();
  run.err = testing::internal::GetCapturedStderr();
  return run;
}

TEST(SelftestCommand, KeepsThePageAndSaysHowToCompareItAgain) {
  const TempFolder folder;
  const Paths paths =
      paths_of({gpu_path("right", std::make_shared<MadeGpu>()), gpu_path("wrong", std::make_shared<WrongGpu>())});
  const std::string output = folder.path().string();
  const Printed run = selftest_with({"--seed", "5", "--time", "600", "--path", "wrong", "-o", output.c_str()}, paths);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, AllOf(StartsWith("seed 5\n"), HasSubstr("jarvis, drops"), Not(HasSubstr("right"))));
  EXPECT_THAT(run.err, HasSubstr("wrong differs from the reference: jarvis, drops: jarvis, "));
  const std::string file = folder.file("selftest-5-wrong.tif");
  std::smatch line;
  ASSERT_TRUE(std::regex_search(run.err, line, std::regex("with: platerip selftest (.*)\n"))) << run.err;
  std::istringstream stream(line[1]);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  EXPECT_EQ(words.back(), file);
  std::vector<const char*> again;
  for (const std::string& word : words) again.push_back(word.c_str());
  const Printed once_more = selftest_with(again, paths);
  EXPECT_EQ(once_more.status, 1) << line[1] << once_more.err;
  EXPECT_THAT(once_more.out, StartsWith("wrong: plate "));
  again[1] = "right";
  EXPECT_EQ(selftest_with(again, paths).out, "right: the plates of the reference\n");
}

TEST(SelftestCommand, RefusesWrongWords) {
  const Paths paths = paths_of({gpu_path("made", std::make_shared<MadeGpu>())});
  const std::pair<std::vector<const char*>, const char*> cases[] = {
      {{"--seed", "-1"}, "--seed"},
      {{"--time", "none"}, "--time"},
      {{"--option", "levels=4"}, "--option is for a page"},
      {{"--option", "levels=1", "page.tif"}, "levels"},
      {{"--hand-over", "4"}, "--hand-over is for a page"},
      {{"--path", "AVX9"}, "'AVX9' is not one of made"},
      {{"--nonsense"}, "nonsense"}};
  for (const auto& [words, complaint] : cases) {
    const Printed run = selftest_with(words, paths);
    EXPECT_EQ(run.status, 2) << complaint;
    EXPECT_THAT(run.err, AllOf(HasSubstr(complaint), HasSubstr("platerip selftest --help")));
  }
}

TEST(SelftestCommand, SaysWhyItCannotCompare) {
  const Paths paths = paths_of({gpu_path("made", std::make_shared<MadeGpu>())});
  EXPECT_THAT(selftest_with({"--path", "cuda7"}, paths).err, HasSubstr("cuda7: the test has none"));
  EXPECT_THAT(selftest_with({}, paths_of({})).err, HasSubstr("nothing to compare"));
  EXPECT_THAT(selftest_with({"--profile", "no.icc"}, paths).err, HasSubstr("no.icc"));
  EXPECT_THAT(selftest_with({"no.tif"}, paths).err, HasSubstr("no.tif"));
}

}  // namespace
}  // namespace platerip::rip
