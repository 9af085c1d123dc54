// A kernel that fails in the middle of a page. The process then cannot use the GPU any more, so each test runs in a
// process of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "rip/makers/gpu_kinds.h"
#include "rip/page/rip_page.h"
#include "tests/rip/break_gpu.h"
#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;
using namespace test;

/// When the GPU breaks: while strip number `strip` is read, if strips have `rows` rows.
struct Break {
  std::int64_t strip_rows;
  int strip;
};

void PrintTo(const Break& at, std::ostream* out) {
  *out << "at the strip " << at.strip << " of " << at.strip_rows << " rows";
}

class BreakingPage : public MadePage {
 public:
  BreakingPage(std::int64_t width, std::int64_t height, int strip) : MadePage(width, height, 8), strip_(strip) {}
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (--strip_ == 0) break_gpu();
    return MadePage::read(rows, out, stride);
  }

 private:
  int strip_;
};

constexpr std::int64_t width = 3333;
constexpr std::int64_t height = 400;

Result<PageReport> rip_made(const Job& job, const RunResources& resources, const char* name, PlatesInMemory& plates) {
  MadePage page(width, height, 8);
  return rip_page(job, {name}, page, plates, {}, resources);
}

void break_at(const Break& at) {
  Job job;
  job.strip_rows = at.strip_rows;
  job.backend = "reference";
  PlatesInMemory expected;
  ASSERT_TRUE(rip_made(job, {}, "page", expected).ok());

  job.backend = "auto";
  const RunResources on_gpu{.gpu = open_gpu(0, 0)};
  BreakingPage breaking(width, height, at.strip);
  PlatesInMemory plates;
  const auto report = rip_page(job, {"page"}, breaking, plates, {}, on_gpu);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_THAT(report->halftone_backend, MatchesRegex("cuda .*, then cpu.*"));
  EXPECT_THAT(report->warnings,
              ElementsAre(testing::Field(&Remark::message, MatchesRegex("cuda: .*; the CPU went on from row [0-9]+"))));
  EXPECT_TRUE(plates.plates == expected.plates);

  PlatesInMemory later_plates;
  const auto later = rip_made(job, on_gpu, "later", later_plates);
  ASSERT_TRUE(later.ok()) << later.error().message;
  EXPECT_THAT(later->without_gpu, StartsWith("cuda: "));
  EXPECT_THAT(later->warnings, IsEmpty());
  EXPECT_TRUE(later_plates.plates == expected.plates);

  job.backend = "cuda";
  const auto failed = rip_made(job, on_gpu, "last", later_plates);
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().message, StartsWith("last: cuda: "));
  EXPECT_EQ(failed.error().code, ErrorCode::device);
}

class BrokenGpus : public testing::TestWithParam<Break> {};

TEST_P(BrokenGpus, LeaveTheirPageAndAllLaterOnesToTheCores) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto in_a_process = [] {
    break_at(GetParam());
    std::exit(HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(in_a_process(), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Times, BrokenGpus,
                         testing::Values(Break{32, 1}, Break{32, 5}, Break{32, 13}, Break{8, 20}, Break{64, 4},
                                         Break{128, 3}, Break{400, 1}));

}  // namespace
}  // namespace platerip::rip
