// A kernel that fails in the middle of a page. The GPU is lost to the process, so that this is a program of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rip/gpu.h"
#include "rip/rip_page.h"
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

/// Breaks the GPU when its fifth strip is read.
class BreakingPage : public MadePage {
 public:
  using MadePage::MadePage;
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (++strips_ == 5) break_gpu();
    return MadePage::read(rows, out, stride);
  }

 private:
  int strips_ = 0;
};

TEST(BrokenGpu, LeavesItsPageAndAllLaterOnesToTheCores) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  Job job;
  job.strip_rows = 32;
  job.backend = "reference";
  MadePage page(333, 400, 8);
  MemorySink expected;
  ASSERT_TRUE(rip_page(job, {"page"}, page, expected).ok());

  job.backend = "auto";
  job.gpu = open_gpu(0, 0);
  BreakingPage breaking(333, 400, 8);
  MemorySink plates;
  const auto report = rip_page(job, {"page"}, breaking, plates);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_THAT(report->halftone_backend, MatchesRegex("cuda .*, then cpu.*"));
  EXPECT_THAT(report->warnings, ElementsAre(MatchesRegex("cuda: .*; the CPU went on from row [0-9]+")));
  EXPECT_TRUE(plates.plates == expected.plates);

  MadePage later(333, 400, 8);
  MemorySink later_plates;
  const auto later_report = rip_page(job, {"later"}, later, later_plates);
  ASSERT_TRUE(later_report.ok()) << later_report.error().message;
  EXPECT_THAT(later_report->without_gpu, StartsWith("cuda: "));
  EXPECT_THAT(later_report->warnings, IsEmpty());
  EXPECT_TRUE(later_plates.plates == expected.plates);

  job.backend = "cuda";
  MadePage last(333, 400, 8);
  const auto failed = rip_page(job, {"last"}, last, later_plates);
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().message, StartsWith("last: cuda: "));
}

}  // namespace
}  // namespace platerip::rip
