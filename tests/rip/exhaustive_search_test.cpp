// les and pes through the whole program. They take so long that the tests of all halftones leave them out: these pages
// are narrow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rip/page/rip_page.h"
#include "tests/rip/command.h"
#include "tests/rip/late_gpu.h"
#include "tests/sanitized.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

constexpr std::uint32_t width = 35;    // more than a tile
constexpr std::uint32_t height = 131;  // more than the 108 rows that one round holds back

class ExhaustiveSearches : public PlateripTest, public testing::WithParamInterface<const char*> {
 protected:
  ExhaustiveSearches() { write_page(file("page.tif"), PageSpec{.width = width, .height = height}); }

  // The bytes of the plate of black that these options make.
  std::vector<std::byte> plate(std::vector<std::string> options) const {
    options.insert(options.end(), {"--halftone", GetParam(), "--quality", "draft", "--planes", "K", "page.tif"});
    expect_done(platerip(options));
    return read_file(file("page.Black.tif"));
  }
};

INSTANTIATE_TEST_SUITE_P(Methods, ExhaustiveSearches, testing::Values("les", "pes"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(ExhaustiveSearches, GiveTheSamePlatesInAnyStripsOnAnyThreads) {
  const auto expected = plate({"--backend", "cpu", "--threads", "1"});
  ASSERT_FALSE(expected.empty());
  for (const char* const rows : {"1", "7", "64", "100000"})
    EXPECT_EQ(plate({"--backend", "cpu", "--threads", "3", "--strip-rows", rows}), expected) << rows;
}

TEST_P(ExhaustiveSearches, GiveTheSamePlatesByTheReference) {
  EXPECT_EQ(plate({"--backend", "reference", "--strip-rows", "50"}), plate({"--backend", "cpu"}));
}

// Makes the page's plate of black. A GPU made of the reference takes over when row `at` has been read.
std::vector<std::vector<std::byte>> handed_over(rip::Job job, std::int64_t at, std::string& backend) {
  const auto gpu = gpu_named("made");
  EXPECT_TRUE(gpu.ok());
  const auto late = std::make_shared<LateGpu>(*gpu);
  SlowPage page(width, height, 8, *late, at);
  PlatesInMemory sink;
  const auto report = rip_page(job, {"page"}, page, sink, {}, {.gpu = late, .cores_may_begin = true});
  EXPECT_TRUE(report.ok());
  backend = report.ok() ? report->halftone_backend : "";
  return sink.plates;
}

TEST_P(ExhaustiveSearches, GoOnWithAnotherBackendInTheMiddleOfAPage) {
  rip::Job job;
  job.backend = "auto";
  job.method = *halftone::find_method(GetParam());
  job.quality = halftone::SearchQuality::draft;
  job.planes = {"K"};
  job.strip_rows = 3;
  std::string backend;
  const auto expected = handed_over(job, height, backend);
  ASSERT_THAT(backend, testing::Not(testing::HasSubstr("made")));
  for (const std::int64_t at : sanitized ? std::vector<std::int64_t>{70} : std::vector<std::int64_t>{10, 70, 110}) {
    EXPECT_TRUE(handed_over(job, at, backend) == expected) << at;
    EXPECT_THAT(backend, testing::MatchesRegex("cpu .* to row [0-9]+, then made.*"));
  }
}

}  // namespace
}  // namespace platerip::test
